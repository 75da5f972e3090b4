#include "opsmith/transform/same_computation.h"

#include <gtest/gtest.h>

#include "opsmith/format/text_parser.h"
#include "opsmith/ir/model.h"

namespace opsmith::transform {
namespace {

// Whether the two nodes of a graph are the same; equal ones must have equal hashes.
bool same(const std::string& first, const std::string& second) {
  const auto model = format::parse_text(
      "<ir_version: 8, opset_import: [\"\" : 17, \"my\" : 1]>\nagraph (float[N] x, float[N] w) => "
      "(a, b)\n{ a = " +
          first + "\n b = " + second + " }",
      "test");
  const ir::Node& a = *model->graph().first_node();
  const ir::Node& b = *a.next();
  const auto hash_a = computation_hash(a);
  const auto hash_b = computation_hash(b);
  if (!hash_a || !hash_b) return false;
  const bool equal = is_same_computation(a, b);
  if (equal) {
    EXPECT_EQ(*hash_a, *hash_b);
  }
  return equal;
}

TEST(SameComputation, ComparesOperatorOperandsAndAttributes) {
  EXPECT_TRUE(same("Sub(x, w)", "Sub(x, w)"));
  EXPECT_FALSE(same("Sub(x, w)", "Sub(w, x)"));
  EXPECT_FALSE(same("Sub(x, w)", "Div(x, w)"));
  EXPECT_TRUE(same("Elu<alpha = 2.0>(x)", "Elu<alpha = 2.0>(x)"));
  EXPECT_FALSE(same("Elu<alpha = 2.0>(x)", "Elu<alpha = 3.0>(x)"));
  EXPECT_TRUE(same("Constant<value = float[2] {1, 2}>()", "Constant<value = float[2] {1, 2}>()"));
  EXPECT_FALSE(same("Constant<value = float[2] {1, 2}>()", "Constant<value = float[2] {1, 3}>()"));
  EXPECT_FALSE(
      same("Constant<value = float[2] {1, 2}>()", "Constant<value_floats = [1.0, 2.0]>()"));
}

TEST(SameComputation, SwapsTwoOperandsWhereThatIsExact) {
  EXPECT_TRUE(same("Add(x, w)", "Add(w, x)"));
  EXPECT_TRUE(same("Sum(x, w)", "Sum(w, x)"));
  EXPECT_FALSE(same("Sum(x, w, w)", "Sum(w, x, w)"));
}

TEST(SameComputation, IgnoresTrailingOmittedOperands) {
  EXPECT_TRUE(same("Clip(x, w)", "Clip(x, w, \"\")"));
  EXPECT_FALSE(same("Clip(x, \"\", w)", "Clip(x, w)"));
}

TEST(SameComputation, KnowsNothingOfOtherDomains) { EXPECT_FALSE(same("my.F(x)", "my.F(x)")); }

}  // namespace
}  // namespace opsmith::transform
