// Bounds on the elements that a node can produce, by its operator alone. NaN is outside every
// bound: it passes through.
#pragma once

#include <optional>

#include "opsmith/transform/pass.h"

namespace opsmith::transform {

// long double holds every 64-bit integer exactly where these bounds are compared (x86-64 and
// AArch64).
struct ValueRange {
  long double low;
  long double high;
};

// The finite range of a numeric type; nullopt for types that have none here.
std::optional<ValueRange> range_of_type(ir::DataType type);

// The bounds of a Clip node: attributes below opset 11, constant operands from then on, the type's
// range where absent. Nullopt when an operand is not constant, a bound is NaN, or the lower exceeds
// the upper one.
std::optional<ValueRange> clip_bounds(const ir::Node& clip, const PassContext& context);

// What every element of `value` that is no NaN lies in, by its producer; nullopt when nothing is
// known.
std::optional<ValueRange> range_of_values(const ir::Value* value, const PassContext& context);

}  // namespace opsmith::transform
