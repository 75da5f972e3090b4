#include "opsmith/transform/pass_cases.h"

namespace opsmith::transform::testing {
namespace {

TEST(RemoveReshape, ShapeStays) {
  expect_cases(
      "remove_reshape",
      {
          {"same numbers", 13,
           "g (float[2,6] x) => (float[2,6] y) <int64[2] s = {2, 6}> { a = Reshape (x, s) y = Relu "
           "(a) }",
           "Relu"},
          {"other numbers", 13,
           "g (float[2,6] x) => (float[6,2] y) <int64[2] s = {6, 2}> { a = Reshape (x, s) y = Relu "
           "(a) }",
           "Reshape Relu"},
          {"-1 for what it is", 13,
           "g (float[2,6] x) => (float[2,6] y) <int64[2] s = {2, -1}> { a = Reshape (x, s) y = "
           "Relu (a) }",
           "Relu"},
          {"zeros copy", 13,
           "g (float[N,M] x) => (float[N,M] y) <int64[2] s = {0, 0}> { a = Reshape (x, s) y = Relu "
           "(a) }",
           "Relu"},
          {"zero and -1", 13,
           "g (float[N,M] x) => (float[N,M] y) <int64[2] s = {0, -1}> { a = Reshape (x, s) y = "
           "Relu (a) }",
           "Relu"},
          {"zero and -1, names unknown", 13,
           "g (float[?,?] x) => (float[?,?] y) <int64[2] s = {0, -1}> { a = Reshape (x, s) y = "
           "Relu (a) }",
           "Relu", false},
          {"rank grows", 13,
           "g (float[N,M] x) => (float[] y) <int64[3] s = {0, -1, 1}> { a = Reshape (x, s) y = "
           "Relu (a) }",
           "Reshape Relu"},
          {"one symbol named by its number", 13,
           "g (float[N,4] x) => (float[] y) <int64[2] s = {2, 4}> { a = Reshape (x, s) y = Relu "
           "(a) }",
           "Reshape Relu", false},
          {"zero is literal", 14,
           "g (float[0,3] x) => (float[0,3] y) <int64[2] s = {0, 3}> "
           "{ a = Reshape <allowzero = 1> (x, s) y = Relu (a) }",
           "Relu"},
          {"empty, other shape", 14,
           "g (float[4,0] x) => (float[0,4] y) <int64[2] s = {0, 4}> "
           "{ a = Reshape <allowzero = 1> (x, s) y = Relu (a) }",
           "Reshape Relu"},
          {"to its own shape", 13,
           "g (float[?,?] x) => (float[?,?] y) { s = Shape (x) a = Reshape (x, s) y = Relu (a) }",
           "Relu", false},
          {"to the shape of another", 13,
           "g (float[N,M] x, float[M,N] w) => (float[] y) { s = Shape (w) a = Reshape (x, s) y = "
           "Relu (a) }",
           "Shape Reshape Relu", false},
          {"to the shape of an equal", 13,
           "g (float[N,M] x, float[N,M] w) => (float[] y) { s = Shape (w) a = Reshape (x, s) y = "
           "Relu (a) }",
           "Relu"},
          {"to a part of its shape", 15,
           "g (float[M] x) => (float[] y) { s = Shape <start = 1> (x) a = Reshape (x, s) y = Relu "
           "(a) }",
           "Shape Reshape Relu", false},
          {"scalar", 13,
           "g (float x) => (float y) <int64[0] s = {}> { a = Reshape (x, s) y = Relu (a) }",
           "Relu"},
          {"flatten of rank 2", 13,
           "g (float[N,M] x) => (float[N,M] y) { a = Flatten <axis = 1> (x) y = Relu (a) }",
           "Relu"},
          {"flatten on another axis", 13,
           "g (float[N,M] x) => (float[] y) { a = Flatten <axis = 0> (x) y = Relu (a) }",
           "Flatten Relu"},
          {"flatten of rank 3", 13,
           "g (float[N,M,1] x) => (float[] y) { a = Flatten <axis = 1> (x) y = Relu (a) }",
           "Flatten Relu"},
          {"squeeze without a 1", 13,
           "g (float[2,3] x) => (float[2,3] y) { a = Squeeze (x) y = Relu (a) }", "Relu"},
          {"squeeze with a 1", 13,
           "g (float[2,1] x) => (float[2] y) { a = Squeeze (x) y = Relu (a) }", "Squeeze Relu"},
          {"squeeze of what may be 1", 13,
           "g (float[N,3] x) => (float[] y) { a = Squeeze (x) y = Relu (a) }", "Squeeze Relu"},
      });
}

}  // namespace
}  // namespace opsmith::transform::testing
