#include <gtest/gtest.h>

#include "opsmith/transform/testing.h"

namespace opsmith::transform {
namespace {

using testing::expect_same_results;
using testing::operators_after;

// One operator on `x` and a constant `c`, followed by a node that keeps the output's name out of
// play.
std::string binary(const std::string& x_type, const std::string& constant, const std::string& call,
                   const std::string& opset = "17") {
  return "<ir_version: 8, opset_import: [\"\" : " + opset + "]>\nagraph (" + x_type +
         " x) => (y)\n<" + constant + ">\n{ z = " + call + "\n y = Identity(z) }";
}

std::string after(const std::string& text) { return operators_after(text, {"remove_neutral"}); }

TEST(RemoveNeutral, DropsWhatChangesNothing) {
  const std::string none = "Identity";
  const std::pair<const char*, const char*> cases[] = {
      {"float c = {0}", "Add(x, c)"},        {"float c = {0}", "Add(c, x)"},
      {"float c = {-0.0}", "Add(x, c)"},     {"float c = {0}", "Sub(x, c)"},
      {"float[1] c = {1}", "Mul(x, c)"},     {"float[1,1] c = {1}", "Mul(c, x)"},
      {"float[3] c = {1,1,1}", "Div(x, c)"}, {"float c = {1}", "Pow(x, c)"},
  };
  for (const auto& [constant, call] : cases) {
    const std::string text = binary("float[N,3]", constant, call);
    EXPECT_EQ(after(text), none) << call << " with " << constant;
    expect_same_results(text, {"remove_neutral"});
  }
  EXPECT_EQ(after(binary("int64[4]", "int64 c = {0}", "Add(x, c)")), none);
  EXPECT_EQ(after(binary("int32[4]", "int32 c = {1}", "Div(x, c)")), none);
  EXPECT_EQ(after(binary("bool[4]", "bool c = {1}", "And(x, c)")), none);
  EXPECT_EQ(after(binary("bool[4]", "bool c = {0}", "Or(c, x)")), none);
  EXPECT_EQ(after(binary("bool[4]", "bool c = {0}", "Xor(x, c)")), none);
  EXPECT_EQ(after(binary("uint8[4]", "uint8 c = {0}", "BitShift<direction = \"LEFT\">(x, c)")),
            none);
  EXPECT_EQ(after(binary("int32[4]", "int32 c = {0}", "BitwiseOr(x, c)", "18")), none);
}

TEST(RemoveNeutral, KeepsWhatIsNotNeutral) {
  const std::pair<const char*, const char*> cases[] = {
      {"float c = {1}", "Add(x, c)"},         {"float c = {0}", "Sub(c, x)"},
      {"float c = {0}", "Mul(x, c)"},         {"float c = {1}", "Div(c, x)"},
      {"float c = {1}", "Pow(c, x)"},         {"float[3] c = {1,1,2}", "Mul(x, c)"},
      {"float c = {1.0000001}", "Mul(x, c)"}, {"float c = {nan}", "Add(x, c)"},
  };
  for (const auto& [constant, call] : cases) {
    EXPECT_NE(after(binary("float[N,3]", constant, call)), "Identity")
        << call << " with " << constant;
  }
  EXPECT_NE(after(binary("bool[4]", "bool c = {0}", "And(x, c)")), "Identity");
  EXPECT_NE(after(binary("bool[4]", "bool c = {1}", "Or(x, c)")), "Identity");
}

TEST(RemoveNeutral, KeepsWhatWidensTheShape) {
  EXPECT_EQ(after(binary("float[1,3]", "float[2,3] c = {1,1,1,1,1,1}", "Mul(x, c)")),
            "Mul Identity");
  EXPECT_EQ(after(binary("float", "float[1] c = {1}", "Mul(x, c)")), "Mul Identity");
  EXPECT_EQ(after(binary("float[3]", "float[1,1] c = {0}", "Add(x, c)")), "Add Identity");
  // N may be 1, and may be 3.
  EXPECT_EQ(after(binary("float[N]", "float[3] c = {0,0,0}", "Add(x, c)")), "Add Identity");
  EXPECT_EQ(after(binary("float[N]", "float[1] c = {0}", "Add(x, c)")), "Identity");
  EXPECT_EQ(after(binary("float[0]", "float[0] c = {}", "Add(x, c)")), "Identity");
  EXPECT_EQ(after(binary("float[1]", "float[0] c = {}", "Add(x, c)")), "Add Identity");
}

TEST(RemoveNeutral, NeedsNoShapeForAScalar) {
  EXPECT_EQ(after(binary("float[]", "float c = {1}", "Mul(x, c)")), "Identity");
  const std::string unknown_rank =
      "<ir_version: 8, opset_import: [\"\" : 17]>\nagraph (float[N] x, int64[R] s) => (y)\n"
      "<float c = {1}, float[1] d = {1}>\n"
      "{ r = Reshape(x, s)\n z = Mul(r, c)\n w = Mul(z, d)\n y = Identity(w) }";
  EXPECT_EQ(after(unknown_rank), "Reshape Mul Identity");
}

TEST(RemoveNeutral, PowKeepsTypesItIsNotExactFor) {
  EXPECT_EQ(after(binary("int64[4]", "int64 c = {1}", "Pow(x, c)")), "Pow Identity");
  EXPECT_EQ(after(binary("float[4]", "int64 c = {1}", "Pow(x, c)")), "Pow Identity");
}

TEST(RemoveNeutral, KeepsNamesOfGraphOutputs) {
  const std::string passes_input =
      "<ir_version: 8, opset_import: [\"\" : 17]>\nagraph (float[3] x) => (float[3] y)\n"
      "<float c = {0}>\n{ y = Add(x, c) }";
  EXPECT_EQ(after(passes_input), "Add");
  const std::string passes_node =
      "<ir_version: 8, opset_import: [\"\" : 17]>\nagraph (float[3] x) => (float[3] y)\n"
      "<float c = {0}>\n{ z = Relu(x)\n y = Add(z, c) }";
  EXPECT_EQ(after(passes_node), "Relu");
  EXPECT_NE(testing::simplified(passes_node, {"remove_neutral"}).find("y = Relu"),
            std::string::npos);
}

TEST(RemoveNeutral, TrustsNoDefaultThatTheCallerMayOverride) {
  const std::string text =
      "<ir_version: 8, opset_import: [\"\" : 17]>\nagraph (float[3] x, float c = {0}) => (y)\n"
      "{ z = Add(x, c)\n y = Relu(z) }";
  EXPECT_EQ(after(text), "Add Relu");
}

TEST(RemoveNeutral, WorksInFunctionBodies) {
  const std::string text =
      "<ir_version: 8, opset_import: [\"\" : 17, \"my\" : 1]>\nagraph (float[3] x) => (y)\n{ y = "
      "my.f(x) }\n"
      "<domain: \"my\", opset_import: [\"\" : 17]>\nf (x) => (y)\n"
      "{ c = Constant<value = float {1}>()\n z = Mul(x, c)\n y = Relu(z) }";
  EXPECT_EQ(testing::simplified(text, {"remove_neutral"}).find("Mul"), std::string::npos);
}

}  // namespace
}  // namespace opsmith::transform
