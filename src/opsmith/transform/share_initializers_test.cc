#include <gtest/gtest.h>

#include "opsmith/transform/testing.h"

namespace opsmith::transform {
namespace {

std::string model(const std::string& graph, int ir_version = 8) {
  return "<ir_version: " + std::to_string(ir_version) + ", opset_import: [\"\" : 17]>\n" + graph;
}
std::string printed(const std::string& text) {
  return testing::simplified(text, {"share_initializers"});
}
bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string two(const std::string& a, const std::string& b) {
  return model("agraph (float[2] x, float[3] x3) => (y, z)\n<" + a + ", " + b +
               ">\n{ y = Identity(a)\n z = Neg(b) }");
}

TEST(ShareInitializers, MergesEqualOnes) {
  EXPECT_TRUE(has(printed(two("float[2] a = {1, 2}", "float[2] b = {1, 2}")), "Neg (a)"));
  EXPECT_TRUE(has(printed(two("int64 a = {7}", "int64 b = {7}")), "Neg (a)"));
  EXPECT_TRUE(has(printed(two("float[0,4] a = {}", "float[0,4] b = {}")), "Neg (a)"));
}

TEST(ShareInitializers, KeepsDifferentOnes) {
  EXPECT_TRUE(has(printed(two("float[2] a = {1, 2}", "float[2] b = {1, 3}")), "Neg (b)"));
  EXPECT_TRUE(has(printed(two("float[2] a = {1, 2}", "float[2,1] b = {1, 2}")), "Neg (b)"));
  EXPECT_TRUE(has(printed(two("int32[2] a = {1, 2}", "int64[2] b = {1, 2}")), "Neg (b)"));
  EXPECT_TRUE(has(printed(two("float[1] a = {0}", "float[1] b = {-0.0}")), "Neg (b)"));
}

TEST(ShareInitializers, MergesStringsByElement) {
  const auto graph = [](const std::string& second) {
    return model("agraph (float[1] x) => (y, z)\n<string[1] a = {\"p\"}, string[1] b = {\"" +
                 second + "\"}>\n{ y = Identity(a)\n z = StringNormalizer(b) }");
  };
  EXPECT_TRUE(has(printed(graph("p")), "StringNormalizer (a)"));
  EXPECT_TRUE(has(printed(graph("q")), "StringNormalizer (b)"));
}

TEST(ShareInitializers, LeavesDefaultsOfInputs) {
  const std::string text = model(
      "agraph (float[2] x, float[2] a = {1, 2}) => (y, z)\n<float[2] b = {1, 2}>\n"
      "{ y = Add(x, a)\n z = Add(x, b) }");
  EXPECT_TRUE(has(printed(text), "Add (x, b)"));
}

TEST(ShareInitializers, LetsBodiesReadOuterOnes) {
  const std::string text = model(R"(agraph (float[2] x, bool c) => (float[2] y)
<float[2] w = {1, 2}>
{
  s = Add(x, w)
  y = If(c) <then_branch = t () => (float[2] o) <float[2] v = {1, 2}> { o = Mul(s, v) },
             else_branch = e () => (float[2] u) <float[2] u = {1, 2}> { }>
})");
  const std::string result = printed(text);
  EXPECT_TRUE(has(result, "Mul (s, w)")) << result;
  EXPECT_FALSE(has(result, " v ")) << result;
  // A body may not give out an outer name.
  EXPECT_TRUE(has(result, "u = {1, 2}") || has(result, "u = {1,2}")) << result;
  testing::expect_same_results(text, {"share_initializers"});
}

TEST(ShareInitializers, LeavesSiblingsBodiesAlone) {
  const std::string text = model(R"(agraph (float[2] x, bool c) => (float[2] y)
{
  y = If(c) <then_branch = t () => (float[2] o) <float[2] v = {1, 2}> { o = Mul(x, v) },
             else_branch = e () => (float[2] o) <float[2] u = {1, 2}> { o = Add(x, u) }>
})");
  const std::string result = printed(text);
  EXPECT_TRUE(has(result, "Mul (x, v)")) << result;
  EXPECT_TRUE(has(result, "Add (x, u)")) << result;
}

TEST(ShareInitializers, KeepsOutputNames) {
  const std::string text = model(
      "agraph (float[2] x) => (float[2] y, float[2] b)\n"
      "<float[2] a = {1, 2}, float[2] b = {1, 2}>\n{ y = Add(x, a) }");
  EXPECT_TRUE(has(printed(text), "Add (x, b)")) << printed(text);
  const std::string both = model(
      "agraph (float[2] x) => (float[2] a, float[2] b)\n"
      "<float[2] a = {1, 2}, float[2] b = {1, 2}>\n{ y = Add(x, a) }");
  EXPECT_TRUE(has(printed(both), "b =")) << printed(both);
}

}  // namespace
}  // namespace opsmith::transform
