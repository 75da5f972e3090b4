#include "opsmith/shape/dim_math.h"

#include <gtest/gtest.h>

#include <limits>

#include "opsmith/shape/broadcasting.h"
#include "opsmith/shape/slice.h"

namespace opsmith::shape {
namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
const Dim n = Dim::symbol("N");
const Dim m = Dim::symbol("M");
const Dim unknown;

Dim of(std::int64_t value) { return Dim::of(value); }

TEST(DimMath, OverflowIsUnknown) {
  EXPECT_EQ(add(of(most), of(1)).text(), "?");
  EXPECT_EQ(subtract(of(least), of(1)).text(), "?");
  EXPECT_EQ(multiply(of(most), of(2)).text(), "?");
  EXPECT_EQ(divide(of(least), of(-1)).text(), "?");
  EXPECT_EQ(negate(of(least)).text(), "?");
  EXPECT_EQ(absolute(of(least)).text(), "?");
}

TEST(DimMath, DividesTowardZeroAndNeverByZero) {
  EXPECT_TRUE(divide(of(-7), of(2)).is(-3));
  EXPECT_EQ(divide(of(7), of(0)).text(), "?");
  EXPECT_EQ(remainder(of(7), of(0), false).text(), "?");
  EXPECT_TRUE(remainder(of(-7), of(3), false).is(2));
  EXPECT_TRUE(remainder(of(-7), of(3), true).is(-1));
  EXPECT_TRUE(remainder(of(least), of(-1), false).is(0));
}

TEST(DimMath, SymbolsSurviveIdentitiesOnly) {
  EXPECT_EQ(add(n, of(0)).text(), "N");
  EXPECT_EQ(multiply(of(1), n).text(), "N");
  EXPECT_TRUE(multiply(n, of(0)).is(0));
  EXPECT_TRUE(subtract(n, n).is(0));
  EXPECT_EQ(add(n, of(1)).text(), "?");
  EXPECT_EQ(add(n, m).text(), "?");
  EXPECT_EQ(maximum(n, of(0)).text(), "N");
  EXPECT_EQ(maximum(n, of(1)).text(), "?");
}

TEST(DimMath, ComparesWhatIsCertain) {
  EXPECT_EQ(equal(n, n), true);
  EXPECT_EQ(equal(n, of(-1)), false);
  EXPECT_EQ(equal(n, m), std::nullopt);
  EXPECT_EQ(equal(n, of(0)), std::nullopt);
  EXPECT_EQ(less(n, of(0)), false);
  EXPECT_EQ(less_or_equal(of(0), n), true);
}

TEST(DimMath, BroadcastsOneAxis) {
  EXPECT_EQ(broadcast(n, of(1))->text(), "N");
  EXPECT_EQ(broadcast(n, n)->text(), "N");
  EXPECT_EQ(broadcast(n, m)->text(), "?");
  EXPECT_TRUE(broadcast(n, of(4))->is(4));
  EXPECT_TRUE(broadcast(unknown, of(0))->is(0));
  EXPECT_FALSE(broadcast(of(2), of(3)));
}

TEST(Broadcasting, AlignsAtTheEnd) {
  const auto shape = broadcast_shapes({of(4), n, of(1)}, {of(3)});
  ASSERT_TRUE(shape);
  EXPECT_EQ(ir::Type::tensor(ir::DataType::float32, *shape)->text(), "float[4,N,3]");
}

TEST(Slice, CountsLikeTheOperator) {
  EXPECT_EQ(slice_range(10, 2, most, 3)->count, 3);
  EXPECT_EQ(slice_range(10, -3, most, 1)->count, 3);
  EXPECT_EQ(slice_range(10, 5, 2, 1)->count, 0);
  EXPECT_EQ(slice_range(10, most, least, -1)->count, 10);
  EXPECT_EQ(slice_range(10, most, least, least)->count, 1);
  EXPECT_EQ(slice_range(0, 0, most, 1)->count, 0);
  EXPECT_FALSE(slice_range(10, 0, 5, 0));
  EXPECT_FALSE(slice_range(5, -9, -9, -1));
}

TEST(Slice, KeepsASymbolThatIsTakenWhole) {
  EXPECT_EQ(slice_size(n, of(0), of(most), of(1)).text(), "N");
  EXPECT_EQ(slice_size(n, of(-1), of(least), of(-1)).text(), "N");
  EXPECT_EQ(slice_size(n, of(0), n, of(1)).text(), "N");
  EXPECT_EQ(slice_size(n, of(1), of(most), of(1)).text(), "?");
  EXPECT_EQ(slice_size(of(8), of(0), n, of(1)).text(), "?");
}

}  // namespace
}  // namespace opsmith::shape
