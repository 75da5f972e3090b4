#include "opsmith/transform/pass_cases.h"

namespace opsmith::transform::testing {
namespace {

TEST(RemoveGather, EverythingInOrder) {
  expect_cases(
      "remove_gather",
      {
          {"in order", 13,
           "g (float[N,3] x) => (float[] y) <int64[3] i = {0,1,-1}> { a = Gather <axis = 1> (x, i) "
           "y = Relu (a) }",
           "Relu"},
          {"reversed", 13,
           "g (float[N,3] x) => (float[] y) <int64[3] i = {2,1,0}> { a = Gather <axis = 1> (x, i) "
           "y = Relu (a) }",
           "Gather Relu"},
          {"a part", 13,
           "g (float[N,3] x) => (float[] y) <int64[2] i = {0,1}> { a = Gather <axis = 1> (x, i) y "
           "= Relu (a) }",
           "Gather Relu"},
          {"one of one", 13,
           "g (float[1,3] x) => (float[] y) <int64[1] i = {0}> { a = Gather (x, i) y = Relu (a) }",
           "Relu"},
          {"scalar index", 13,
           "g (float[1,3] x) => (float[] y) <int64 i = {0}> { a = Gather (x, i) y = Relu (a) }",
           "Gather Relu"},
          {"index of rank 2", 13,
           "g (float[1,3] x) => (float[] y) <int64[1,1] i = {0}> { a = Gather (x, i) y = Relu (a) "
           "}",
           "Gather Relu"},
          {"symbol", 13,
           "g (float[N,3] x) => (float[] y) <int64[1] i = {0}> { a = Gather (x, i) y = Relu (a) }",
           "Gather Relu"},
      });
}

}  // namespace
}  // namespace opsmith::transform::testing
