// Numpy's broadcasting, on partly known shapes.
#pragma once

#include <optional>

#include "opsmith/shape/dim_math.h"

namespace opsmith::shape {

// The shape of an elementwise result. Nullopt when two numbers contradict.
std::optional<Shape> broadcast_shapes(const Shape& a, const Shape& b);

}  // namespace opsmith::shape
