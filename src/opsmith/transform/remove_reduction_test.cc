#include "opsmith/transform/pass_cases.h"

namespace opsmith::transform::testing {
namespace {

TEST(RemoveReduction, NothingToReduce) {
  const std::string x23 = "g (float[2,3] x) => (float[] y) ";
  expect_cases(
      "remove_reduction",
      {
          {"sum, no axes, noop", 13,
           x23 + "{ a = ReduceSum <noop_with_empty_axes = 1> (x) y = Relu (a) }", "Relu"},
          {"sum, no axes, all", 13, x23 + "{ a = ReduceSum (x) y = Relu (a) }", "ReduceSum Relu"},
          {"sum, no axes, noop, no keepdims", 13,
           x23 + "{ a = ReduceSum <noop_with_empty_axes = 1, keepdims = 0> (x) y = Relu (a) }",
           "Relu"},
          {"sum, empty axes, noop", 13,
           x23 +
               "<int64[0] i = {}> { a = ReduceSum <noop_with_empty_axes = 1> (x, i) y = Relu (a) }",
           "Relu"},
          {"sum, axes, noop", 13,
           x23 + "<int64[1] i = {0}> { a = ReduceSum <noop_with_empty_axes = 1> (x, i) y = Relu "
                 "(a) }",
           "ReduceSum Relu"},
          {"sum, axes a runtime input", 13,
           "g (float[2,3] x, int64[1] i) => (float[] y) { a = ReduceSum <noop_with_empty_axes = 1> "
           "(x, i) y = Relu (a) }",
           "ReduceSum Relu", false},
          {"mean, no axes, noop", 18,
           x23 + "{ a = ReduceMean <noop_with_empty_axes = 1> (x) y = Relu (a) }", "Relu"},
          {"L1, no axes, noop", 18,
           x23 + "{ a = ReduceL1 <noop_with_empty_axes = 1> (x) y = Relu (a) }", "ReduceL1 Relu",
           false},
          {"mean over a 1", 13,
           "g (float[N,1,M] x) => (float[] y) { a = ReduceMean <axes = [-2]> (x) y = Relu (a) }",
           "Relu"},
          {"mean over a 1, which goes", 13,
           "g (float[N,1,M] x) => (float[] y) { a = ReduceMean <axes = [1], keepdims = 0> (x) y = "
           "Relu (a) }",
           "ReduceMean Relu"},
          {"mean over a symbol", 13,
           "g (float[N,1,M] x) => (float[] y) { a = ReduceMean <axes = [0]> (x) y = Relu (a) }",
           "ReduceMean Relu"},
          {"max over a 1, axes an operand", 18,
           "g (float[N,1,M] x) => (float[] y) <int64[1] i = {1}> { a = ReduceMax (x, i) y = Relu "
           "(a) }",
           "Relu"},
      });
}

}  // namespace
}  // namespace opsmith::transform::testing
