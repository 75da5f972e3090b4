#include "opsmith/transform/pass_cases.h"

namespace opsmith::transform::testing {
namespace {

// FLOAT 1, UINT8 2, INT32 6, INT64 7, BOOL 9, FLOAT16 10, DOUBLE 11, INT8 3, FLOAT8E4M3FN 17
TEST(RemoveCast, ToTheSameType) {
  expect_cases(
      "remove_cast",
      {
          {"same", 13, "g (float[N] x) => (float[N] y) { a = Cast <to = 1> (x) y = Relu (a) }",
           "Relu"},
          {"other", 13, "g (float[N] x) => (double[N] y) { a = Cast <to = 11> (x) y = Relu (a) }",
           "Cast Relu"},
          {"same, of unknown rank", 13,
           "g (float[] x) => (float[] y) { a = Cast <to = 1> (x) y = Relu (a) }", "Relu", false},
          {"like the same", 15,
           "g (float[N] x, float[3] w) => (float[N] y) { a = CastLike (x, w) y = Relu (a) }",
           "Relu"},
          {"like another", 15,
           "g (float[N] x, double[3] w) => (double[N] y) { a = CastLike (x, w) y = Relu (a) }",
           "CastLike Relu"},
          {"float8 to itself", 19,
           "g (float8e4m3fn[N] x) => (float[N] y) { a = Cast <to = 17, saturate = 0> (x) y = Cast "
           "<to = 1> (a) }",
           "Cast"},
          {"type not known", 13,
           "g (float[N] x) => (float[N] y) { a = my.Op (x) b = Cast <to = 1> (a) y = Relu (b) }",
           "Op Cast Relu", false},
      });
}

TEST(RemoveCast, AfterALosslessOne) {
  expect_cases(
      "remove_cast",
      {
          {"there and back", 13,
           "g (float16[N] x) => (float16[N] y) { a = Cast <to = 1> (x) b = Cast <to = 10> (a) y = "
           "Abs (b) }",
           "Abs", false},
          {"narrow and back", 13,
           "g (float[N] x) => (float[N] y) { a = Cast <to = 10> (x) b = Cast <to = 1> (a) y = Relu "
           "(b) }",
           "Cast Cast Relu"},
          {"int32 by int64", 13,
           "g (int32[N] x) => (int32[N] y) { a = Cast <to = 7> (x) b = Cast <to = 6> (a) y = Abs "
           "(b) }",
           "Abs"},
          {"int64 by int32", 13,
           "g (int64[N] x) => (int64[N] y) { a = Cast <to = 6> (x) b = Cast <to = 7> (a) y = Abs "
           "(b) }",
           "Cast Cast Abs"},
          {"int32 by float", 13,
           "g (int32[N] x) => (int32[N] y) { a = Cast <to = 1> (x) b = Cast <to = 6> (a) y = Abs "
           "(b) }",
           "Cast Cast Abs"},
          {"int32 by double", 13,
           "g (int32[N] x) => (int32[N] y) { a = Cast <to = 11> (x) b = Cast <to = 6> (a) y = Abs "
           "(b) }",
           "Abs"},
          {"uint8 by int8", 13,
           "g (uint8[N] x) => (uint8[N] y) { a = Cast <to = 3> (x) y = Cast <to = 2> (a) }",
           "Cast Cast"},
          {"bool by float", 13,
           "g (bool[N] x) => (bool[N] y) { a = Cast <to = 1> (x) b = Cast <to = 9> (a) y = Not (b) "
           "}",
           "Not"},
          {"int32 by bool", 13,
           "g (int32[N] x) => (int32[N] y) { a = Cast <to = 9> (x) b = Cast <to = 6> (a) y = Abs "
           "(b) }",
           "Cast Cast Abs"},
          {"merged", 13,
           "g (bool[N] x) => (float[N] y) { a = Cast <to = 7> (x) y = Cast <to = 1> (a) }", "Cast"},
          {"merged, rounding once", 13,
           "g (int32[N] x) => (float[N] y) { a = Cast <to = 7> (x) y = Cast <to = 1> (a) }",
           "Cast"},
          {"rounding twice", 13,
           "g (int64[N] x) => (double[N] y) { a = Cast <to = 1> (x) y = Cast <to = 11> (a) }",
           "Cast Cast"},
          {"merged, to bool", 13,
           "g (int32[N] x) => (bool[N] y) { a = Cast <to = 7> (x) y = Cast <to = 9> (a) }", "Cast"},
          {"middle read elsewhere", 13,
           "g (bool[N] x) => (float[N] y, int64[N] z) { a = Cast <to = 7> (x) y = Cast <to = 1> "
           "(a) z = Neg (a) }",
           "Cast Cast Neg"},
          {"there and back, middle read elsewhere", 13,
           "g (int32[N] x) => (int32[N] y, int64[N] z) "
           "{ a = Cast <to = 7> (x) b = Cast <to = 6> (a) y = Neg (b) z = Neg (a) }",
           "Cast Neg Neg"},
          {"8-bit floats may saturate", 19,
           "g (float8e5m2[N] x) => (float[N] y) "
           "{ a = Cast <to = 1> (x) b = Cast <to = 19> (a) y = Cast <to = 1> (b) }",
           "Cast Cast Cast"},
          {"there and back between input and output", 13,
           "g (int32[N] x) => (int32[N] y) { a = Cast <to = 7> (x) y = Cast <to = 6> (a) }",
           "Cast Cast"},
      });
}

}  // namespace
}  // namespace opsmith::transform::testing
