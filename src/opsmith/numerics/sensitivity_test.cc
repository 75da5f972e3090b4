#include "opsmith/numerics/sensitivity.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

namespace opsmith::numerics {
namespace {

using ir::DataType;
using runtime::Array;
using runtime::NamedArrays;

float first(const NamedArrays& arrays) {
  float value = 0;
  std::memcpy(&value, arrays[0].second.bytes.data(), sizeof value);
  return value;
}

RunModel model_of(float (*function)(float)) {
  return [function](const NamedArrays& inputs) {
    return NamedArrays{{"y", Array::of<float>(DataType::float32, {1}, {function(first(inputs))})}};
  };
}

const NamedArrays kInput = {{"x", Array::of<float>(DataType::float32, {1}, {1.5F})}};

TEST(Sensitivity, SmoothModelMovesByAboutTheNoise) {
  const auto results = measure_sensitivity(model_of([](float x) { return 2 * x; }), kInput);
  ASSERT_EQ(results.size(), 1U);
  EXPECT_GT(results[0].max_abs, 0);
  EXPECT_LT(results[0].max_abs, 1e-5);
  EXPECT_FALSE(results[0].changed_shape);
}

TEST(Sensitivity, ChaoticModelMovesMuch) {
  const auto results = measure_sensitivity(
      model_of([](float x) { return std::fmod(x * 1e7F, 1.0F) + (x > 1.5F ? 1.0F : 0.0F); }),
      kInput);
  EXPECT_GT(results[0].max_abs, 0.5);
}

TEST(Sensitivity, IntegerInputsStayAsTheyAre) {
  const NamedArrays inputs = {{"x", Array::of<std::int64_t>(DataType::int64, {2}, {3, 4})}};
  EXPECT_EQ(perturb(inputs, 0.1, 1)[0].second.bytes, inputs[0].second.bytes);
}

TEST(Sensitivity, DrawsDifferAndRepeat) {
  EXPECT_EQ(perturb(kInput, 1e-3, 1)[0].second.bytes, perturb(kInput, 1e-3, 1)[0].second.bytes);
  EXPECT_NE(perturb(kInput, 1e-3, 1)[0].second.bytes, perturb(kInput, 1e-3, 2)[0].second.bytes);
}

}  // namespace
}  // namespace opsmith::numerics
