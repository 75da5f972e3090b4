#include "opsmith/transform/pass_cases.h"

namespace opsmith::transform::testing {
namespace {

TEST(RemovePool, WindowsOfOne) {
  expect_cases(
      "remove_pool",
      {
          {"max", 13,
           "g (float[N,2,3,4] x) => (float[] y) { a = MaxPool <kernel_shape = [1, 1]> (x) y = Relu "
           "(a) }",
           "MaxPool Relu"},
          {"average", 11,
           "g (float[N,2,3,4] x) => (float[] y) "
           "{ a = AveragePool <kernel_shape = [1, 1], strides = [1, 1], pads = [0, 0, 0, 0]> (x) y "
           "= Relu (a) }",
           "Relu"},
          {"kernel 2", 13,
           "g (float[N,2,3,4] x) => (float[] y) { a = AveragePool <kernel_shape = [1, 2]> (x) y = "
           "Relu "
           "(a) }",
           "AveragePool Relu"},
          {"stride 2", 13,
           "g (float[N,2,3,4] x) => (float[] y) { a = AveragePool <kernel_shape = [1, 1], strides "
           "= "
           "[2, 1]> (x) y = Relu (a) }",
           "AveragePool Relu"},
          {"padded", 13,
           "g (float[N,2,3,4] x) => (float[] y) "
           "{ a = AveragePool <kernel_shape = [1, 1], pads = [0, 0, 0, 1], count_include_pad = 1> "
           "(x) y = Relu (a) }",
           "AveragePool Relu", false},
          {"global of one pixel", 13,
           "g (float[N,C,1,1] x) => (float[] y) { a = GlobalAveragePool (x) y = Relu (a) }",
           "Relu"},
          {"global of more", 13,
           "g (float[N,C,1,2] x) => (float[] y) { a = GlobalAveragePool (x) y = Relu (a) }",
           "GlobalAveragePool Relu"},
          {"global of perhaps more", 13,
           "g (float[N,C,1,W] x) => (float[] y) { a = GlobalAveragePool (x) y = Relu (a) }",
           "GlobalAveragePool Relu"},
      });
}

}  // namespace
}  // namespace opsmith::transform::testing
