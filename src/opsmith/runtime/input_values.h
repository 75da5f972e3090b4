// Elements for one input that meet what its readers ask. Internal to this room.
#pragma once

#include <cstdint>
#include <vector>

#include "opsmith/runtime/array.h"
#include "opsmith/runtime/input_readers.h"
#include "opsmith/runtime/random.h"

namespace opsmith::runtime {

// A tensor of `type` and `dims`. `name` of the input gives a hint where readers tell nothing.
// Throws Error(limit) when it would not fit in memory, Error(unsupported) for element types that
// are unknown.
Array make_values(ir::DataType type, const std::vector<std::int64_t>& dims, std::string_view name,
                  const Requirements& wanted, Random& random);

}  // namespace opsmith::runtime
