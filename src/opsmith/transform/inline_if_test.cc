#include <gtest/gtest.h>

#include "opsmith/transform/testing.h"

namespace opsmith::transform {
namespace {

using testing::expect_same_results;
using testing::operators_after;
using testing::simplified;

std::string model(const std::string& graph, int opset = 17) {
  return "<ir_version: 8, opset_import: [\"\" : " + std::to_string(opset) + "]>\n" + graph;
}

std::string after(const std::string& text) { return operators_after(text, {"inline_if"}); }
std::string printed(const std::string& text) { return simplified(text, {"inline_if"}); }
bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

const std::string kBranches =
    "If(c) <then_branch = t () => (float[N] o) { o = Relu(x) }, else_branch = e () => (float[N] o) "
    "{ o = Neg(x) }>";

TEST(InlineIf, TakesTheBranchOfAKnownCondition) {
  for (const bool condition : {true, false}) {
    const std::string text = model("agraph (float[N] x) => (float[N] y)\n<bool c = {" +
                                   std::to_string(condition) + "}>\n{ y = " + kBranches + " }");
    EXPECT_EQ(after(text), condition ? "Relu" : "Neg");
    EXPECT_TRUE(has(printed(text), condition ? "y = Relu (x)" : "y = Neg (x)")) << printed(text);
    expect_same_results(text, {"inline_if"});
  }
}

TEST(InlineIf, LeavesAnUnknownCondition) {
  const std::string text =
      model("agraph (float[N] x, bool c) => (float[N] y)\n{ y = " + kBranches + " }");
  EXPECT_EQ(after(text), "If");
  // A default that the caller may override is no constant.
  EXPECT_EQ(
      after(model("agraph (float[N] x, bool c = {1}) => (float[N] y)\n{ y = " + kBranches + " }")),
      "If");
}

TEST(InlineIf, KnowsConditionsFromShapes) {
  const std::string text = model(R"(agraph (float[1,4,1] x) => (y)
<int64 two = {2}, int64 one = {1}>
{
  shape = Shape(x)
  dim = Gather(shape, two)
  c = Equal(dim, one)
  y = If(c) <then_branch = t () => (float[1,4] o) { axes = Constant<value_ints = [2]>()
      o = Squeeze(x, axes) }, else_branch = e () => (float[1,4,1] o) { o = Identity(x) }>
})");
  EXPECT_EQ(after(text), "Constant Squeeze");
  EXPECT_EQ(operators_after(text), "Squeeze");
  expect_same_results(text);
}

// The dimension that is asked for is a symbol: it may be 1.
TEST(InlineIf, LeavesConditionsOnSymbols) {
  const std::string text = model(R"(agraph (float[1,4,N] x) => (y)
<int64 two = {2}, int64 one = {1}>
{
  shape = Shape(x)
  dim = Gather(shape, two)
  c = Equal(dim, one)
  y = If(c) <then_branch = t () => (o) { o = Relu(x) }, else_branch = e () => (o) { o = Identity(x) }>
})");
  EXPECT_TRUE(has(after(text), "If"));
}

// Case 43: the branches of an If in a branch.
TEST(InlineIf, TakesNestedBranches) {
  const std::string text = model(R"(agraph (float[N] x) => (float[N] y)
<bool c = {1}>
{
  y = If(c) <then_branch = t () => (float[N] o) {
      a = Relu(x)
      o = If(c) <then_branch = tt () => (float[N] oo) { oo = Neg(a) },
                 else_branch = te () => (float[N] oo) { oo = Abs(a) }>
    }, else_branch = e () => (float[N] o) { o = Identity(x) }>
})");
  EXPECT_EQ(after(text), "Relu Neg");
  expect_same_results(text, {"inline_if"});
}

TEST(InlineIf, TakesAnInnerIfInPlace) {
  const std::string text = model(R"(agraph (float[N] x, bool d) => (float[N] y)
<bool c = {1}>
{
  y = If(d) <then_branch = t () => (float[N] o) {
      o = If(c) <then_branch = tt () => (float[N] oo) { oo = Neg(x) },
                 else_branch = te () => (float[N] oo) { oo = Abs(x) }>
    }, else_branch = e () => (float[N] o) { o = Relu(x) }>
})");
  EXPECT_EQ(after(text), "If");
  EXPECT_TRUE(has(printed(text), "o = Neg (x)")) << printed(text);
  EXPECT_FALSE(has(printed(text), "Abs"));
  expect_same_results(text, {"inline_if"});
}

// Case 44.
TEST(InlineIf, BringsTheBranchsInitializersAlong) {
  const std::string text = model(R"(agraph (float[2,1,3] x) => (float[2,3] y)
<bool c = {1}, int64[1] ax = {0}>
{
  u = Unsqueeze(x, ax)
  s = Squeeze(u, ax)
  y = If(c) <then_branch = t () => (float[2,3] o) <int64[1] ax = {1}> { o = Squeeze(s, ax) },
             else_branch = e () => (float[2,3] o) <int64[1] bx = {1}> { o = Squeeze(x, bx) }>
})");
  EXPECT_EQ(after(text), "Unsqueeze Squeeze Squeeze");
  const std::string result = printed(text);
  EXPECT_TRUE(has(result, "ax_1")) << result;
  EXPECT_FALSE(has(result, "bx")) << result;
  expect_same_results(text, {"inline_if"});
}

TEST(InlineIf, RenamesWhatClashes) {
  const std::string text = model(R"(agraph (float[N] x) => (float[N] y)
<bool c = {1}>
{
  a = Relu(x)
  b = If(c) <then_branch = t () => (float[N] o) { a = Neg(x)
      o = Abs(a) }, else_branch = e () => (float[N] o) { o = Identity(x) }>
  y = Add(a, b)
})");
  EXPECT_EQ(after(text), "Relu Neg Abs Add");
  expect_same_results(
      printed(text));  // ONNX Runtime takes the result; the shadowed name it refuses
}

// A branch may hand out what it captured; a graph output must still be called what it was.
TEST(InlineIf, HandsOutCapturedValues) {
  const std::string from_node = model(R"(agraph (float[N] x) => (float[N] y)
<bool c = {1}>
{ a = Relu(x)
  y = If(c) <then_branch = t () => (float[N] o) { o = Identity(a) }, else_branch = e () => (float[N] o) { o = Neg(a) }> })");
  EXPECT_EQ(operators_after(from_node), "Relu");
  expect_same_results(from_node);
  const std::string direct = model(R"(agraph (float[N] x) => (float[N] y)
<bool c = {1}>
{ y = If(c) <then_branch = t () => (x) { }, else_branch = e () => (float[N] o) { o = Neg(x) }> })");
  EXPECT_EQ(after(direct), "Identity");
  const std::string initializer = model(R"(agraph (float[N] x) => (float[2] y, float[2] z)
<bool c = {1}>
{ y, z = If(c) <then_branch = t () => (float[2] w, float[2] w) <float[2] w = {1, 2}> { },
               else_branch = e () => (float[2] o, float[2] p) { o = Constant<value = float[2] {1, 2}>()
                                                                 p = Constant<value = float[2] {1, 2}>() }> })");
  EXPECT_EQ(after(initializer), "Identity");
}

TEST(InlineIf, ServesSeveralReadersInSeveralScopes) {
  const std::string text = model(R"(agraph (float[N] x, bool d) => (float[N] y, float[N] z)
<bool c = {0}>
{
  a = )" + kBranches + R"(
  y = Abs(a)
  z = If(d) <then_branch = t () => (float[N] o) { o = Relu(a) }, else_branch = e () => (float[N] o) { o = Exp(a) }>
})");
  EXPECT_EQ(after(text), "Neg Abs If");
  expect_same_results(text, {"inline_if"});
}

TEST(InlineIf, MakesConstantNodesInFunctions) {
  const std::string text = model(R"(agraph (float[N] x) => (float[N] y) { y = my.f(x) }
<domain: "my", opset_import: ["" : 17]>
f (x) => (y)
{
  c = Constant<value = bool {1}>()
  y = If(c) <then_branch = t () => (o) <float w = {2}> { o = Mul(x, w) }, else_branch = e () => (o) { o = Neg(x) }>
})");
  std::string with_import = text;
  with_import.replace(with_import.find("\"\" : 17"), 7, "\"\" : 17, \"my\" : 1");
  const std::string result = printed(with_import);
  EXPECT_FALSE(has(result, "If")) << result;
  EXPECT_TRUE(has(result, "Constant <value = float {2}>")) << result;
  expect_same_results(with_import, {"inline_if"});
}

TEST(InlineIf, LeavesBranchesThatReadUndefinedNames) {
  const std::string text = model(R"(agraph (float[N] x) => (float[N] y)
<bool c = {1}>
{ y = If(c) <then_branch = t () => (float[N] o) { o = Add(x, missing) }, else_branch = e () => (float[N] o) { o = Neg(x) }> })");
  EXPECT_EQ(after(text), "If");
}

}  // namespace
}  // namespace opsmith::transform
