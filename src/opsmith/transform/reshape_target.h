// Constant shape operands for Reshape.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "opsmith/ir/type.h"

namespace opsmith::transform {

// A shape operand (with allowzero 0) with which Reshape turns every tensor of shape `from` into one
// of shape `to`, which has as many elements: sizes, 0 for a dimension that stays in its place, -1
// for at most one other. nullopt when there is none that serves empty tensors as well: next to a -1
// no other dimension may be 0.
std::optional<std::vector<std::int64_t>> reshape_target(const ir::Shape& from, const ir::Shape& to);

}  // namespace opsmith::transform
