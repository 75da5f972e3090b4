#include "opsmith/transform/scoped_index.h"

#include <gtest/gtest.h>

namespace opsmith::transform {
namespace {

const auto any = [](int) { return true; };

TEST(ScopedIndex, FindsTheNewestOfAHash) {
  ScopedIndex<int> index;
  EXPECT_EQ(index.find(1, any), 0);
  index.add(1, 10);
  index.add(1, 11);
  index.add(2, 20);
  EXPECT_EQ(index.find(1, any), 11);
  EXPECT_EQ(index.find(1, [](int value) { return value == 10; }), 10);
  EXPECT_EQ(index.find(2, any), 20);
  EXPECT_EQ(index.find(3, any), 0);
}

TEST(ScopedIndex, ForgetsScopesAcrossGrowth) {
  ScopedIndex<int> index;
  index.add(7, 1);
  const std::size_t mark = index.mark();
  for (int i = 0; i < 1000; ++i) index.add(static_cast<std::uint64_t>(i), i + 100);
  EXPECT_EQ(index.find(7, any), 107);
  EXPECT_EQ(index.find(999, any), 1099);
  index.forget_since(mark);
  EXPECT_EQ(index.find(7, any), 1);
  for (int i = 0; i < 1000; ++i) {
    if (i != 7) {
      EXPECT_EQ(index.find(static_cast<std::uint64_t>(i), any), 0);
    }
  }
}

}  // namespace
}  // namespace opsmith::transform
