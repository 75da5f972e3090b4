#include "opsmith/report/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace opsmith::report {
namespace {

template <typename T>
Statistics of(ir::DataType type, const std::vector<T>& elements) {
  return statistics_of(type, std::as_bytes(std::span(elements)), elements.size());
}

TEST(Statistics, FiniteElementsOnly) {
  const Statistics s = of<float>(ir::DataType::float32, {0, 2, NAN, INFINITY, -INFINITY, 4});
  EXPECT_EQ(s.count, 6U);
  EXPECT_EQ(s.nans, 1U);
  EXPECT_EQ(s.infinities, 2U);
  EXPECT_EQ(s.zeros, 1U);
  EXPECT_EQ(s.minimum, 0);
  EXPECT_EQ(s.maximum, 4);
  EXPECT_EQ(s.mean, 2);
  EXPECT_NEAR(s.deviation, std::sqrt(8.0 / 3), 1e-12);
}

TEST(Statistics, SmallSpreadFarFromZero) {
  EXPECT_NEAR(of<double>(ir::DataType::float64, {1e9, 1e9 + 1, 1e9 + 2}).deviation,
              std::sqrt(2.0 / 3), 1e-9);
}

TEST(Statistics, PackedHalfBytes) {
  // Low nibble first: -8, 7, 1 and a pad.
  const Statistics s =
      statistics_of(ir::DataType::int4, std::as_bytes(std::span("\x78\x01", 2)), 3);
  EXPECT_EQ(s.minimum, -8);
  EXPECT_EQ(s.maximum, 7);
  EXPECT_EQ(s.mean, 0);
}

TEST(Statistics, StringsHaveNone) {
  EXPECT_FALSE(statistics_of(ir::DataType::string, {}, 4).numeric);
}

TEST(Statistics, FewerBytesThanClaimed) {
  EXPECT_EQ(
      statistics_of(ir::DataType::float32, std::as_bytes(std::span("\0\0\0\0", 4)), 1000).count,
      1U);
}

}  // namespace
}  // namespace opsmith::report
