// Operators that move elements without computing on them, but for indexing.
#include <algorithm>

#include "opsmith/shape/broadcasting.h"
#include "opsmith/shape/element_values.h"
#include "opsmith/shape/reshape.h"
#include "opsmith/shape/rules.h"

namespace opsmith::shape {
namespace {

void transpose(Operation& op) {
  const Shape* shape = op.shape(0);
  if (!shape) return op.set(0, op.element_type(0), std::nullopt);
  Shape result;
  result.reserve(shape->size());
  if (const auto* permutation = op.node().ints_attribute("perm")) {
    if (permutation->size() != shape->size())
      throw Contradiction("'perm' has not the length of the rank");
    for (const std::int64_t axis : *permutation)
      result.push_back((*shape)[normalize_axis(axis, shape->size())]);
  } else {
    result.assign(shape->rbegin(), shape->rend());
  }
  op.set(0, op.element_type(0), std::move(result));
}

void reshape(Operation& op) {
  const DataType element = op.element_type(0);
  const bool allow_zero = op.node().int_attribute("allowzero", 0) != 0;
  if (op.opset() < 5) {
    const auto* target = op.node().ints_attribute("shape");
    if (!target) return op.set(0, element, std::nullopt);
    Elements elements;
    for (const std::int64_t size : *target) elements.push_back(Dim::of(size));
    return op.set(0, element, reshape_shape(op.shape(0), elements, false));
  }
  if (const Elements* target = op.elements(1)) {
    return op.set(0, element, reshape_shape(op.shape(0), *target, allow_zero));
  }
  const Shape* target_shape = op.shape(1);
  if (target_shape && target_shape->size() == 1 && (*target_shape)[0].known() &&
      (*target_shape)[0].value <= static_cast<std::int64_t>(max_rank)) {
    return op.set(0, element, unknown_shape(static_cast<std::size_t>((*target_shape)[0].value)));
  }
  op.set(0, element, std::nullopt);
}

void flatten(Operation& op) {
  const Shape* shape = op.shape(0);
  if (!shape) return op.set(0, op.element_type(0), unknown_shape(2));
  const auto rank = static_cast<std::int64_t>(shape->size());
  std::int64_t axis = op.node().int_attribute("axis", 1);
  if (axis < -rank || axis > rank) throw Contradiction("'axis' is out of range");
  if (axis < 0) axis += rank;
  const auto split = static_cast<std::size_t>(axis);
  op.set(0, op.element_type(0),
         Shape{product(*shape, 0, split), product(*shape, split, shape->size())});
}

void squeeze(Operation& op) {
  const DataType element = op.element_type(0);
  const Shape* shape = op.shape(0);
  const auto axes = op.integers("axes", 1, 13);
  if (!shape) return op.set(0, element, std::nullopt);
  std::vector<bool> removed(shape->size(), false);
  if (axes.present) {
    if (!axes.values) {
      const Shape* axes_shape = op.shape(1);
      if (axes_shape && axes_shape->size() == 1 && (*axes_shape)[0].known() &&
          (*axes_shape)[0].value <= static_cast<std::int64_t>(shape->size())) {
        return op.set(
            0, element,
            unknown_shape(shape->size() - static_cast<std::size_t>((*axes_shape)[0].value)));
      }
      return op.set(0, element, std::nullopt);
    }
    for (const std::int64_t axis : *axes.values) {
      const std::size_t index = normalize_axis(axis, shape->size());
      if ((*shape)[index].known() && (*shape)[index].value != 1)
        throw Contradiction("a squeezed axis is not 1");
      removed[index] = true;
    }
  } else {
    for (std::size_t axis = 0; axis < shape->size(); ++axis) {
      if (!(*shape)[axis].known()) return op.set(0, element, std::nullopt);
      removed[axis] = (*shape)[axis].value == 1;
    }
  }
  Shape result;
  for (std::size_t axis = 0; axis < shape->size(); ++axis) {
    if (!removed[axis]) result.push_back((*shape)[axis]);
  }
  op.set(0, element, std::move(result));
}

void unsqueeze(Operation& op) {
  const DataType element = op.element_type(0);
  const Shape* shape = op.shape(0);
  const auto axes = op.integers("axes", 1, 13);
  if (!shape) return op.set(0, element, std::nullopt);
  if (!axes.values) {
    const Shape* axes_shape = op.opset() >= 13 ? op.shape(1) : nullptr;
    if (axes_shape && axes_shape->empty())
      return op.set(0, element, unknown_shape(shape->size() + 1));
    if (axes_shape && axes_shape->size() == 1 && (*axes_shape)[0].known() &&
        (*axes_shape)[0].value <= static_cast<std::int64_t>(max_rank)) {
      return op.set(
          0, element,
          unknown_shape(shape->size() + static_cast<std::size_t>((*axes_shape)[0].value)));
    }
    return op.set(0, element, std::nullopt);
  }
  const std::size_t rank = shape->size() + axes.values->size();
  if (rank > max_rank) return op.set(0, element, std::nullopt);
  std::vector<bool> added(rank, false);
  for (const std::int64_t axis : *axes.values) {
    const std::size_t index = normalize_axis(axis, rank);
    if (added[index]) throw Contradiction("'axes' has an axis twice");
    added[index] = true;
  }
  Shape result;
  result.reserve(rank);
  auto next = shape->begin();
  for (std::size_t axis = 0; axis < rank; ++axis)
    result.push_back(added[axis] ? Dim::of(1) : *next++);
  op.set(0, element, std::move(result));
}

bool is_empty(const Shape& shape) {
  return std::any_of(shape.begin(), shape.end(), [](const Dim& dim) { return dim.is(0); });
}

void concat(Operation& op) {
  DataType element = DataType::undefined;
  std::optional<Shape> result;
  bool all_known = true;
  for (std::size_t input = 0; input < op.input_count(); ++input) {
    if (element == DataType::undefined) element = op.element_type(input);
    const Shape* shape = op.shape(input);
    all_known = all_known && shape;
    // Engines let empty tensors of another rank through.
    if (shape && (!result || (is_empty(*result) && result->size() != shape->size())))
      result = *shape;
  }
  if (!result) return op.set(0, element, std::nullopt);
  if (op.opset() >= 4 && !op.node().find_attribute("axis"))
    throw Contradiction("the attribute 'axis' is missing");
  const std::size_t axis = normalize_axis(op.node().int_attribute("axis", 1), result->size());
  Dim sum = all_known ? Dim::of(0) : Dim{};
  for (std::size_t input = 0; input < op.input_count(); ++input) {
    const Shape* shape = op.shape(input);
    if (!shape) continue;
    if (shape->size() != result->size()) {
      if (is_empty(*shape)) continue;
      throw Contradiction("the operands have different ranks");
    }
    sum = add(sum, (*shape)[axis]);
    if (is_empty(*shape)) continue;
    for (std::size_t other = 0; other < shape->size(); ++other) {
      if (other == axis) continue;
      auto dim = meet((*result)[other], (*shape)[other]);
      if (!dim && !(*result)[other].is(0))
        throw Contradiction("the operands differ beside the axis");
      (*result)[other] = dim ? *dim : (*shape)[other];
    }
  }
  (*result)[axis] = sum;
  op.set(0, element, std::move(result));
}

// Sizes of the parts along the split axis; nullopt when nothing is known.
std::optional<std::vector<Dim>> split_sizes(const Operation& op, const Dim& whole) {
  const bool operand = op.opset() >= 13 || (op.opset() < 2 && op.has_input(1));
  if (operand && op.has_input(1)) {
    const Elements* sizes = op.elements(1);
    return sizes ? std::optional(*sizes) : std::nullopt;
  }
  if (const auto* sizes = op.node().ints_attribute("split"); sizes && !operand) {
    std::vector<Dim> result;
    for (const std::int64_t size : *sizes) result.push_back(Dim::of(size));
    return result;
  }
  const auto count =
      op.node().int_attribute("num_outputs", static_cast<std::int64_t>(op.output_count()));
  if (count == 1) return std::vector<Dim>{whole};
  if (count < 1 || !whole.known()) return std::nullopt;
  if (op.opset() < 18 && whole.value % count != 0)
    throw Contradiction("the axis does not split into equal parts");
  const std::int64_t part = whole.value / count + (whole.value % count != 0 ? 1 : 0);
  std::vector<Dim> result;
  std::int64_t rest = whole.value;
  for (std::size_t output = 0; output < op.output_count(); ++output) {
    result.push_back(rest >= 0 ? Dim::of(std::min(part, rest)) : Dim{});
    rest -= part;
  }
  return result;
}

void split(Operation& op) {
  const DataType element = op.element_type(0);
  const Shape* shape = op.shape(0);
  if (!shape) {
    for (std::size_t output = 0; output < op.output_count(); ++output)
      op.set(output, element, std::nullopt);
    return;
  }
  const std::size_t axis = normalize_axis(op.node().int_attribute("axis", 0), shape->size());
  const auto sizes = split_sizes(op, (*shape)[axis]);
  for (std::size_t output = 0; output < op.output_count(); ++output) {
    Shape part = *shape;
    part[axis] = sizes && output < sizes->size() ? as_size((*sizes)[output]) : Dim{};
    op.set(output, element, std::move(part));
  }
}

void expand(Operation& op) {
  const DataType element = op.element_type(0);
  const Shape* shape = op.shape(0);
  if (!shape) return op.set(0, element, std::nullopt);
  Shape target;
  if (const Elements* elements = op.elements(1)) {
    for (const Dim& size : *elements) target.push_back(as_size(size));
  } else {
    const Shape* target_shape = op.shape(1);
    if (!target_shape || target_shape->size() != 1 || !(*target_shape)[0].known() ||
        (*target_shape)[0].value > static_cast<std::int64_t>(max_rank)) {
      return op.set(0, element, std::nullopt);
    }
    target.resize(static_cast<std::size_t>((*target_shape)[0].value));
  }
  auto result = broadcast_shapes(*shape, target);
  if (!result) throw Contradiction("the operand cannot be expanded to the target shape");
  op.set(0, element, std::move(result));
}

void tile(Operation& op) {
  const Shape* shape = op.shape(0);
  if (!shape) return op.set(0, op.element_type(0), std::nullopt);
  Shape result(shape->size());
  const Elements* repeats = op.opset() >= 6 ? op.elements(1) : nullptr;
  if (repeats && repeats->size() != shape->size())
    throw Contradiction("'repeats' has not the length of the rank");
  for (std::size_t axis = 0; repeats && axis < shape->size(); ++axis) {
    result[axis] = as_size(multiply((*shape)[axis], (*repeats)[axis]));
  }
  op.set(0, op.element_type(0), std::move(result));
}

void depth_to_space(Operation& op) {
  const Shape* shape = op.shape(0);
  const std::int64_t block = op.node().int_attribute("blocksize", 0);
  if (!shape) return op.set(0, op.element_type(0), std::nullopt);
  if (shape->size() != 4 || block <= 0 || block > 1 << 20)
    return op.set(0, op.element_type(0), unknown_shape(shape->size()));
  const Dim size = Dim::of(block);
  Shape result{(*shape)[0], divide((*shape)[1], Dim::of(block * block)),
               multiply((*shape)[2], size), multiply((*shape)[3], size)};
  op.set(0, op.element_type(0), std::move(result));
}

void space_to_depth(Operation& op) {
  const Shape* shape = op.shape(0);
  const std::int64_t block = op.node().int_attribute("blocksize", 0);
  if (!shape) return op.set(0, op.element_type(0), std::nullopt);
  if (shape->size() != 4 || block <= 0 || block > 1 << 20)
    return op.set(0, op.element_type(0), unknown_shape(shape->size()));
  const Dim size = Dim::of(block);
  Shape result{(*shape)[0], multiply((*shape)[1], Dim::of(block * block)),
               divide((*shape)[2], size), divide((*shape)[3], size)};
  op.set(0, op.element_type(0), std::move(result));
}

// --- elements

void same_order_values(Operation& op) {
  const Elements* known = op.elements(0);
  const auto count = tracked_count(op, 0);
  if (known && count && *count == known->size()) op.set_elements(0, *known);
}

void concat_values(Operation& op) {
  const auto count = tracked_count(op, 0);
  if (!count) return;
  Elements result;
  result.reserve(*count);
  for (std::size_t input = 0; input < op.input_count(); ++input) {
    if (const Elements* part = op.elements(input)) {
      result.insert(result.end(), part->begin(), part->end());
      continue;
    }
    const Shape* shape = op.shape(input);
    if (!shape || shape->size() != 1 || !(*shape)[0].known() ||
        (*shape)[0].value > static_cast<std::int64_t>(*count)) {
      return;
    }
    result.resize(result.size() + static_cast<std::size_t>((*shape)[0].value));
  }
  op.set_elements(0, std::move(result));
}

void split_values(Operation& op) {
  const Elements* known = op.elements(0);
  if (!known) return;
  std::size_t first = 0;
  for (std::size_t output = 0; output < op.output_count(); ++output) {
    const auto count = tracked_count(op, output);
    if (!count || first + *count > known->size()) return;
    const auto begin = known->begin() + static_cast<std::ptrdiff_t>(first);
    op.set_elements(output, Elements(begin, begin + static_cast<std::ptrdiff_t>(*count)));
    first += *count;
  }
}

void repeat_values(Operation& op) {
  const Elements* known = op.elements(0);
  const auto count = tracked_count(op, 0);
  if (!known || !count || (known->empty() && *count != 0)) return;
  Elements result;
  result.reserve(*count);
  for (std::size_t i = 0; i < *count; ++i) result.push_back((*known)[i % known->size()]);
  op.set_elements(0, std::move(result));
}

constexpr Rule rules[] = {
    {"Concat", 1, concat, concat_values},
    {"DepthToSpace", 1, depth_to_space},
    {"Expand", 8, expand, repeat_values},
    {"Flatten", 1, flatten},
    {"Reshape", 1, reshape, same_order_values},
    {"SpaceToDepth", 1, space_to_depth},
    {"Split", 1, split, split_values},
    {"Squeeze", 1, squeeze, same_order_values},
    {"Tile", 1, tile, repeat_values},
    {"Transpose", 1, transpose, same_order_values},
    {"Unsqueeze", 1, unsqueeze, same_order_values},
};

}  // namespace

std::span<const Rule> movement_rules() { return rules; }

}  // namespace opsmith::shape
