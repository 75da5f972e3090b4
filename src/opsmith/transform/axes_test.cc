#include "opsmith/transform/axes.h"

#include <gtest/gtest.h>

namespace opsmith::transform {
namespace {

TEST(NormalizedAxes, AscendingFromZero) {
  EXPECT_EQ(normalized_axes({2, 0}, 3), (Axes{0, 2}));
  EXPECT_EQ(normalized_axes({-1, 0}, 3), (Axes{0, 2}));
  EXPECT_EQ(normalized_axes({}, std::nullopt), Axes{});
  EXPECT_EQ(normalized_axes({5}, std::nullopt), Axes{5});
}

TEST(NormalizedAxes, Refused) {
  EXPECT_FALSE(normalized_axes({3}, 3));
  EXPECT_FALSE(normalized_axes({-4}, 3));
  EXPECT_FALSE(normalized_axes({-1}, std::nullopt));
  EXPECT_FALSE(normalized_axes({0, -3}, 3));
}

}  // namespace
}  // namespace opsmith::transform
