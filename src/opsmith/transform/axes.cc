#include "opsmith/transform/axes.h"

#include <algorithm>

namespace opsmith::transform {

std::optional<Axes> normalized_axes(Axes axes, std::optional<std::int64_t> rank) {
  for (std::int64_t& axis : axes) {
    if (axis < 0) {
      if (!rank) return std::nullopt;
      axis += *rank;
    }
    if (axis < 0 || (rank && axis >= *rank)) return std::nullopt;
  }
  std::sort(axes.begin(), axes.end());
  if (std::adjacent_find(axes.begin(), axes.end()) != axes.end()) return std::nullopt;
  return axes;
}

std::optional<std::int64_t> rank_of(const ir::Shape* shape) {
  if (!shape) return std::nullopt;
  return static_cast<std::int64_t>(shape->size());
}

std::optional<Axes> permutation_of(const ir::Node& transpose, const PassContext& context) {
  Axes permutation;
  if (const auto* perm = transpose.ints_attribute("perm")) {
    permutation = *perm;
  } else {
    const ir::Shape* shape = context.shape(transpose.input(0));
    if (!shape || transpose.find_attribute("perm")) return std::nullopt;
    for (std::size_t axis = shape->size(); axis > 0; --axis)
      permutation.push_back(static_cast<std::int64_t>(axis) - 1);
  }
  if (!normalized_axes(permutation, static_cast<std::int64_t>(permutation.size())))
    return std::nullopt;
  if (std::any_of(permutation.begin(), permutation.end(),
                  [](std::int64_t axis) { return axis < 0; }))
    return std::nullopt;
  return permutation;
}

bool is_reshaping(const ir::Node& node, const PassContext& context) {
  if (node.is("Reshape") || node.is("Flatten") || node.is("Squeeze") || node.is("Unsqueeze"))
    return true;
  if (!node.is("Transpose") || !node.input(0)) return false;
  const ir::Shape* shape = context.shape(node.input(0));
  const std::optional<Axes> permutation = permutation_of(node, context);
  if (!shape || !permutation || permutation->size() != shape->size()) return false;
  std::int64_t last = -1;
  for (const std::int64_t axis : *permutation) {
    if ((*shape)[static_cast<std::size_t>(axis)].is(1)) continue;
    if (axis < last) return false;
    last = axis;
  }
  return true;
}

ir::Node* local_producer(const ir::Value* value, const ir::Node& reader) {
  ir::Node* producer = value ? value->producer() : nullptr;
  if (!producer || producer->graph() != reader.graph() || !producer->is_default_domain())
    return nullptr;
  return producer->has_attribute_references() ? nullptr : producer;
}

}  // namespace opsmith::transform
