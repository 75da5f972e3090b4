#include <gtest/gtest.h>

#include "opsmith/transform/testing.h"

namespace opsmith::transform {
namespace {

using testing::expect_same_results;
using testing::operators_after;

std::string model(const std::string& signature, const std::string& weights,
                  const std::string& body) {
  return "<ir_version: 8, opset_import: [\"\": 17]>\ng " + signature + "\n<" + weights + ">\n{" +
         body + "}";
}

const std::vector<std::string> kFold = {"fold_constants"};

TEST(FoldConstants, a_chain_becomes_one_constant) {
  const auto text = model("(float[2] x) => (float[2] y)", "float[2] a = {1, 4}",
                          "b = Sqrt (a)  c = Neg (b)  y = Mul (x, c)");
  EXPECT_EQ(operators_after(text, kFold), "Mul");
  expect_same_results(text, kFold);
}

TEST(FoldConstants, random_operators_never_fold) {
  EXPECT_EQ(operators_after(model("(float[2] x) => (float[2] y)", "float[2] a = {1, 4}",
                                  "r = RandomUniformLike (a)  y = Mul (x, r)"),
                            kFold),
            "RandomUniformLike Mul");
}

TEST(FoldConstants, a_model_local_function_of_a_standard_name_is_not_the_standard_operator) {
  const std::string text =
      "<ir_version: 8, opset_import: [\"\": 17]>\ng (float[2] x) => (float[2] y)\n<float[2] a = "
      "{1, 4}>\n"
      "{ b = Sqrt (a)  y = Mul (x, b) }\n<domain: \"\", opset_import: [\"\": 17]>\nSqrt (p) => (q) "
      "{ q = Neg (p) }";
  EXPECT_EQ(operators_after(text, kFold), "Sqrt Mul");
}

TEST(FoldConstants, growth_counts_only_operands_that_vanish) {
  // 16 bytes in and out: no growth as long as nothing else reads the weight.
  const std::string weights = "float[2,2] w = {1, 2, 3, 4}";
  PassOptions none;
  none.max_growth = 0;
  EXPECT_EQ(operators_after(model("(float[2,2] x) => (float[2,2] y)", weights,
                                  "t = Transpose (w)  y = MatMul (x, t)"),
                            kFold, none),
            "MatMul");
  EXPECT_EQ(operators_after(model("(float[2,2] x) => (float[2,2] y)", weights,
                                  "t = Transpose (w)  s = MatMul (x, t)  y = Add (s, w)"),
                            kFold, none),
            "Transpose MatMul Add");
}

TEST(FoldConstants, every_result_of_a_node_with_several_is_kept) {
  const auto text = model("(float[2] x) => (float[2] y, float[2] z)",
                          "float[4] w = {1, 2, 3, 4}, int64[2] s = {2, 2}",
                          "p, q = Split <axis = 0> (w, s)  y = Add (x, p)  z = Add (x, q)");
  EXPECT_EQ(operators_after(text, kFold), "Add Add");
  expect_same_results(text, kFold);
}

TEST(FoldConstants, works_inside_a_branch_and_leaves_its_outputs_there) {
  const auto text = model("(bool c, float[1] x) => (float[1] y)", "float[1] w = {4}",
                          "y = If (c) < then_branch = t () => (float[1] o) { o = Sqrt (w) },"
                          " else_branch = e () => (float[1] p) { p = Add (x, w) } >");
  EXPECT_EQ(operators_after(text, kFold), "If");
  expect_same_results(text, kFold);
}

TEST(FoldConstants, a_chain_longer_than_a_batch) {
  std::string body = "v0 = Add (a, a)  ";
  for (int i = 1; i < 4500; ++i) {
    body += "v" + std::to_string(i) + " = Add (v" + std::to_string(i - 1) + ", a)  ";
  }
  const auto text =
      model("(float[1] x) => (float[1] y)", "float[1] a = {1}", body + "y = Add (x, v4499)");
  EXPECT_EQ(operators_after(text, kFold), "Add");
  EXPECT_NE(testing::simplified(text, kFold).find("v4499 = {4501}"), std::string::npos);
}

TEST(FoldConstants, a_result_of_data_dependent_size) {
  const auto text = model("(int64[1,N] x) => (int64[1,M] y)", "float[4] w = {0, 2, 0, 4}",
                          "n = NonZero (w)  y = Concat <axis = 1> (x, n)");
  EXPECT_EQ(operators_after(text, kFold), "Concat");
  expect_same_results(text, kFold);
}

}  // namespace
}  // namespace opsmith::transform
