#include "opsmith/transform/pass_cases.h"

namespace opsmith::transform::testing {
namespace {

std::string two(const std::string& type, const std::string& numbers) {
  return "g (" + type + " x) => (float[] y) <" + numbers +
         "> { a = Slice (x, s, e, i) y = Slice (a, t, f, j) }";
}

TEST(MergeSlices, DifferentAxes) {
  const std::string first = "int64[1] s={1}, int64[1] e={3}, int64[1] i={0}, ";
  expect_cases(
      "merge_slices",
      {
          {"two axes", 13,
           two("float[4,6]", first + "int64[1] t={-4}, int64[1] f={99}, int64[1] j={-1}"), "Slice"},
          {"the same axis", 13,
           two("float[4,6]", first + "int64[1] t={0}, int64[1] f={1}, int64[1] j={0}"),
           "Slice Slice"},
          {"the same axis by a negative number", 13,
           two("float[4,6]", first + "int64[1] t={0}, int64[1] f={1}, int64[1] j={-2}"),
           "Slice Slice"},
          {"negative, rank unknown", 13,
           two("float[]", first + "int64[1] t={0}, int64[1] f={1}, int64[1] j={-1}"), "Slice Slice",
           false},
          {"mixed index types", 13,
           two("float[4,6]", first + "int32[1] t={0}, int32[1] f={2}, int32[1] j={1}"), "Slice"},
          {"one with steps", 13,
           "g (float[N,6] x) => (float[] y) <int64[1] s={5}, int64[1] e={-7}, int64[1] i={1}, "
           "int64[1] d={-2}, "
           "int64[1] t={0}, int64[1] f={1}> { a = Slice (x, s, e, i, d) y = Slice (a, t, f) }",
           "Slice"},
          {"steps in the second", 13,
           "g (float[N,6] x) => (float[] y) <int64[1] s={5}, int64[1] e={-7}, int64[1] i={1}, "
           "int64[1] d={-2}, "
           "int64[1] t={0}, int64[1] f={1}> { a = Slice (x, t, f) y = Slice (a, s, e, i, d) }",
           "Slice"},
          {"as attributes", 9,
           "g (float[4,6] x) => (float[] y) "
           "{ a = Slice <starts = [1], ends = [3]> (x) y = Slice <starts = [2], ends = [6], axes = "
           "[1]> (a) }",
           "Slice"},
          {"computed", 13,
           "g (float[4,6] x, int64[1] s) => (float[] y) <int64[1] e={4}, int64[1] i={0}, int64[1] "
           "j={1}> "
           "{ a = Slice (x, s, e, i) y = Slice (a, i, j, j) }",
           "Slice Slice", false},
          {"middle read elsewhere", 13,
           "g (float[4,6] x) => (float[] y, float[] z) <int64[1] s={0}, int64[1] e={2}, int64[1] "
           "j={1}> "
           "{ a = Slice (x, s, e, s) y = Slice (a, s, e, j) z = Relu (a) }",
           "Slice Slice Relu"},
      });
}

}  // namespace
}  // namespace opsmith::transform::testing
