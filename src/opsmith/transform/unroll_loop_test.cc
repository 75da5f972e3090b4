#include <gtest/gtest.h>

#include "opsmith/transform/testing.h"

namespace opsmith::transform {
namespace {

using testing::expect_same_results;

// A loop over one state and one scan output; `count` and `condition` name its first operands.
std::string loop(const std::string& count, const std::string& condition,
                 const std::string& output = "z = Neg(s)",
                 const std::string& cond_out = "co = Identity(ci)", int opset = 17) {
  return "<ir_version: 8, opset_import: [\"\" : " + std::to_string(opset) +
         "]>\nagraph (float[N] x, int64 n, bool b) => (z)\n"
         "<int64 none = {0}, int64 once = {1}, int64 twice = {2}, int64 less = {-3}, bool yes = "
         "{1}, bool no = {0}>\n"
         "{ s, c = Loop(" +
         count + ", " + condition + ", x" +
         ") <body = body (int64 i, bool ci, float[N] si) => (bool co, float[N] so, float[N] scan)\n"
         "{ " +
         cond_out + "\n so = Relu(si)\n scan = Exp(si) }>\n " + output + " }";
}

std::string after(const std::string& text) {
  return testing::operators_after(text, {"unroll_loop"});
}

TEST(UnrollLoop, SkipsALoopThatNeverRuns) {
  for (const auto& [count, condition] :
       {std::pair("none", "yes"), std::pair("less", "\"\""), std::pair("n", "no")}) {
    EXPECT_EQ(after(loop(count, condition)), "Neg") << count << condition;
  }
  expect_same_results(loop("none", "yes"), {"unroll_loop"});
  EXPECT_EQ(after(loop("none", "yes", "z = Shape(c)")), "Loop Shape");
}

TEST(UnrollLoop, RunsOnceInPlace) {
  EXPECT_EQ(after(loop("once", "\"\"")), "Identity Relu Exp Neg");
  EXPECT_EQ(after(loop("once", "yes")), "Identity Relu Exp Neg");
  expect_same_results(loop("once", "yes"), {"unroll_loop"});
}

// Two outputs of the graph name z: nothing else can be both, so the loop, body and all, stays.
TEST(UnrollLoop, KeepsALoopWhoseOutputIsGivenTwice) {
  for (const std::string count : {"none", "once"}) {
    const std::string text =
        "<ir_version: 8, opset_import: [\"\" : 17]>\ng (float[N] x) => (float[N] z, float[N] z)\n"
        "<int64 none = {0}, int64 once = {1}>\n"
        "{ z = Loop(" +
        count +
        ", , x) <body = body (int64 i, bool ci, float[N] si) => (bool co, float[N] so)\n"
        "{ co = Identity(ci)\n so = Neg(si) }> }";
    EXPECT_EQ(after(text), "Loop") << count;
    EXPECT_NE(testing::simplified(text, {"unroll_loop"}).find("so = Neg"), std::string::npos);
  }
}

TEST(UnrollLoop, StacksTheScanOutput) {
  const std::string text = loop("once", "yes", "z = Neg(c)");
  EXPECT_EQ(after(text), "Identity Relu Exp Unsqueeze Neg");
  expect_same_results(text, {"unroll_loop"});
  const std::string old = loop("once", "yes", "z = Neg(c)", "co = Identity(ci)", 11);
  EXPECT_NE(testing::simplified(old, {"unroll_loop"}).find("Unsqueeze <axes = [0]> (scan)"),
            std::string::npos)
      << testing::simplified(old, {"unroll_loop"});
  expect_same_results(old, {"unroll_loop"});
}

TEST(UnrollLoop, RunsOnceWhenTheBodySaysStop) {
  const std::string stop = "co = Constant<value = bool {0}>()";
  EXPECT_EQ(after(loop("twice", "yes", "z = Neg(s)", stop)), "Constant Relu Exp Neg");
  EXPECT_EQ(after(loop("\"\"", "yes", "z = Neg(s)", stop)), "Constant Relu Exp Neg");
  expect_same_results(loop("twice", "yes", "z = Neg(s)", stop), {"unroll_loop"});
  // It may run never.
  EXPECT_EQ(after(loop("n", "yes", "z = Neg(s)", stop)), "Loop Neg");
  EXPECT_EQ(after(loop("twice", "b", "z = Neg(s)", stop)), "Loop Neg");
}

TEST(UnrollLoop, LeavesWhatMayRunMoreOften) {
  EXPECT_EQ(after(loop("twice", "yes")), "Loop Neg");
  EXPECT_EQ(after(loop("n", "yes")), "Loop Neg");
  EXPECT_EQ(after(loop("once", "b")), "Loop Neg");
  EXPECT_EQ(after(loop("\"\"", "yes")), "Loop Neg");
}

TEST(UnrollLoop, GivesIterationNumberAndConditionTheirValues) {
  const std::string text = R"(<ir_version: 8, opset_import: ["" : 17]>
agraph (int64 x) => (int64 y, bool d)
<int64 once = {1}, bool yes = {1}>
{ y, d = Loop(once, "", x, yes) <body = body (int64 i, bool ci, int64 si, bool di) => (bool ci, int64 so, bool do)
  { so = Add(si, i)
    do = Not(ci) }> })";
  EXPECT_EQ(after(text), "Add Not");
  expect_same_results(text, {"unroll_loop"});
}

TEST(UnrollLoop, KeepsOutputNamesWhenStatesPassThrough) {
  const std::string text = R"(<ir_version: 8, opset_import: ["" : 17]>
agraph (float[N] x) => (float[N] y, float[N] z)
<int64 once = {1}, int64 none = {0}>
{ y = Loop(once, "", x) <body = body (int64 i, bool ci, float[N] si) => (bool ci, float[N] si) { }>
  z = Loop(none, "", x) <body = body (int64 i, bool ci, float[N] si) => (bool ci, float[N] si) { }> })";
  EXPECT_EQ(after(text), "Identity Identity");
  expect_same_results(text, {"unroll_loop"});
}

// A runtime hands the iteration number of such a body over as a tensor of one dimension.
TEST(UnrollLoop, LeavesBodiesWithUnusualDeclarations) {
  const std::string text = R"(<ir_version: 8, opset_import: ["" : 17]>
agraph (int64[1] x) => (int64[1] y)
<int64 once = {1}>
{ y = Loop(once, "", x) <body = body (int64[1] i, bool ci, int64[1] si) => (bool ci, int64[1] so) { so = Add(si, i) }> })";
  EXPECT_EQ(after(text), "Loop");
}

}  // namespace
}  // namespace opsmith::transform
