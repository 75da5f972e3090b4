// Statistics of a tensor's elements.
#pragma once

#include <cstdint>

#include "opsmith/base/bytes.h"
#include "opsmith/ir/data_type.h"

namespace opsmith::report {

struct Statistics {
  bool numeric = false;     // false for strings, complex and unknown types: the rest is then zero
  std::uint64_t count = 0;  // of all elements
  std::uint64_t zeros = 0, nans = 0, infinities = 0;
  // Over finite elements; zero when there is none. `deviation` is that of the population.
  double minimum = 0, maximum = 0, mean = 0, deviation = 0;
  std::uint64_t finite() const { return count - nans - infinities; }
};

// `bytes`: packed as raw_data, of at least `count` elements (fewer: those that are there count).
// One pass.
Statistics statistics_of(ir::DataType type, ByteView bytes, std::uint64_t count);

}  // namespace opsmith::report
