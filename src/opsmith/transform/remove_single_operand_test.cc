#include "opsmith/transform/pass_cases.h"

namespace opsmith::transform::testing {
namespace {

TEST(RemoveSingleOperand, OfVariadicOperators) {
  expect_cases(
      "remove_single_operand",
      {
          {"sum of one", 13, "g (float[N] x) => (float[] y) { a = Sum (x) y = Relu (a) }", "Relu"},
          {"mean of one", 8, "g (float[N] x) => (float[] y) { a = Mean (x) y = Relu (a) }", "Relu"},
          {"max of two", 13, "g (float[N] x) => (float[] y) { a = Max (x, x) y = Relu (a) }",
           "Max Relu"},
      });
}

}  // namespace
}  // namespace opsmith::transform::testing
