#include "opsmith/transform/value_range.h"

#include <gtest/gtest.h>

#include <limits>

#include "opsmith/format/text_parser.h"

namespace opsmith::transform {
namespace {

constexpr long double kInfinity = std::numeric_limits<long double>::infinity();

// The range of `y` in a graph of float `x` and integer `i`.
std::optional<ValueRange> range(const std::string& body, int opset = 17) {
  const auto model =
      format::parse_text("<ir_version: 8, opset_import: [\"\" : " + std::to_string(opset) +
                             "]>\nagraph (float[N] x, int64[N] i, int8[N] j, float c) => "
                             "(y)\n<float m1 = {-1}, float one = {1}, float "
                             "none = {nan}, int64 big = {9007199254740993}>\n{ y = " +
                             body + " }",
                         "test");
  shape::Inference shapes(*model);
  shapes.run();
  Rewriter rewriter(*model, shapes);
  const PassOptions options;
  const PassContext context{*model, rewriter, shapes, options, {}, {}, {}};
  return range_of_values(model->graph().output(0), context);
}

void expect_range(const std::string& body, long double low, long double high, int opset = 17) {
  const auto found = range(body, opset);
  ASSERT_TRUE(found) << body;
  EXPECT_EQ(found->low, low) << body;
  EXPECT_EQ(found->high, high) << body;
}

TEST(ValueRange, FollowsFromTheOperator) {
  expect_range("Sigmoid(x)", 0, 1);
  expect_range("Relu(x)", 0, kInfinity);
  expect_range("Mul(x, x)", 0, kInfinity);
  expect_range("Mul(x, one)", -kInfinity, kInfinity);
  expect_range("Tanh(x)", -kInfinity, kInfinity);
  expect_range("Abs(j)", -128, 127);
  expect_range("Relu(j)", 0, 127);
}

TEST(ValueRange, OfClipIsItsBounds) {
  expect_range("Clip(x, m1, one)", -1, 1);
  expect_range("Clip(x, m1)", -1, std::numeric_limits<float>::max());
  expect_range("Clip(i, \"\", big)", std::numeric_limits<std::int64_t>::min(), 9007199254740993.0L);
  expect_range("Clip<min = 0.5>(x)", 0.5L, std::numeric_limits<float>::max(), 10);
  expect_range("Clip(x, one, m1)", -kInfinity, kInfinity);
  expect_range("Clip(x, none, one)", -kInfinity, kInfinity);
  expect_range("Clip(x, c, one)", -kInfinity, kInfinity);
}

}  // namespace
}  // namespace opsmith::transform
