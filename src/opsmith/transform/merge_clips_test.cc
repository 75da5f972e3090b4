#include <gtest/gtest.h>

#include "opsmith/transform/testing.h"

namespace opsmith::transform {
namespace {

const std::string kBounds =
    "float m1 = {-1}, float zero = {0}, float one = {1}, float two = {2}, float six = {6}, float "
    "nothing = {nan}";

std::string model(const std::string& body, int opset = 17) {
  return "<ir_version: 8, opset_import: [\"\" : " + std::to_string(opset) +
         "]>\nagraph (float[N] x) => (y)\n<" + kBounds + ">\n{ " + body + " }";
}

std::string after(const std::string& text) {
  return testing::operators_after(text, {"merge_clips"});
}
std::string printed(const std::string& text) { return testing::simplified(text, {"merge_clips"}); }

void expect_merged(const std::string& body, const std::string& call) {
  const std::string text = model(body);
  EXPECT_EQ(after(text), "Clip");
  EXPECT_NE(printed(text).find(call), std::string::npos) << printed(text);
  testing::expect_same_results(text, {"merge_clips"});
}

TEST(MergeClips, TakesTheTighterBounds) {
  expect_merged("a = Clip(x, zero, six)\n y = Clip(a, m1, two)", "Clip (x, zero, two)");
  expect_merged("a = Clip(x, m1, two)\n y = Clip(a, zero, six)", "Clip (x, zero, two)");
  expect_merged("a = Clip(x, zero)\n y = Clip(a, \"\", two)", "Clip (x, zero, two)");
  expect_merged("a = Clip(x, \"\", two)\n y = Clip(a, zero)", "Clip (x, zero, two)");
  expect_merged("a = Clip(x, zero, one)\n y = Clip(a, one, two)", "Clip (x, one, one)");
}

TEST(MergeClips, KeepsRangesThatDoNotOverlap) {
  EXPECT_EQ(after(model("a = Clip(x, zero, one)\n y = Clip(a, two, six)")), "Clip Clip");
  EXPECT_EQ(after(model("a = Clip(x, two, zero)\n y = Clip(a, zero, six)")), "Clip Clip");
  EXPECT_EQ(after(model("a = Clip(x, nothing, one)\n y = Clip(a, zero, six)")), "Clip Clip");
}

TEST(MergeClips, KeepsAnInnerResultThatIsReadElsewhere) {
  EXPECT_EQ(after(model("a = Clip(x, zero, six)\n b = Clip(a, one, six)\n y = Add(a, b)")),
            "Clip Clip Add");
}

TEST(MergeClips, MergesAttributes) {
  const std::string text = model("a = Clip<min = 0.0, max = 6.0>(x)\n y = Clip<max = 2.0>(a)", 10);
  EXPECT_EQ(after(text), "Clip");
  const std::string result = printed(text);
  EXPECT_NE(result.find("Clip <max = 2.0, min = 0.0> (x)"), std::string::npos) << result;
  testing::expect_same_results(text, {"merge_clips"});
}

}  // namespace
}  // namespace opsmith::transform
