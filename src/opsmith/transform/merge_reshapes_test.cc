#include "opsmith/transform/pass_cases.h"

namespace opsmith::transform::testing {
namespace {

TEST(MergeReshapes, ReshapeOfReshape) {
  expect_cases(
      "merge_reshapes",
      {
          {"plain", 13,
           "g (float[2,6] x) => (float[4,3] y) <int64[2] s = {3, 4}, int64[2] t = {4, 3}> "
           "{ a = Reshape (x, s) y = Reshape (a, t) }",
           "Reshape"},
          {"shapes unknown, no zero", 13,
           "g (float[] x) => (float[] y) <int64[2] s = {3, 4}, int64[2] t = {-1, 3}> "
           "{ a = Reshape (x, s) y = Reshape (a, t) }",
           "Reshape", false},
          {"shapes unknown, a zero", 13,
           "g (float[] x) => (float[] y) <int64[2] s = {3, -1}, int64[2] t = {0, -1}> "
           "{ a = Reshape (x, s) y = Reshape (a, t) }",
           "Reshape Reshape", false},
          {"a zero that copies a known size", 13,
           "g (float[2,6] x) => (float[3,2,2] y) <int64[2] s = {3, 4}, int64[3] t = {0, 2, -1}> "
           "{ a = Reshape (x, s) y = Reshape (a, t) }",
           "Reshape"},
          {"a zero that copies the same symbol", 13,
           "g (float[N,6] x) => (float[] y) <int64[3] s = {0, 2, 3}, int64[3] t = {0, 3, 2}> "
           "{ a = Reshape (x, s) y = Reshape (a, t) }",
           "Reshape"},
          {"a zero that copies another symbol", 13,
           "g (float[N,M] x, float[M,N] w) => (float[] y) <int64[2] t = {0, -1}> "
           "{ s = Shape (w) a = Reshape (x, s) y = Reshape (a, t) }",
           "Shape Reshape Reshape", false},
          {"computed, may hold a zero", 13,
           "g (float[N,6] x, int64[2] t) => (float[] y) <int64[3] s = {0, 2, 3}> "
           "{ a = Reshape (x, s) y = Reshape (a, t) }",
           "Reshape Reshape", false},
          {"computed, zeros are literal", 14,
           "g (float[N,6] x, int64[2] t) => (float[] y) <int64[3] s = {0, 2, 3}> "
           "{ a = Reshape (x, s) y = Reshape <allowzero = 1> (a, t) }",
           "Reshape", false},
          {"literal zeros", 14,
           "g (float[4,0] x) => (float[0,3] y) <int64[2] s = {0, 2}, int64[2] t = {0, 3}> "
           "{ a = Reshape <allowzero = 1> (x, s) y = Reshape <allowzero = 1> (a, t) }",
           "Reshape"},
          {"a copied zero that was another size", 14,
           "g (float[4,0] x) => (float[0,3] y) <int64[2] s = {0, 2}, int64[2] t = {0, 3}> "
           "{ a = Reshape <allowzero = 1> (x, s) y = Reshape (a, t) }",
           "Reshape Reshape"},
          {"back to the first shape", 13,
           "g (float[2,6] x) => (float[2,6] y) <int64[2] s = {3, 4}, int64[2] t = {2, 6}> "
           "{ a = Reshape (x, s) b = Reshape (a, t) y = Relu (b) }",
           "Relu"},
          {"middle read elsewhere", 13,
           "g (float[2,6] x) => (float[4,3] y, float[3,4] z) <int64[2] s = {3, 4}, int64[2] t = "
           "{4, 3}> "
           "{ a = Reshape (x, s) y = Reshape (a, t) z = Relu (a) }",
           "Reshape Reshape Relu"},
      });
}

TEST(MergeReshapes, OtherOperators) {
  expect_cases(
      "merge_reshapes",
      {
          {"Reshape of Flatten", 13,
           "g (float[N,2,3] x) => (float[] y) <int64[2] t = {-1, 3}> { a = Flatten (x) y = Reshape "
           "(a, t) }",
           "Reshape"},
          {"Flatten of Reshape", 13,
           "g (float[N,2,3] x) => (float[] y) <int64[3] s = {0, 3, 2}> { a = Reshape (x, s) y = "
           "Flatten (a) }",
           "Reshape"},
          {"Unsqueeze of Reshape", 13,
           "g (float[N,6] x) => (float[] y) <int64[3] s = {0, 3, 2}, int64[1] i = {1}> "
           "{ a = Reshape (x, s) y = Unsqueeze (a, i) }",
           "Reshape"},
          {"Unsqueeze of Reshape, two symbols move", 13,
           "g (float[N,M] x) => (float[] y) <int64[2] s = {0, 0}, int64[1] i = {0}> "
           "{ a = Reshape (x, s) y = Unsqueeze (a, i) }",
           "Reshape Unsqueeze"},
          {"Unsqueeze of Squeeze elsewhere, opset 11", 11,
           "g (float[4,1,N] x) => (float[1,4,N] y) "
           "{ a = Squeeze <axes = [1]> (x) y = Unsqueeze <axes = [0]> (a) }",
           "Reshape"},
          {"middle read elsewhere", 13,
           "g (float[N,6] x) => (float[] y, float[] z) <int64[3] s = {0, 3, 2}, int64[1] i = {1}> "
           "{ a = Reshape (x, s) y = Unsqueeze (a, i) z = Relu (a) }",
           "Reshape Unsqueeze Relu"},
          {"Reshape of Transpose of a 1", 13,
           "g (float[N,2,1,5] x) => (float[] y) <int64[3] s = {-1, 1, 10}> "
           "{ a = Transpose <perm = [0, 2, 1, 3]> (x) y = Reshape (a, s) }",
           "Reshape"},
          {"Reshape of Transpose of more", 13,
           "g (float[N,2,3,5] x) => (float[] y) <int64[3] s = {-1, 1, 10}> "
           "{ a = Transpose <perm = [0, 2, 1, 3]> (x) y = Reshape (a, s) }",
           "Transpose Reshape"},
          {"Transpose of a 1, of Reshape", 13,
           "g (float[N,6] x) => (float[] y) <int64[3] s = {-1, 1, 3}> "
           "{ a = Reshape (x, s) y = Transpose <perm = [1, 0, 2]> (a) }",
           "Reshape"},
          {"Transpose of more, of Reshape", 13,
           "g (float[N,6] x) => (float[] y) <int64[3] s = {-1, 2, 3}> "
           "{ a = Reshape (x, s) y = Transpose <perm = [1, 0, 2]> (a) }",
           "Reshape Transpose"},
          {"same shape by another way", 13,
           "g (float[N,6] x) => (float[N,6] y) <int64[3] s = {0, 3, 2}> "
           "{ a = Reshape (x, s) b = Flatten (a) y = Relu (b) }",
           "Relu"},
      });
}

}  // namespace
}  // namespace opsmith::transform::testing
