#include <gtest/gtest.h>

#include "opsmith/transform/testing.h"

namespace opsmith::transform {
namespace {

using testing::expect_same_results;
using testing::operators_after;
using testing::simplified;

const std::vector<std::string> kOnly = {"constants_to_initializers"};

std::string model(int ir_version, const std::string& constant) {
  return "<ir_version: " + std::to_string(ir_version) + ", opset_import: [\"\": 13]>\n" +
         "g (float[2] x) => (float[2] y) { k = Constant <" + constant + "> ()  y = Add (x, k) }";
}

TEST(ConstantsToInitializers, every_form_of_value) {
  for (const char* form :
       {"value = float[2] {1, 2}", "value_float = 1.5", "value_floats = [1.0, 2.0]"}) {
    EXPECT_EQ(operators_after(model(8, form), kOnly), "Add") << form;
    expect_same_results(model(8, form), kOnly);
  }
}

TEST(ConstantsToInitializers, not_below_ir_version_4) {
  EXPECT_EQ(operators_after(model(3, "value = float[2] {1, 2}"), kOnly), "Constant Add");
}

TEST(ConstantsToInitializers, a_sparse_constant_stays) {
  EXPECT_EQ(
      operators_after(
          model(8, "sparse_value = sparse_tensor(float[2]) {float[1] {1}, int64[1] {0}}"), kOnly),
      "Constant Add");
}

TEST(ConstantsToInitializers, inside_branches_but_not_in_functions) {
  const std::string text =
      "<ir_version: 8, opset_import: [\"\": 17, \"l\": 1]>\ng (float[2] x, bool c) => (float[2] y) "
      "{\n"
      "  a = l.f (x)\n  y = If (c) < then_branch = t () => (float[2] o) { k = Constant <value = "
      "float {2}> ()  o = Mul (a, k) },"
      " else_branch = e () => (float[2] p) { p = Neg (a) } > }\n"
      "<domain: \"l\", opset_import: [\"\": 17]>\nf (p) => (q) { m = Constant <value_float = 3.0> "
      "()  q = Mul (p, m) }";
  const std::string result = simplified(text, kOnly);
  EXPECT_NE(result.find("float k = {2}"), std::string::npos) << result;
  EXPECT_NE(result.find("m = Constant"), std::string::npos) << result;
  expect_same_results(text, kOnly);
}

}  // namespace
}  // namespace opsmith::transform
