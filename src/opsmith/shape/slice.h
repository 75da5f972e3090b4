// Slicing of one axis, as the Slice operator counts it.
#pragma once

#include <cstdint>
#include <optional>

#include "opsmith/shape/dim_math.h"

namespace opsmith::shape {

// The elements first, first + step, … (`count` of them) of an axis.
struct SliceRange {
  std::int64_t first = 0;
  std::int64_t step = 1;
  std::int64_t count = 0;
};
// Nullopt for a step of 0, and where engines disagree (a start before the axis with a negative
// step).
std::optional<SliceRange> slice_range(std::int64_t size, std::int64_t start, std::int64_t end,
                                      std::int64_t step);

// The size of the axis after slicing, with symbols. An end of at least 2^31 - 1 means the end of
// any axis.
Dim slice_size(const Dim& size, const Dim& start, const Dim& end, const Dim& step);

}  // namespace opsmith::shape
