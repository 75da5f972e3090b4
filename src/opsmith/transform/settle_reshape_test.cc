#include "opsmith/transform/pass_cases.h"

namespace opsmith::transform::testing {
namespace {

TEST(SettleReshape, ComputedTargets) {
  const std::string batch_from_shape =
      "g (float[N,2,3] x) => (float[] y) <int64[1] at = {0}, int64[1] rest = {6}> "
      "{ s = Shape (x) n = Gather (s, at) t = Concat <axis = 0> (n, rest) y = Reshape (x, t) }";
  expect_cases(
      "settle_reshape",
      {
          {"batch kept", 13, batch_from_shape, "Reshape"},
          {"batch moved", 13,
           "g (float[2,3,N] x) => (float[] y) <int64[1] at = {2}, int64[1] rest = {6}> "
           "{ s = Shape (x) n = Gather (s, at) t = Concat <axis = 0> (n, rest) y = Reshape (x, t) "
           "}",
           "Reshape"},
          {"two symbols move", 13,
           "g (float[N,M] x) => (float[] y) <int64[1] a0 = {0}, int64[1] a1 = {1}, int64[1] one = "
           "{1}> "
           "{ s = Shape (x) n = Gather (s, a0) m = Gather (s, a1) t = Concat <axis = 0> (one, n, "
           "m) y = Reshape (x, t) }",
           "Shape Gather Gather Concat Reshape"},
          {"symbols of another", 13,
           "g (float[K] x, float[N,M] w) => (float[] y) { t = Shape (w) y = Reshape (x, t) }",
           "Shape Reshape", false},
          {"constant already", 13,
           "g (float[N,6] x) => (float[] y) <int64[2] t = {-1, 3}> { y = Reshape (x, t) }",
           "Reshape"},
      });
}

}  // namespace
}  // namespace opsmith::transform::testing
