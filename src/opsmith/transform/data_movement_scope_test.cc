// Data movement passes in function bodies, old IR versions and nested graphs, and together.
#include <gmock/gmock.h>

#include "opsmith/transform/pass_cases.h"

namespace opsmith::transform::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string with_function(const std::string& body) {
  return "<ir_version: 8, opset_import: [\"\" : 13, \"local\" : 1]>\n"
         "g (float[2,3] x) => (float[] y) { y = local.f (x) }\n"
         "<domain: \"local\", opset_import: [\"\" : 13]>\n"
         "f (a) => (b) { " +
         body + " }\n";
}

TEST(DataMovementScopes, FunctionBodiesHaveNoTypes) {
  const std::string twice = with_function("c = Transpose (a) d = Transpose (c) b = Relu (d)");
  EXPECT_THAT(simplified(twice, {"remove_transpose"}), Not(HasSubstr("Transpose")));
  EXPECT_NO_THROW(expect_same_results(twice, {"remove_transpose"}));

  const std::string once = with_function("c = Transpose <perm = [0, 1]> (a) b = Identity (c)");
  const std::string result = simplified(once, {"remove_transpose", "remove_identity"});
  EXPECT_THAT(result, Not(HasSubstr("Transpose")));
  EXPECT_THAT(result, HasSubstr("b = Identity (a)"));

  const std::string shape = with_function("s = Shape (a) c = Reshape (a, s) b = Relu (c)");
  EXPECT_THAT(simplified(shape, {"remove_reshape"}), Not(HasSubstr("Reshape")));
}

TEST(DataMovementScopes, FunctionBodiesHaveNoInitializers) {
  const std::string text = with_function(
      "i = Constant <value_ints = [0]> () j = Constant <value_ints = [1]> () "
      "c = Unsqueeze (a, i) b = Unsqueeze (c, j)");
  const std::string result = simplified(text, {"merge_squeezes"});
  EXPECT_THAT(result, HasSubstr("Constant"));
  EXPECT_EQ(result.find("Unsqueeze"), result.rfind("Unsqueeze"));
  EXPECT_NO_THROW(expect_same_results(text, {"merge_squeezes"}));
}

TEST(DataMovementScopes, AttributesOfTheCallerAreUnknown) {
  const std::string text =
      "<ir_version: 8, opset_import: [\"\" : 13, \"local\" : 1]>\n"
      "g (float[2,3] x) => (float[] y) { y = local.f <p = [1, 0]> (x) }\n"
      "<domain: \"local\", opset_import: [\"\" : 13]>\n"
      "f <p> (a) => (b) "
      "{ c = Transpose <perm: ints = @p> (a) b = Transpose <perm = [1, 0]> (c) }\n";
  const std::string result = simplified(text, {"remove_transpose"});
  EXPECT_NE(result.find("Transpose"), result.rfind("Transpose"));
  EXPECT_NO_THROW(expect_same_results(text, {"remove_transpose"}));
}

TEST(DataMovementScopes, NestedGraphs) {
  const std::string text = model_text(13, R"(
g (bool c, float[2,3] x) => (float[] y) <int64[1] i = {0}> {
  y = If (c) <
    then_branch = t () => (float[] p) { a = Unsqueeze (x, i) b = Squeeze (a, i) p = Neg (b) },
    else_branch = e () => (float[] q) { a2 = Transpose (x) q = Transpose (a2) }>
})");
  const std::string result = simplified(text, {"merge_squeezes", "remove_transpose"});
  EXPECT_THAT(result, HasSubstr("p = Neg (x)"));
  // The branch may not return a value of the graph around it.
  EXPECT_THAT(result, HasSubstr("q = Transpose (a2)"));
  EXPECT_NO_THROW(expect_same_results(text, {"merge_squeezes", "remove_transpose"}));
}

TEST(DataMovementScopes, OldIrVersionsHaveConstantNodes) {
  const std::string text =
      model_text(13,
                 "g (float[2,3] x) => (float[] y) { i = Constant <value_ints = [0]> () "
                 "j = Constant <value_ints = [1]> () c = Unsqueeze (x, i) y = Unsqueeze (c, j) }",
                 3);
  EXPECT_THAT(operators_after(text, {"merge_squeezes"}), HasSubstr("Constant Unsqueeze"));
}

TEST(DataMovementScopes, ASecondRunChangesNothing) {
  const std::string text = model_text(13, R"(
g (float[N,4,6] x) => (float[] y, float[] z) <int64[3] s = {0, 2, -1}, int64[1] i = {1}> {
  a = Identity (x)
  b = Transpose <perm = [0, 2, 1]> (a)
  c = Transpose <perm = [1, 0, 2]> (b)
  d = Reshape (c, s)
  e = Unsqueeze (d, i)
  f = Cast <to = 1> (e)
  y = Concat <axis = 0> (f)
  z = Identity (y)
})");
  const std::string once = simplified(text);
  EXPECT_EQ(simplified(once), once);
  EXPECT_NO_THROW(expect_same_results(text));
}

}  // namespace
}  // namespace opsmith::transform::testing
