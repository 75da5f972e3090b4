#include "opsmith/transform/pass_cases.h"

namespace opsmith::transform::testing {
namespace {

TEST(RemoveConcat, OneOperand) {
  expect_cases(
      "remove_concat",
      {
          {"one", 13, "g (float[N,3] x) => (float[] y) { a = Concat <axis = 0> (x) y = Relu (a) }",
           "Relu"},
          {"two", 13,
           "g (float[N,3] x) => (float[] y) { a = Concat <axis = 0> (x, x) y = Relu (a) }",
           "Concat Relu"},
          {"one, input to output", 13,
           "g (float[N,3] x) => (float[N,3] y) { y = Concat <axis = 0> (x) }", "Concat"},
      });
}

TEST(RemoveConcat, EmptyOperands) {
  expect_cases("remove_concat",
               {
                   {"one of two", 11,
                    "g (float[1,5,N,8] x, float[1,5,0,8] e) => (float[] y) { a = Concat <axis = 2> "
                    "(x, e) y = Relu (a) }",
                    "Relu"},
                   {"one of three, in front", 13,
                    "g (float[0,3] e, float[N,3] x, float[M,3] z) => (float[] y) { y = Concat "
                    "<axis = -2> (e, x, z) }",
                    "Concat"},
                   {"empty along another axis", 13,
                    "g (float[N,0] x, float[M,0] e) => (float[] y) { a = Concat <axis = 0> (x, e) "
                    "y = Relu (a) }",
                    "Concat Relu"},
                   {"perhaps empty", 13,
                    "g (float[N,3] x, float[M,3] e) => (float[] y) { a = Concat <axis = 0> (x, e) "
                    "y = Relu (a) }",
                    "Concat Relu"},
                   {"all empty", 13,
                    "g (float[0,3] x, float[0,3] e) => (float[] y) { a = Concat <axis = 0> (x, e) "
                    "y = Relu (a) }",
                    "Relu"},
                   {"an empty initializer", 13,
                    "g (float[N,3] x) => (float[] y) <float[0,3] e = {}> { a = Concat <axis = 0> "
                    "(e, x, e) y = Relu (a) }",
                    "Relu"},
                   {"an empty slice", 11,
                    "g (float[1,5,6] x) => (float[] y) <int64[1] s = {0}, int64[1] i = {2}> "
                    "{ e = Slice (x, s, s, i) a = Concat <axis = 2> (x, e) y = Relu (a) }",
                    "Relu"},
               });
}

}  // namespace
}  // namespace opsmith::transform::testing
