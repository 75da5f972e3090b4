// Numbers written as elements of any ONNX type.
#pragma once

#include <cstddef>
#include <vector>

#include "opsmith/ir/data_type.h"

namespace opsmith::runtime {

// Writes `value` as element `index` of packed elements, rounded to the nearest (ties to even) and
// clamped to the type's finite range. Does nothing for strings and unknown types. `bytes` must be
// large enough.
void encode_element(ir::DataType type, std::vector<std::byte>& bytes, std::size_t index,
                    double value);

// The largest finite number of a type, and the least (0 for unsigned ones).
double largest_of(ir::DataType type);
double smallest_of(ir::DataType type);

}  // namespace opsmith::runtime
