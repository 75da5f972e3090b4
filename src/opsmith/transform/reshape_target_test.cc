#include "opsmith/transform/reshape_target.h"

#include <gtest/gtest.h>

namespace opsmith::transform {
namespace {

using ir::Dim;
using Target = std::vector<std::int64_t>;

const Dim n = Dim::symbol("N");
const Dim m = Dim::symbol("M");

TEST(ReshapeTarget, Found) {
  EXPECT_EQ(reshape_target({Dim::of(6)}, {Dim::of(2), Dim::of(3)}), (Target{2, 3}));
  EXPECT_EQ(reshape_target({n, Dim::of(6)}, {n, Dim::of(2), Dim::of(3)}), (Target{0, 2, 3}));
  EXPECT_EQ(reshape_target({Dim::of(6), n}, {n, Dim::of(6)}), (Target{-1, 6}));
  EXPECT_EQ(reshape_target({n, m, Dim::of(1)}, {n, m}), (Target{0, 0}));
  EXPECT_EQ(reshape_target({Dim::of(0), n}, {Dim::of(0), n}), (Target{0, 0}));
  EXPECT_EQ(reshape_target({Dim::of(1)}, {}), Target{});
}

TEST(ReshapeTarget, NoneThatServesEmptyTensorsToo) {
  EXPECT_FALSE(reshape_target({n, m}, {m, n}));
  EXPECT_FALSE(reshape_target({n, m, Dim::of(2)}, {n, {}}));
  EXPECT_FALSE(reshape_target({Dim::of(4), Dim::of(0)}, {Dim::of(0), Dim::of(4)}));
}

}  // namespace
}  // namespace opsmith::transform
