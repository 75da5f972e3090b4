#include <gtest/gtest.h>

#include "opsmith/transform/testing.h"

namespace opsmith::transform {
namespace {

std::string model(const std::string& inputs, const std::string& constants,
                  const std::string& call) {
  return "<ir_version: 8, opset_import: [\"\" : 17]>\nagraph (" + inputs + ") => (y)\n" +
         (constants.empty() ? "" : "<" + constants + ">\n") + "{ z = " + call + "\n y = Neg(z) }";
}

std::string after(const std::string& text) {
  return testing::operators_after(text, {"fold_where"});
}

TEST(FoldWhere, TakesTheChosenOperand) {
  const std::string inputs = "float[N,3] a, float[N,3] b";
  for (const std::string constant :
       {"bool c = {1}", "bool[3] c = {1,1,1}", "bool[1,1] c = {1}", "bool c = {0}"}) {
    const std::string text = model(inputs, constant, "Where(c, a, b)");
    EXPECT_EQ(after(text), "Neg") << constant;
    testing::expect_same_results(text, {"fold_where"});
  }
  EXPECT_NE(testing::simplified(model(inputs, "bool c = {0}", "Where(c, a, b)"), {"fold_where"})
                .find("Neg (b)"),
            std::string::npos);
}

TEST(FoldWhere, KeepsMixedConditions) {
  EXPECT_EQ(after(model("float[N,3] a, float[N,3] b", "bool[3] c = {1,0,1}", "Where(c, a, b)")),
            "Where Neg");
  EXPECT_EQ(after(model("bool c, float[N] a, float[N] b", "", "Where(c, a, b)")), "Where Neg");
}

TEST(FoldWhere, KeepsWhatWidens) {
  EXPECT_EQ(after(model("float[1,3] a, float[2,3] b", "bool c = {1}", "Where(c, a, b)")),
            "Where Neg");
  EXPECT_EQ(after(model("float[1,3] a, float[2,3] b", "bool c = {0}", "Where(c, a, b)")), "Neg");
  EXPECT_EQ(after(model("float[3] a, float[3] b", "bool[1,1] c = {1}", "Where(c, a, b)")),
            "Where Neg");
  EXPECT_EQ(after(model("float[N] a, float[M] b", "bool c = {1}", "Where(c, a, b)")), "Where Neg");
}

TEST(FoldWhere, NeedsNoConditionForEqualOperands) {
  EXPECT_EQ(after(model("bool[1] c, float[3] a", "", "Where(c, a, a)")), "Neg");
  EXPECT_EQ(after(model("bool[3] c, float[1] a", "", "Where(c, a, a)")), "Where Neg");
}

}  // namespace
}  // namespace opsmith::transform
