// All passes together on graphs in graphs and functions: values stay where their readers can see
// them.
#include <gtest/gtest.h>

#include "opsmith/format/text_parser.h"
#include "opsmith/format/text_printer.h"
#include "opsmith/ir/topology.h"
#include "opsmith/transform/testing.h"

namespace opsmith::transform {
namespace {

using testing::expect_same_results;
using testing::operators_after;
using testing::simplified;

std::string model(const std::string& graph, const std::string& imports = "\"\" : 17") {
  return "<ir_version: 8, opset_import: [" + imports + "]>\n" + graph;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

void expect_stable(const std::string& text) {
  const std::string once = simplified(text);
  EXPECT_EQ(simplified(once), once);
}

// Case 43.
TEST(Scoping, KnownConditionsLeaveOneNode) {
  const std::string text = model(R"(agraph (float[1,4,1] x) => (y)
<int64 two = {2}, int64 one = {1}>
{
  shape = Shape(x)
  dim = Gather(shape, two)
  c = Equal(dim, one)
  y = If(c) <then_branch = t () => (o) {
        shape_1 = Shape(x)
        dim_1 = Gather(shape_1, two)
        d = Equal(dim_1, one)
        o = If(d) <then_branch = tt () => (oo) { axes = Constant<value_ints = [2]>()
                     oo = Squeeze(x, axes) },
                   else_branch = te () => (oo) { oo = Identity(x) }> },
      else_branch = e () => (o) { o = Identity(x) }>
})");
  EXPECT_EQ(operators_after(text), "Squeeze");
  expect_same_results(text);
  expect_stable(text);
}

TEST(Scoping, BranchesOfConstantsLeaveAConstant) {
  const std::string text = model(R"(agraph (float[2] x) => (float[2] y)
<bool c = {1}>
{ y = If(c) <then_branch = t () => (float[2] to) { to = Constant<value = float[2] {1, 2}>() },
             else_branch = e () => (float[2] fo) { fo = Constant<value = float[2] {3, 4}>() }> })");
  const std::string result = simplified(text);
  EXPECT_EQ(count(result, "If"), 0U) << result;
  EXPECT_EQ(count(result, "{3"), 0U) << result;
  expect_same_results(text);
}

// Case 46.
TEST(Scoping, BodiesKeepTheirOutputs) {
  const std::string loop = model(R"(agraph (float[2] x, int64 n) => (float[2] y)
{
  y = Loop(n, "", x) <body = body (int64 i, bool ci, float[2] acc) => (bool co, float[2] so) {
      true = Constant<value = bool {1}>()
      one = Constant<value = float {1}>()
      co = Identity(true)
      so = Add(acc, one) }>
})",
                                 "\"\" : 11");
  EXPECT_EQ(operators_after(loop), "Loop");
  expect_same_results(loop);
  expect_stable(loop);
  const std::string branches = model(R"(agraph (float[2] x, bool c) => (float[2] y)
<float[2] k = {1, 2}>
{ y = If(c) <then_branch = t () => (float[2] o) { o = Identity(k) }, else_branch = e () => (float[2] o) { o = Add(x, k) }> })");
  EXPECT_EQ(operators_after(branches), "If");
  expect_same_results(branches);
  expect_stable(branches);
}

// Case 47.
TEST(Scoping, InitializersReadByBodiesOnlySurvive) {
  const std::string text = model(R"(agraph (float[2] x, bool c) => (float[2] y)
<float[2] w = {1, 2}>
{ y = If(c) <then_branch = t () => (float[2] o) { o = Add(x, w) }, else_branch = e () => (float[2] o) { o = Sub(x, w) }> })");
  EXPECT_EQ(count(simplified(text), "float[2] w"), 1U) << simplified(text);
  expect_same_results(text);
  expect_stable(text);
}

// Case 49.
TEST(Scoping, FoldedValuesOfFunctionsStayInThem) {
  const std::string text = model(R"(agraph (float[2] x) => (float[2] y) { y = my.f(x) }
<domain: "my", opset_import: ["" : 17]>
f (x) => (y)
{ c = Constant<value_int = 1>()
  d = Cast<to = 1>(c)
  e = Constant<value = bool {1}>()
  g = If(e) <then_branch = t () => (o) <float w = {3}> { o = Mul(x, w) }, else_branch = s () => (o) { o = Neg(x) }>
  y = Sub(d, g) })",
                                 "\"\" : 17, \"my\" : 1");
  const std::string result = simplified(text);
  EXPECT_EQ(count(result, "If"), 0U) << result;
  EXPECT_EQ(count(result, "<float"), 0U) << result;
  expect_same_results(text);
  expect_stable(text);
}

// Case 59.
TEST(Scoping, ReadersInAllScopesAreRewired) {
  const std::string text = model(R"(agraph (float[2,6] a, float[3,4] b, bool c) => (y1, y2, y3)
<int64 zero = {0}, int64[1] ax = {0}, int64[1] rest = {-1}>
{
  shape = Shape(a)
  rows = Gather(shape, zero)
  u = Unsqueeze(rows, ax)
  s = Concat<axis = 0>(u, rest)
  y1 = Reshape(a, s)
  y2 = Reshape(b, s)
  y3 = If(c) <then_branch = t () => (o) { o = Reshape(b, s) }, else_branch = e () => (o) { o = Reshape(a, s) }>
})");
  const std::string result = simplified(text);
  EXPECT_EQ(count(result, "Concat"), 0U) << result;
  EXPECT_EQ(count(result, "Gather"), 0U) << result;
  expect_same_results(text);
  expect_stable(text);
}

// Case 70.
TEST(Scoping, WeightsSharedByBranchesStaySingle) {
  std::string elements;
  for (int i = 0; i < 64; ++i) elements += (i ? ", " : "") + std::to_string(i);
  const std::string text = model(R"(agraph (int64[N] ids, float[M,4] h, bool c) => (y)
<float[16,4] E = {)" + elements + R"(}>
{
  y = If(c) <then_branch = t () => (o) { o = Gather(E, ids) },
             else_branch = e () => (o) { T = Transpose<perm = [1, 0]>(E)
                 o = MatMul(h, T) }>
})",
                                 "\"\" : 14");
  PassOptions tight;
  tight.max_growth = 0;
  const std::string result = simplified(text, {}, tight);
  EXPECT_EQ(count(result, "float[16, 4] E"), 1U) << result;
  EXPECT_EQ(count(result, "Transpose"), 1U) << result;
  expect_stable(text);
}

