#include <gtest/gtest.h>

#include "opsmith/transform/testing.h"

namespace opsmith::transform {
namespace {

using testing::operators_after;
using testing::simplified;

const std::vector<std::string> kOnly = {"remove_unused"};

TEST(RemoveUnused, nodes_initializers_and_what_only_they_read) {
  const std::string text =
      "<ir_version: 8, opset_import: [\"\": 17]>\ng (float[2] x) => (float[2] y)\n<float[2] w = "
      "{1, 2}, float[2] v = {1, 2}>\n"
      "{ a = Mul (x, w)  b = Neg (a)  y = Add (x, v) }";
  EXPECT_EQ(operators_after(text, kOnly), "Add");
  const auto result = simplified(text, kOnly);
  EXPECT_EQ(result.find("float[2] w"), std::string::npos) << result;
  EXPECT_NE(result.find("float[2] v"), std::string::npos) << result;
}

TEST(RemoveUnused, keeps_what_only_nested_graphs_read) {
  const std::string text =
      "<ir_version: 8, opset_import: [\"\": 17]>\ng (float[2] x, bool c) => (float[2] "
      "y)\n<float[2] w = {1, 2}>\n"
      "{ a = Mul (x, w)  y = If (c) < then_branch = t () => (float[2] o) { o = Neg (a)  unread = "
      "Abs (x) },"
      " else_branch = e () => (float[2] p) { p = Abs (x) } > }";
  EXPECT_EQ(operators_after(text, kOnly), "Mul If");
  EXPECT_EQ(simplified(text, kOnly).find("unread"), std::string::npos);
}

TEST(RemoveUnused, functions_that_no_call_reaches) {
  const std::string text =
      "<ir_version: 8, opset_import: [\"\": 17, \"l\": 1]>\ng (float[2] x) => (float[2] y) { y = "
      "l.f (x) }\n"
      "<domain: \"l\", opset_import: [\"\": 17, \"l\": 1]>\nf (a) => (b) { b = l.inner (a) }\n"
      "<domain: \"l\", opset_import: [\"\": 17]>\ninner (a) => (b) { b = Neg (a) }\n"
      "<domain: \"l\", opset_import: [\"\": 17]>\nunreached (a) => (b) { b = Abs (a) }";
  const auto result = simplified(text, kOnly);
  EXPECT_NE(result.find("inner (a)"), std::string::npos) << result;
  EXPECT_EQ(result.find("unreached"), std::string::npos) << result;
}

TEST(RemoveUnused, keeps_the_default_domain_and_drops_unused_imports) {
  const auto result = simplified(
      "<ir_version: 8, opset_import: [\"\": 17, \"com.microsoft\": 1, \"\": 17]>\ng (float[2] x) "
      "=> (float[2] x2) "
      "{ x2 = Abs (x) }",
      kOnly);
  EXPECT_EQ(result.find("com.microsoft"), std::string::npos) << result;
  EXPECT_NE(result.find("\"\": 17"), std::string::npos) << result;
}

// Without any import a model is not valid.
TEST(RemoveUnused, keeps_the_last_import) {
  const auto result = simplified(
      "<ir_version: 8, opset_import: [\"ai.onnx.ml\": 3]>\ng (float[2] x) => (float[2] y)\n"
      "<float[2] y = {1, 2}> { unread = ai.onnx.ml.Normalizer (x) }",
      kOnly);
  EXPECT_EQ(result.find("Normalizer"), std::string::npos) << result;
  EXPECT_NE(result.find("\"ai.onnx.ml\": 3"), std::string::npos) << result;
}

}  // namespace
}  // namespace opsmith::transform
