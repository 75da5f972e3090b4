#include "opsmith/transform/pass_cases.h"

namespace opsmith::transform::testing {
namespace {

TEST(RemoveExpand, ShapeStays) {
  expect_cases(
      "remove_expand",
      {
          {"ones", 13,
           "g (float[N,3] x) => (float[] y) <int64[2] s = {1,3}> { a = Expand (x, s) y = Relu (a) "
           "}",
           "Relu"},
          {"a number for a symbol", 13,
           "g (float[N,3] x) => (float[] y) <int64[2] s = {4,3}> { a = Expand (x, s) y = Relu (a) "
           "}",
           "Expand Relu", false},
          {"unknown sizes", 13,
           "g (float[?,?] x) => (float[] y) <int64[2] s = {1,1}> { a = Expand (x, s) y = Relu (a) "
           "}",
           "Relu", false},
          {"rank grows", 13,
           "g (float[N,3] x) => (float[] y) <int64[3] s = {1,1,1}> { a = Expand (x, s) y = Relu "
           "(a) }",
           "Expand Relu"},
          {"no shape", 13,
           "g (float[] x) => (float[] y) <int64[0] s = {}> { a = Expand (x, s) y = Relu (a) }",
           "Relu", false},
          {"own shape", 13,
           "g (float[] x) => (float[] y) { s = Shape (x) a = Expand (x, s) y = Relu (a) }", "Relu",
           false},
          {"shape of another", 13,
           "g (float[N,1] x, float[N,M] w) => (float[] y) { s = Shape (w) a = Expand (x, s) y = "
           "Relu (a) }",
           "Shape Expand Relu"},
          {"shape of an equal", 13,
           "g (float[N,M] x, float[N,M] w) => (float[] y) { s = Shape (w) a = Expand (x, s) y = "
           "Relu (a) }",
           "Relu"},
      });
}

}  // namespace
}  // namespace opsmith::transform::testing
