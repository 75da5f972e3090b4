#include "opsmith/transform/pass_cases.h"

namespace opsmith::transform::testing {
namespace {

TEST(RemoveTile, RepeatsNothing) {
  expect_cases(
      "remove_tile",
      {
          {"ones", 13,
           "g (float[N,3] x) => (float[] y) <int64[2] r = {1,1}> { a = Tile (x, r) y = Relu (a) }",
           "Relu"},
          {"two", 13,
           "g (float[N,3] x) => (float[] y) <int64[2] r = {1,2}> { a = Tile (x, r) y = Relu (a) }",
           "Tile Relu"},
          {"zero", 13,
           "g (float[N,3] x) => (float[] y) <int64[2] r = {1,0}> { a = Tile (x, r) y = Relu (a) }",
           "Tile Relu"},
          {"not constant", 13,
           "g (float[N,3] x, int64[2] r) => (float[] y) { a = Tile (x, r) y = Relu (a) }",
           "Tile Relu", false},
      });
}

}  // namespace
}  // namespace opsmith::transform::testing
