// One pass over two runs of numbers: the sums and extremes behind a Difference. Internal to this
// room.
#pragma once

#include <cstddef>
#include <cstdint>

#include "opsmith/base/bytes.h"
#include "opsmith/ir/data_type.h"
#include "opsmith/numerics/tolerance.h"

namespace opsmith::numerics {

struct Statistics {
  std::size_t count = 0;
  std::size_t unequal = 0;
  std::size_t violations = 0;  // of the elementwise bound
  // Over pairs of finite elements.
  double sum_abs = 0, sum_square = 0;  // of a-b
  // For the cosine and the ratio of signal to noise. Like sum_square they may be scaled by one
  // common factor.
  double dot = 0, square_a = 0, square_b = 0;
  double largest_a = 0, largest_b = 0;  // magnitudes
  double max_abs = 0;
  std::size_t max_abs_at = 0;
  double max_rel = 0;
  std::size_t max_rel_at = 0;
  std::uint64_t max_ulp = 0;
  std::size_t nan_a = 0, nan_b = 0, inf_a = 0, inf_b = 0, mismatches = 0;
  std::size_t first_mismatch = 0;
};

// Both hold `count` packed elements of `type`: any numeric type but complex. `bool` and integers
// count as numbers; 64-bit integers that differ are counted as unequal even where doubles cannot
// tell them apart.
Statistics gather_statistics(ir::DataType type, ByteView a, ByteView b, std::size_t count,
                             const Tolerance& tolerance);

}  // namespace opsmith::numerics
