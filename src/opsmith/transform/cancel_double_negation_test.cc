#include <gtest/gtest.h>

#include "opsmith/transform/testing.h"

namespace opsmith::transform {
namespace {

std::string model(const std::string& type, const std::string& body) {
  return "<ir_version: 8, opset_import: [\"\" : 18]>\nagraph (" + type + " x) => (y)\n{ " + body +
         " }";
}

std::string after(const std::string& text) {
  return testing::operators_after(text, {"cancel_double_negation"});
}

TEST(CancelDoubleNegation, DropsPairs) {
  EXPECT_EQ(after(model("bool[N]", "a = Not(x)\n b = Not(a)\n y = Identity(b)")), "Identity");
  EXPECT_EQ(after(model("int8[N]", "a = BitwiseNot(x)\n b = BitwiseNot(a)\n y = Identity(b)")),
            "Identity");
  const std::string four =
      model("int8[N]", "a = Neg(x)\n b = Neg(a)\n c = Neg(b)\n d = Neg(c)\n y = Identity(d)");
  EXPECT_EQ(after(four), "Identity");
  testing::expect_same_results(four, {"cancel_double_negation"});
}

TEST(CancelDoubleNegation, LeavesTheRest) {
  EXPECT_EQ(after(model("float[N]", "a = Neg(x)\n b = Abs(a)\n y = Identity(b)")),
            "Neg Abs Identity");
  EXPECT_EQ(after(model("float[N]", "a = Neg(x)\n b = Neg(a)\n c = Neg(b)\n y = Identity(c)")),
            "Neg Identity");
  EXPECT_EQ(after(model("float[N]", "a = Reciprocal(x)\n b = Reciprocal(a)\n y = Identity(b)")),
            "Reciprocal Reciprocal Identity");
  // The output could not keep its name on a graph input.
  EXPECT_EQ(after(model("float[N]", "a = Neg(x)\n y = Neg(a)")), "Neg Neg");
}

TEST(CancelDoubleNegation, KeepsWhatOthersRead) {
  EXPECT_EQ(after(model("float[N]", "a = Neg(x)\n b = Neg(a)\n y = Add(a, b)")), "Neg Add");
}

}  // namespace
}  // namespace opsmith::transform
