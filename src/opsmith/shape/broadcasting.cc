#include "opsmith/shape/broadcasting.h"

namespace opsmith::shape {

std::optional<Shape> broadcast_shapes(const Shape& a, const Shape& b) {
  const Shape& longer = a.size() >= b.size() ? a : b;
  const Shape& shorter = a.size() >= b.size() ? b : a;
  const std::size_t lead = longer.size() - shorter.size();
  Shape result(longer.begin(), longer.begin() + static_cast<std::ptrdiff_t>(lead));
  result.reserve(longer.size());
  for (std::size_t axis = 0; axis < shorter.size(); ++axis) {
    auto dim = broadcast(longer[lead + axis], shorter[axis]);
    if (!dim) return std::nullopt;
    result.push_back(std::move(*dim));
  }
  return result;
}

}  // namespace opsmith::shape
