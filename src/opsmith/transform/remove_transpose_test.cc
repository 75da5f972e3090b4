#include <gmock/gmock.h>

#include "opsmith/transform/pass_cases.h"

namespace opsmith::transform::testing {
namespace {

using ::testing::HasSubstr;

TEST(RemoveTranspose, MovesNothing) {
  expect_cases(
      "remove_transpose",
      {
          {"identity", 13,
           "g (float[N,3,M] x) => (float[N,3,M] y) { a = Transpose <perm = [0, 1, 2]> (x) y = Relu "
           "(a) }",
           "Relu"},
          {"two axes swapped", 13,
           "g (float[N,3,M] x) => (float[M,3,N] y) { a = Transpose <perm = [2, 1, 0]> (x) y = Relu "
           "(a) }",
           "Transpose Relu"},
          {"rank 1", 13, "g (float[N] x) => (float[N] y) { a = Transpose (x) y = Relu (a) }",
           "Relu"},
          {"rank 0", 13, "g (float x) => (float y) { a = Transpose (x) y = Relu (a) }", "Relu"},
          {"rank 2", 13, "g (float[N,M] x) => (float[M,N] y) { a = Transpose (x) y = Relu (a) }",
           "Transpose Relu"},
          {"rank unknown, no perm", 13,
           "g (float[] x) => (float[] y) { a = Transpose (x) y = Relu (a) }", "Transpose Relu",
           false},
          {"ones trade places", 13,
           "g (float[1,N,1] x) => (float[1,N,1] y) { a = Transpose <perm = [2, 1, 0]> (x) y = Relu "
           "(a) }",
           "Relu"},
          {"a one trades its place with another size", 13,
           "g (float[1,N,1] x) => (float[N,1,1] y) { a = Transpose <perm = [1, 0, 2]> (x) y = Relu "
           "(a) }",
           "Transpose Relu"},
          {"no permutation", 13,
           "g (float[N,M] x) => (float[] y) { a = Transpose <perm = [0, 0]> (x) y = Relu (a) }",
           "Transpose Relu", false},
          {"empty", 13,
           "g (float[0,4] x) => (float[4,0] y) { a = Transpose <perm = [1, 0]> (x) y = Relu (a) }",
           "Transpose Relu"},
      });
}

TEST(RemoveTranspose, Chains) {
  expect_cases(
      "remove_transpose",
      {
          {"there and back", 13,
           "g (float[2,3,N] x) => (float[2,3,N] y) "
           "{ a = Transpose <perm = [1, 2, 0]> (x) b = Transpose <perm = [2, 0, 1]> (a) y = Relu "
           "(b) }",
           "Relu"},
          {"reversed twice, rank unknown", 13,
           "g (float[] x) => (float[] y) { a = Transpose (x) b = Transpose (a) y = Relu (b) }",
           "Relu", false},
          {"merged", 13,
           "g (float[2,3,N] x) => (float[N,2,3] y) "
           "{ a = Transpose <perm = [1, 2, 0]> (x) y = Transpose <perm = [1, 2, 0]> (a) }",
           "Transpose"},
          {"merged with the default", 13,
           "g (float[2,3,N] x) => (float[2,N,3] y) { a = Transpose (x) y = Transpose <perm = [2, "
           "0, 1]> (a) }",
           "Transpose"},
          {"middle is an output", 13,
           "g (float[2,3,N] x) => (float[N,2,3] y, float[3,N,2] a) "
           "{ a = Transpose <perm = [1, 2, 0]> (x) y = Transpose <perm = [1, 2, 0]> (a) }",
           "Transpose Transpose"},
          {"something between", 13,
           "g (float[2,3,N] x) => (float[2,3,N] y) { a = Transpose (x) b = Relu (a) y = Transpose "
           "(b) }",
           "Transpose Relu Transpose"},
          {"there and back, input to output", 13,
           "g (float[2,3] x) => (float[2,3] y) { a = Transpose (x) y = Transpose (a) }",
           "Transpose Transpose"},
      });
}

TEST(RemoveTranspose, MergedPermutation) {
  const std::string text = model_text(13, R"(
g (float[2,3,4,5] x) => (float[] y) {
  a = Transpose <perm = [3, 1, 0, 2]> (x)
  y = Transpose <perm = [1, 2, 3, 0]> (a)
})");
  EXPECT_THAT(simplified(text, {"remove_transpose"}), HasSubstr("[1, 0, 2, 3]"));
  EXPECT_NO_THROW(expect_same_results(text, {"remove_transpose"}));
}

TEST(RemoveTranspose, ProvenanceOfTheMergedNode) {
  const std::string result = simplified(model_text(18, R"(
g (float[2,3,4] x) => (float[4,2,3] y) {
  [t1] a = Transpose <perm = [1, 2, 0]> (x) @{metadata_props: ["namespace": "a/b/c", "kept": "no"]}
  [t2] y = Transpose <perm = [1, 2, 0]> (a) @{metadata_props: ["namespace": "a/b/d", "kept": "yes"]}
})",
                                                   10),
                                        {"remove_transpose"});
  EXPECT_THAT(result, HasSubstr("\"namespace\": \"a/b\""));
  EXPECT_THAT(result, HasSubstr("\"opsmith.merged_from\": \"t1, t2\""));
  EXPECT_THAT(result, HasSubstr("\"kept\": \"yes\""));
}

}  // namespace
}  // namespace opsmith::transform::testing
