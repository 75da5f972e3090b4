#include <gtest/gtest.h>

#include "opsmith/transform/testing.h"

namespace opsmith::transform {
namespace {

using testing::expect_same_results;
using testing::operators_after;

const std::vector<std::string> kFold = {"fold_shapes"};

std::string model(const std::string& type, const std::string& body) {
  return "<ir_version: 8, opset_import: [\"\": 17]>\ng (float" + type + " x) => (float y)\n" +
         "<int64[1] one = {1}, int64[1] minus = {-1}, int64 i1 = {1}>\n{" + body + "}";
}

TEST(FoldShapes, arithmetic_of_known_dimensions) {
  const auto whole =
      model("[2,3,4]",
            "s = Shape (x)  d = Gather <axis = 0> (s, i1)  m = Mul (d, d)  z = Cast <to = 1> (m)  "
            "k = ReduceSum <keepdims = 0> (x)  y = Mul (k, z)");
  EXPECT_EQ(operators_after(whole, kFold), "Cast ReduceSum Mul");
  expect_same_results(whole, kFold);
}

TEST(FoldShapes, the_known_part_of_a_dynamic_shape) {
  const auto known = model("[N,3]",
                           "s = Shape (x)  d = Gather <axis = 0> (s, i1)  z = Cast <to = 1> (d)  "
                           "k = ReduceSum <keepdims = 0> (x)  y = Mul (k, z)");
  EXPECT_EQ(operators_after(known, kFold), "Cast ReduceSum Mul");
  expect_same_results(known, kFold);
  const auto unknown = model("[3,N]",
                             "s = Shape (x)  d = Gather <axis = 0> (s, i1)  z = Cast <to = 1> (d)  "
                             "k = ReduceSum <keepdims = 0> (x)  y = Mul (k, z)");
  EXPECT_EQ(operators_after(unknown, kFold), "Shape Gather Cast ReduceSum Mul");
}

TEST(FoldShapes, a_limit_of_zero_growth_leaves_them) {
  PassOptions none;
  none.max_growth = 0;
  EXPECT_EQ(
      operators_after(model("[2,3]",
                            "s = Shape (x)  d = Gather <axis = 0> (s, i1)  z = Cast <to = 1> (d)  "
                            "k = ReduceSum <keepdims = 0> (x)  y = Mul (k, z)"),
                      kFold, none),
      "Shape Gather Cast ReduceSum Mul");
}

}  // namespace
}  // namespace opsmith::transform
