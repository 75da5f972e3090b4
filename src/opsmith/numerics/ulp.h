// Distances in units in the last place. Internal to this room.
#pragma once

#include <cstdint>

#include "opsmith/ir/data_type.h"

namespace opsmith::numerics {

// Numbers of `type` that lie between two finite ones of it, given as doubles; 0 for types that are
// no floats. 0 and -0 are the same.
std::uint64_t ulp_distance(ir::DataType type, double a, double b);

}  // namespace opsmith::numerics