// Case 53: numeric names, names that look made up, unnamed nodes, the same name in a body.
TEST(Scoping, NewNamesAreNew) {
  const std::string text = model(R"(agraph (float[2] x, bool c) => (float[2] y)
<bool t = {1}, float[2] axes = {5, 6}, float[2] ax_1 = {7, 8}, float[2] a_1 = {9, 9}>
{
  a = Add(x, axes)
  b = If(t) <then_branch = tb () => (float[2] o) <float[2] ax_1 = {3, 4}> { a_2 = Mul(x, ax_1)
        o = Sub(a_2, a_1) }, else_branch = eb () => (float[2] o) { o = Neg(x) }>
  d = If(c) <then_branch = tb2 () => (float[2] o) <float[2] a_1 = {1, 2}> { a_2 = Add(x, a_1)
        o = Mul(a_2, ax_1) }, else_branch = eb2 () => (float[2] o) { o = Neg(b) }>
  y = Sum(a, b, d)
})");
  expect_same_results(text);
  expect_stable(text);
  const auto result = format::parse_text(simplified(text), "result");
  EXPECT_TRUE(result->link_problems.empty());
  EXPECT_TRUE(ir::is_sorted(result->graph()));
}

// Case 55.
TEST(Scoping, OutputsKeepNamesOrderAndCount) {
  const std::string text = model(
      R"(agraph (float[2] x) => (float[2] y1, float[2] y2, float[2] y3, float[2] y4, float[2] y5)
<int64[1] two = {2}, bool t = {1}>
{
  a = Relu(x)
  y1 = Identity(a)
  y2 = Identity(x)
  y3 = ConstantOfShape(two)
  y4 = Identity(a)
  y5 = If(t) <then_branch = tb () => (float[2] o) { o = Identity(a) }, else_branch = eb () => (float[2] o) { o = Neg(x) }>
})");
  const std::string result = simplified(text);
  EXPECT_EQ(count(result, "=> (float[2] y1, float[2] y2, float[2] y3, float[2] y4, float[2] y5)"),
            1U)
      << result;
  expect_same_results(text);
  expect_stable(text);
}

}  // namespace
}  // namespace opsmith::transform
