#include <gmock/gmock.h>

#include "opsmith/transform/pass_cases.h"

namespace opsmith::transform::testing {
namespace {

using ::testing::HasSubstr;

TEST(RemoveDropout, AtInference) {
  expect_cases(
      "remove_dropout",
      {
          {"opset 7", 7,
           "g (float[N] x) => (float[N] y) { a = Dropout <ratio = 0.3> (x) y = Relu (a) }", "Relu"},
          {"opset 10", 10, "g (float[N] x) => (float[N] y) { a, m = Dropout (x) y = Relu (a) }",
           "Relu"},
          // Runtimes disagree about the mask of opset 10.
          {"opset 10, mask read", 10,
           "g (float[4] x) => (float[4] d, float[4] z) { d, m = Dropout <ratio = 0.0> (x) z = Cast "
           "<to = 1> (m) }",
           "Dropout Cast"},
          {"no training_mode", 13,
           "g (float[N] x) => (float[N] y) <float r = {0.5}> { a = Dropout (x, r) y = Relu (a) }",
           "Relu"},
          {"training_mode false", 13,
           "g (float[N] x) => (float[N] y) <float r = {0.5}, bool t = {0}> { a = Dropout (x, r, t) "
           "y = Relu (a) }",
           "Relu"},
          {"training_mode true", 13,
           "g (float[N] x) => (float[N] y) <float r = {0.5}, bool t = {1}> { a = Dropout (x, r, t) "
           "y = Relu (a) }",
           "Dropout Relu", false},
          {"training_mode unknown", 13,
           "g (float[N] x, bool t) => (float[N] y) <float r = {0.5}> { a = Dropout (x, r, t) y = "
           "Relu (a) }",
           "Dropout Relu", false},
          {"input to output", 13, "g (float[N] x) => (float[N] y) { y = Dropout (x) }", "Dropout"},
          {"mask of known shape", 13,
           "g (float[4] x) => (float[4] y, float[4] z) { a, m = Dropout (x) y = Relu (a) z = Cast "
           "<to = 1> (m) }",
           "Relu Cast"},
          {"mask only", 13,
           "g (float[4] x) => (float[4] z) { a, m = Dropout (x) z = Cast <to = 1> (m) }", "Cast"},
          {"mask of unknown shape", 13,
           "g (float[N] x) => (float[N] y, float[N] z) { a, m = Dropout (x) y = Relu (a) z = Cast "
           "<to = 1> (m) }",
           "Dropout Relu Cast"},
          {"mask too large", 13,
           "g (float[9999] x) => (float[9999] y, float[9999] z) "
           "{ a, m = Dropout (x) y = Relu (a) z = Cast <to = 1> (m) }",
           "Dropout Relu Cast"},
          {"data cannot go", 13,
           "g (float[4] x) => (float[4] y, float[4] z) { y, m = Dropout (x) z = Cast <to = 1> (m) "
           "}",
           "Dropout Cast"},
          {"opset 6, is_test", 6,
           "g (float[N] x) => (float[N] y) { a = Dropout <is_test = 1> (x) y = Relu (a) }", "Relu",
           false},
          {"opset 6, training", 6,
           "g (float[N] x) => (float[N] y) { a = Dropout (x) y = Relu (a) }", "Dropout Relu",
           false},
      });
}

TEST(RemoveDropout, MaskIsAnOutput) {
  const std::string text = model_text(
      13,
      "g (float[2,0,3] x) => (float[2,0,3] y, bool[2,0,3] m) { a, m = Dropout (x) y = Relu (a) }");
  EXPECT_EQ(operators_after(text, {"remove_dropout"}), "Relu");
  EXPECT_THAT(simplified(text, {"remove_dropout"}), HasSubstr("bool[2, 0, 3] m = {}"));
  EXPECT_NO_THROW(expect_same_results(text, {"remove_dropout"}));
}

}  // namespace
}  // namespace opsmith::transform::testing
