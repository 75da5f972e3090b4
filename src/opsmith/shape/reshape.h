// The output shape of Reshape.
#pragma once

#include <optional>
#include <vector>

#include "opsmith/shape/dim_math.h"

namespace opsmith::shape {

// `data` may be null (rank unknown). In `target`, 0 copies the axis of `data` unless `allow_zero`,
// and one -1 takes what is left. Throws Contradiction.
Shape reshape_shape(const Shape* data, const std::vector<Dim>& target, bool allow_zero);

}  // namespace opsmith::shape
