#include "opsmith/transform/pass_cases.h"

namespace opsmith::transform::testing {
namespace {

TEST(RemovePad, ByNothing) {
  expect_cases(
      "remove_pad",
      {
          {"zeros", 13,
           "g (float[N,3] x) => (float[] y) <int64[4] p = {0,0,0,0}> { a = Pad (x, p) y = Relu (a) "
           "}",
           "Relu"},
          {"one", 13,
           "g (float[N,3] x) => (float[] y) <int64[4] p = {0,0,0,1}> { a = Pad (x, p) y = Relu (a) "
           "}",
           "Pad Relu"},
          {"cropped and filled", 13,
           "g (float[N,3] x) => (float[] y) <int64[4] p = {0,-1,0,1}> { a = Pad (x, p) y = Relu "
           "(a) }",
           "Pad Relu"},
          {"not constant", 13,
           "g (float[N,3] x, int64[4] p) => (float[] y) { a = Pad (x, p) y = Relu (a) }",
           "Pad Relu", false},
          {"some axes", 18,
           "g (float[N,3] x) => (float[] y) <int64[2] p = {0,0}, int64[1] i = {1}> "
           "{ a = Pad <mode = \"reflect\"> (x, p,, i) y = Relu (a) }",
           "Relu"},
          {"opset 9", 9,
           "g (float[N,3] x) => (float[] y) { a = Pad <pads = [0, 0, 0, 0]> (x) y = Relu (a) }",
           "Relu"},
          {"opset 9, one", 9,
           "g (float[N,3] x) => (float[] y) { a = Pad <pads = [0, 1, 0, 0]> (x) y = Relu (a) }",
           "Pad Relu"},
      });
}

}  // namespace
}  // namespace opsmith::transform::testing
