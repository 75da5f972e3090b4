#include <gtest/gtest.h>

#include "opsmith/format/text_parser.h"
#include "opsmith/transform/testing.h"

namespace opsmith::transform {
namespace {

PassOptions inlining() {
  PassOptions options;
  options.inline_functions = true;
  return options;
}

std::string after(const std::string& text) {
  return testing::operators_after(text, {"inline_functions"}, inlining());
}
std::string printed(const std::string& text) {
  return testing::simplified(text, {"inline_functions", "remove_unused"}, inlining());
}
void expect_same(const std::string& text) {
  testing::expect_same_results(text, {"inline_functions", "remove_unused"}, inlining());
}
bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

const std::string kHeader = "<ir_version: 9, opset_import: [\"\" : 18, \"my\" : 1]>\n";
const std::string kFunction = "<domain: \"my\", opset_import: [\"\" : 18, \"my\" : 1]>\n";

TEST(InlineFunctions, ReplacesCallsWhenAsked) {
  const std::string text = kHeader +
                           "agraph (float[N] x) => (float[N] y) { a = my.f(x)\n y = my.f(a) }\n" +
                           kFunction + "f (u) => (v) { t = Neg(u)\n v = Exp(t) }";
  EXPECT_EQ(after(text), "Neg Exp Neg Exp");
  EXPECT_EQ(testing::operators_after(text, {"inline_functions"}), "f f");
  EXPECT_FALSE(has(printed(text), "\"my\"")) << printed(text);
  expect_same(text);
}

TEST(InlineFunctions, ResolvesAttributes) {
  const std::string text =
      kHeader +
      "agraph (float[N] x) => (float[N] y, float[N] z) { y = my.f<alpha = 0.5>(x)\n z = my.f(x) "
      "}\n" +
      kFunction + "f <alpha: float = 0.25> (u) => (v) { v = LeakyRelu<alpha: float = @alpha>(u) }";
  EXPECT_EQ(after(text), "LeakyRelu LeakyRelu");
  EXPECT_TRUE(has(printed(text), "0.5")) << printed(text);
  EXPECT_TRUE(has(printed(text), "0.25")) << printed(text);
  expect_same(text);
}

TEST(InlineFunctions, FollowsNestedCalls) {
  const std::string text = kHeader + "agraph (float[N] x) => (float[N] y) { y = my.f(x) }\n" +
                           kFunction + "f (u) => (v) { t = my.g(u)\n v = my.g(t) }\n" + kFunction +
                           "g (u) => (v) { v = Neg(u) }";
  EXPECT_EQ(after(text), "Neg Neg");
  expect_same(text);
}

TEST(InlineFunctions, InlinesInBranches) {
  const std::string text =
      kHeader +
      "agraph (float[N] x, bool c) => (float[N] y) {\n y = If(c) <then_branch = t () => (float[N] "
      "o) "
      "{ o = my.f(x) }, else_branch = e () => (float[N] o) { o = Neg(x) }> }\n" +
      kFunction + "f (u) => (v) { v = Exp(u) }";
  EXPECT_TRUE(has(printed(text), "o = Exp (x)")) << printed(text);
  expect_same(text);
}

TEST(InlineFunctions, LeavesOmittedOperandsOmitted) {
  const std::string text =
      kHeader + "agraph (float[N] x) => (float[N] y)\n<float zero = {0}> { y = my.f(x, zero) }\n" +
      kFunction + "f (u, low, high) => (v) { v = Clip(u, low, high) }";
  EXPECT_EQ(after(text), "Clip");
  expect_same(text);
}

TEST(InlineFunctions, PassesOperandsThrough) {
  const std::string text = kHeader +
                           "agraph (float[N] x) => (float[N] y, float[N] z) { y, z = my.f(x) }\n" +
                           kFunction + "f (u) => (u, v) { v = Neg(u) }";
  EXPECT_EQ(after(text), "Neg Identity");
}

TEST(InlineFunctions, LeavesFunctionsOfOtherVersions) {
  // ReduceMean takes its axes otherwise in 17; Neg is the same in both.
  const std::string graph = "agraph (float[N] x) => (float[N] y) { y = my.f(x) }\n";
  const std::string older = "<domain: \"my\", opset_import: [\"\" : 17]>\n";
  EXPECT_EQ(after(kHeader + graph + older + "f (u) => (v) { v = ReduceMean(u) }"), "f");
  EXPECT_EQ(after(kHeader + graph + older + "f (u) => (v) { v = Neg(u) }"), "Neg");
}

TEST(InlineFunctions, LeavesFunctionsThatCallThemselves) {
  const std::string text = kHeader + "agraph (float[N] x) => (float[N] y) { y = my.f(x) }\n" +
                           kFunction + "f (u) => (v) { v = my.g(u) }\n" + kFunction +
                           "g (u) => (v) { v = my.f(u) }";
  EXPECT_EQ(after(text), "f");
}

// Ten functions, each of which calls the next one ten times: ten thousand million nodes.
TEST(InlineFunctions, LeavesWhatWouldExplode) {
  std::string text = kHeader + "agraph (float[N] x) => (float[N] y) { y = my.f0(x) }\n";
  for (int i = 0; i < 10; ++i) {
    const std::string next = i == 9 ? "Neg" : "my.f" + std::to_string(i + 1);
    text += kFunction + "f" + std::to_string(i) + " (t0) => (t10) {\n";
    for (int j = 0; j < 10; ++j) {
      text += " t" + std::to_string(j + 1) + " = " + next + "(t" + std::to_string(j) + ")\n";
    }
    text += "}\n";
  }
  EXPECT_EQ(after(text), "f0");
}

TEST(InlineFunctions, LeavesMalformedBodies) {
  const std::string graph =
      kHeader + "agraph (float[N] x) => (float[N] y) { y = my.f(x) }\n" + kFunction;
  EXPECT_EQ(after(graph + "f (u) => (v) { v = Add(u, missing) }"), "f");
  EXPECT_EQ(after(graph + "f (u) => (missing) { v = Neg(u) }"), "f");
}

}  // namespace
}  // namespace opsmith::transform
