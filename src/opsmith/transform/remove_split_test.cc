#include "opsmith/transform/pass_cases.h"

namespace opsmith::transform::testing {
namespace {

TEST(RemoveSplit, OnePart) {
  expect_cases(
      "remove_split",
      {
          {"opset 11", 11,
           "g (float[N,3] x) => (float[] y) { a = Split <axis = 1> (x) y = Relu (a) }", "Relu"},
          {"sizes given", 13,
           "g (float[N,3] x) => (float[] y) <int64[1] s = {3}> { a = Split <axis = 1> (x, s) y = "
           "Relu (a) }",
           "Relu"},
          {"num_outputs", 18,
           "g (float[N,3] x) => (float[] y) { a = Split <axis = 1, num_outputs = 1> (x) y = Relu "
           "(a) }",
           "Relu"},
          {"two parts", 13,
           "g (float[N,4] x) => (float[] y) { a, b = Split <axis = 1> (x) y = Relu (a) }",
           "Split Relu"},
      });
}

}  // namespace
}  // namespace opsmith::transform::testing
