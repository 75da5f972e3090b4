#include "opsmith/transform/pass_cases.h"

namespace opsmith::transform::testing {
namespace {

TEST(RemoveClip, WithoutBounds) {
  expect_cases(
      "remove_clip",
      {
          {"integers", 13, "g (int32[N] x) => (int32[] y) { a = Clip (x) y = Abs (a) }", "Abs"},
          {"integers, one bound", 13,
           "g (int32[N] x) => (int32[] y) <int32 m = {3}> { a = Clip (x,, m) y = Abs (a) }",
           "Clip Abs"},
          // Infinities become the largest finite numbers.
          {"floats", 13, "g (float[N] x) => (float[] y) { a = Clip (x) y = Abs (a) }", "Clip Abs"},
      });
}

}  // namespace
}  // namespace opsmith::transform::testing
