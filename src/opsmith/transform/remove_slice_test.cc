#include "opsmith/transform/pass_cases.h"

namespace opsmith::transform::testing {
namespace {

std::string slice(const std::string& type, const std::string& numbers,
                  const std::string& operands) {
  return "g (" + type + " x) => (float[] y) <" + numbers + "> { a = Slice (x, " + operands +
         ") y = Relu (a) }";
}

TEST(RemoveSlice, TakesEverything) {
  expect_cases(
      "remove_slice",
      {
          {"known size", 13,
           slice("float[4,6]", "int64[1] s={0}, int64[1] e={6}, int64[1] i={1}", "s, e, i"),
           "Relu"},
          {"beyond the end", 13,
           slice("float[4,6]", "int64[1] s={0}, int64[1] e={99}, int64[1] i={1}", "s, e, i"),
           "Relu"},
          {"one short", 13,
           slice("float[4,6]", "int64[1] s={0}, int64[1] e={5}, int64[1] i={1}", "s, e, i"),
           "Slice Relu"},
          {"to -1", 13,
           slice("float[4,6]", "int64[1] s={0}, int64[1] e={-1}, int64[1] i={1}", "s, e, i"),
           "Slice Relu"},
          {"from 1", 13,
           slice("float[4,6]", "int64[1] s={1}, int64[1] e={6}, int64[1] i={1}", "s, e, i"),
           "Slice Relu"},
          {"from -6", 13,
           slice("float[4,6]", "int64[1] s={-6}, int64[1] e={6}, int64[1] i={-1}", "s, e, i"),
           "Relu"},
          {"symbol, open end", 13,
           slice("float[N,M]", "int64[1] s={0}, int64[1] e={9223372036854775807}, int64[1] i={1}",
                 "s, e, i"),
           "Relu"},
          {"symbol, 32-bit open end", 13,
           slice("float[N,M]", "int32[1] s={0}, int32[1] e={2147483647}, int32[1] i={1}",
                 "s, e, i"),
           "Relu"},
          {"symbol, some end", 13,
           slice("float[N,M]", "int64[1] s={0}, int64[1] e={1000}, int64[1] i={1}", "s, e, i"),
           "Slice Relu"},
          {"unknown rank, open end", 13,
           slice("float[]", "int64[1] s={0}, int64[1] e={9223372036854775807}, int64[1] i={1}",
                 "s, e, i"),
           "Relu", false},
          {"step 2", 13,
           slice("float[4,6]", "int64[1] s={0}, int64[1] e={6}, int64[1] i={1}, int64[1] d={2}",
                 "s, e, i, d"),
           "Slice Relu"},
          {"step 1", 13,
           slice("float[4,6]", "int64[1] s={0}, int64[1] e={6}, int64[1] i={1}, int64[1] d={1}",
                 "s, e, i, d"),
           "Relu"},
          {"step -1", 13,
           slice("float[4,6]", "int64[1] s={-1}, int64[1] e={-99}, int64[1] i={1}, int64[1] d={-1}",
                 "s, e, i, d"),
           "Slice Relu"},
          {"no axes", 13, slice("float[4,6]", "int64[2] s={0,0}, int64[2] e={4,6}", "s, e"),
           "Relu"},
          {"no axes, swapped ends", 13,
           slice("float[4,6]", "int64[2] s={0,0}, int64[2] e={6,4}", "s, e"), "Slice Relu"},
          {"second axis cut", 13, slice("float[4,6]", "int64[2] s={0,2}, int64[2] e={4,6}", "s, e"),
           "Slice Relu"},
          {"empty axis", 13,
           slice("float[4,0]", "int64[1] s={0}, int64[1] e={3}, int64[1] i={1}", "s, e, i"),
           "Relu"},
          {"as attributes", 9,
           "g (float[4,6] x) => (float[] y) "
           "{ a = Slice <starts = [0, 0], ends = [4, 9999], axes = [0, 1]> (x) y = Relu (a) }",
           "Relu"},
          {"as attributes, cut", 9,
           "g (float[4,6] x) => (float[] y) "
           "{ a = Slice <starts = [0, 1], ends = [4, 9999], axes = [0, 1]> (x) y = Relu (a) }",
           "Slice Relu"},
          {"ends computed from the size", 13,
           "g (float[N,M] x) => (float[] y) <int64[1] s = {0}, int64[1] i = {1}> "
           "{ h = Shape (x) e = Gather (h, i) a = Slice (x, s, e, i) y = Relu (a) }",
           "Relu"},
          {"ends computed from another size", 13,
           "g (float[N,M] x) => (float[] y) <int64[1] s = {0}, int64[1] i = {1}> "
           "{ h = Shape (x) e = Gather (h, s) a = Slice (x, s, e, i) y = Relu (a) }",
           "Shape Gather Slice Relu"},
      });
}

}  // namespace
}  // namespace opsmith::transform::testing
