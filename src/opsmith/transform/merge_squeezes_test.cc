#include <gmock/gmock.h>

#include "opsmith/transform/pass_cases.h"

namespace opsmith::transform::testing {
namespace {

using ::testing::HasSubstr;

TEST(MergeSqueezes, Pairs) {
  expect_cases("merge_squeezes",
               {
                   {"squeeze after unsqueeze", 13,
                    "g (float[?,?] x) => (float[?,?] y) <int64[2] i = {1, 0}, int64[2] j = {0, 1}> "
                    "{ a = Unsqueeze (x, i) b = Squeeze (a, j) y = Relu (b) }",
                    "Relu", false},
                   {"unsqueeze after squeeze", 11,
                    "g (float[N,1,M] x) => (float[N,1,M] y) "
                    "{ a = Squeeze <axes = [1]> (x) b = Unsqueeze <axes = [1]> (a) y = Relu (b) }",
                    "Relu"},
                   {"negative and positive", 13,
                    "g (float[N,M] x) => (float[N,M] y) <int64[1] i = {2}, int64[1] j = {-1}> "
                    "{ a = Unsqueeze (x, i) b = Squeeze (a, j) y = Relu (b) }",
                    "Relu"},
                   {"negative and positive, rank unknown", 13,
                    "g (float[] x) => (float[] y) <int64[1] i = {2}, int64[1] j = {-1}> "
                    "{ a = Unsqueeze (x, i) b = Squeeze (a, j) y = Relu (b) }",
                    "Unsqueeze Squeeze Relu", false},
                   {"other axis", 13,
                    "g (float[1,M] x) => (float[M,1] y) <int64[1] i = {2}, int64[1] j = {0}> "
                    "{ a = Unsqueeze (x, i) b = Squeeze (a, j) y = Relu (b) }",
                    "Unsqueeze Squeeze Relu"},
                   {"squeeze of all ones", 13,
                    "g (float[1,M] x) => (float[] y) <int64[1] i = {2}> { a = Unsqueeze (x, i) b = "
                    "Squeeze (a) y = Relu (b) }",
                    "Unsqueeze Squeeze Relu"},
                   {"axes not constant", 13,
                    "g (float[N,M] x, int64[1] i) => (float[] y) { a = Unsqueeze (x, i) b = "
                    "Squeeze (a, i) y = Relu (b) }",
                    "Unsqueeze Squeeze Relu", false},
               });
}

TEST(MergeSqueezes, OfOneKind) {
  expect_cases(
      "merge_squeezes",
      {
          {"unsqueezes", 13,
           "g (float[N,M] x) => (float[] y) <int64[1] i = {1}, int64[2] j = {0, -1}> "
           "{ a = Unsqueeze (x, i) y = Unsqueeze (a, j) }",
           "Unsqueeze"},
          {"unsqueezes, opset 11", 11,
           "g (float[N,M] x) => (float[] y) { a = Unsqueeze <axes = [2]> (x) y = Unsqueeze <axes = "
           "[1, 2]> (a) }",
           "Unsqueeze"},
          {"squeezes", 13,
           "g (float[1,N,1,M,1] x) => (float[] y) <int64[2] i = {0, 2}, int64[1] j = {-1}> "
           "{ a = Squeeze (x, i) y = Squeeze (a, j) }",
           "Squeeze"},
          {"squeezes, opset 11", 11,
           "g (float[1,1,1,M] x) => (float[M] y) { a = Squeeze <axes = [1]> (x) y = Squeeze <axes "
           "= [0, 1]> (a) }",
           "Squeeze"},
          {"negative, rank unknown", 13,
           "g (float[] x) => (float[] y) <int64[1] i = {1}, int64[1] j = {-1}> "
           "{ a = Unsqueeze (x, i) y = Unsqueeze (a, j) }",
           "Unsqueeze Unsqueeze", false},
          {"middle read elsewhere", 13,
           "g (float[N] x) => (float[] y, float[] z) <int64[1] i = {1}> "
           "{ a = Unsqueeze (x, i) y = Unsqueeze (a, i) z = Relu (a) }",
           "Unsqueeze Unsqueeze Relu"},
      });
}

TEST(MergeSqueezes, Axes) {
  const std::string unsqueezed =
      simplified(model_text(11,
                            "g (float[7,5] x) => (float[] y) { a = Unsqueeze <axes = [2]> (x) y = "
                            "Unsqueeze <axes = [0, 3]> (a) }"),
                 {"merge_squeezes"});
  EXPECT_THAT(unsqueezed, HasSubstr("[0, 3, 4]"));
  const std::string squeezed =
      simplified(model_text(11,
                            "g (float[1,7,1,5,1] x) => (float[] y) { a = Squeeze <axes = [0, 4]> "
                            "(x) y = Squeeze <axes = [1]> (a) }"),
                 {"merge_squeezes"});
  EXPECT_THAT(squeezed, HasSubstr("[0, 2, 4]"));
}

}  // namespace
}  // namespace opsmith::transform::testing
