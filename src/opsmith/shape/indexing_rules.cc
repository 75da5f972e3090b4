// Operators that pick elements by index.
#include <algorithm>

#include "opsmith/shape/element_values.h"
#include "opsmith/shape/rules.h"
#include "opsmith/shape/slice.h"

namespace opsmith::shape {
namespace {

// Starts, ends, axes and steps of a Slice, in attributes before opset 10. Nullopt: not known.
struct SliceArguments {
  std::optional<Elements> starts, ends, steps;
  std::optional<std::vector<std::int64_t>> axes;
  bool has_axes = false;
};

std::optional<Elements> copy_of(const Elements* elements) {
  return elements ? std::optional<Elements>(*elements) : std::nullopt;
}

std::optional<Elements> from_attribute(const Operation& op, std::string_view name) {
  const auto* values = op.node().ints_attribute(name);
  if (!values) return std::nullopt;
  Elements result;
  for (const std::int64_t value : *values) result.push_back(Dim::of(value));
  return result;
}

SliceArguments slice_arguments(const Operation& op) {
  SliceArguments result;
  if (op.opset() < 10) {
    result.starts = from_attribute(op, "starts");
    result.ends = from_attribute(op, "ends");
    if (const auto* axes = op.node().ints_attribute("axes")) result.axes = *axes;
    result.has_axes = result.axes.has_value();
    if (result.starts) result.steps = Elements(result.starts->size(), Dim::of(1));
    return result;
  }
  result.starts = copy_of(op.elements(1));
  result.ends = copy_of(op.elements(2));
  result.has_axes = op.has_input(3);
  result.axes = op.numbers(3);
  std::size_t count = result.starts ? result.starts->size() : result.ends ? result.ends->size() : 0;
  if (result.axes) count = result.axes->size();
  if (op.has_input(4)) {
    result.steps = copy_of(op.elements(4));
  } else {
    result.steps = Elements(count, Dim::of(1));
  }
  for (auto* part : {&result.starts, &result.ends, &result.steps}) {
    if (!*part) *part = Elements(count);
  }
  if (!result.has_axes && count == 0 && !op.elements(1) && !op.elements(2))
    result.has_axes = true;  // unknown axes
  return result;
}

void slice(Operation& op) {
  const Shape* shape = op.shape(0);
  if (!shape) return op.set(0, op.element_type(0), std::nullopt);
  const SliceArguments arguments = slice_arguments(op);
  if (!arguments.starts || !arguments.ends || !arguments.steps ||
      (arguments.has_axes && !arguments.axes)) {
    return op.set(0, op.element_type(0), unknown_shape(shape->size()));
  }
  const std::size_t count = arguments.axes ? arguments.axes->size() : arguments.starts->size();
  if (arguments.starts->size() != count || arguments.ends->size() != count ||
      arguments.steps->size() != count) {
    throw Contradiction("starts, ends, axes and steps differ in length");
  }
  Shape result = *shape;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t axis = normalize_axis(
        arguments.axes ? (*arguments.axes)[i] : static_cast<std::int64_t>(i), shape->size());
    result[axis] = slice_size((*shape)[axis], (*arguments.starts)[i], (*arguments.ends)[i],
                              (*arguments.steps)[i]);
  }
  op.set(0, op.element_type(0), std::move(result));
}

void slice_values(Operation& op) {
  const Elements* known = op.elements(0);
  const auto count = tracked_count(op, 0);
  if (!known || !count) return;
  const SliceArguments arguments = slice_arguments(op);
  if (!arguments.starts || !arguments.ends || !arguments.steps ||
      (arguments.has_axes && !arguments.axes))
    return;
  if (arguments.starts->empty()) return op.set_elements(0, *known);
  if (arguments.starts->size() != 1) return;
  const Dim& start = (*arguments.starts)[0];
  const Dim& end = (*arguments.ends)[0];
  const Dim& step = (*arguments.steps)[0];
  if (!start.known() || !end.known() || !step.known()) return;
  const auto range =
      slice_range(static_cast<std::int64_t>(known->size()), start.value, end.value, step.value);
  if (!range) return;
  Elements result;
  for (std::int64_t i = 0; i < range->count; ++i) {
    result.push_back((*known)[static_cast<std::size_t>(range->first + i * range->step)]);
  }
  op.set_elements(0, std::move(result));
}

void gather(Operation& op) {
  const Shape* data = op.shape(0);
  const Shape* indices = op.shape(1);
  if (!data || !indices) return op.set(0, op.element_type(0), std::nullopt);
  const std::size_t axis = normalize_axis(op.node().int_attribute("axis", 0), data->size());
  Shape result(data->begin(), data->begin() + static_cast<std::ptrdiff_t>(axis));
  result.insert(result.end(), indices->begin(), indices->end());
  result.insert(result.end(), data->begin() + static_cast<std::ptrdiff_t>(axis) + 1, data->end());
  op.set(0, op.element_type(0), std::move(result));
}

void gather_values(Operation& op) {
  const Elements* data = op.elements(0);
  const Elements* indices = op.elements(1);
  const Shape* data_shape = op.shape(0);
  if (!data || !indices || !data_shape || data_shape->size() != 1) return;
  const auto size = static_cast<std::int64_t>(data->size());
  Elements result;
  result.reserve(indices->size());
  for (const Dim& index : *indices) {
    if (!index.known()) {
      result.emplace_back();
      continue;
    }
    if (index.value < -size || index.value >= size) throw Contradiction("an index is out of range");
    result.push_back(
        (*data)[static_cast<std::size_t>(index.value < 0 ? index.value + size : index.value)]);
  }
  op.set_elements(0, std::move(result));
}

void gather_elements(Operation& op) {
  const Shape* indices = op.shape(1);
  op.set(0, op.element_type(0), indices ? std::optional<Shape>(*indices) : std::nullopt);
}

void gather_elements_values(Operation& op) {
  const Shape* data_shape = op.shape(0);
  if (data_shape && data_shape->size() == 1) gather_values(op);
}

void gather_nd(Operation& op) {
  const DataType element = op.element_type(0);
  const Shape* data = op.shape(0);
  const Shape* indices = op.shape(1);
  const std::int64_t batch = op.node().int_attribute("batch_dims", 0);
  if (!data || !indices || indices->empty() || !indices->back().known())
    return op.set(0, element, std::nullopt);
  const auto rank = static_cast<std::int64_t>(data->size());
  const std::int64_t depth = indices->back().value;
  if (batch < 0 || batch > rank || depth < 0 || depth > rank - batch) {
    throw Contradiction("the last dim of the indices exceeds the rank of the data");
  }
  Shape result(indices->begin(), indices->end() - 1);
  result.insert(result.end(), data->begin() + static_cast<std::ptrdiff_t>(batch + depth),
                data->end());
  op.set(0, element, std::move(result));
}

// Scatters write into a copy of operand 0.
void same_as_first(Operation& op) { op.set(0, op.type(0)); }

// ScatterElements and ScatterND on a vector, without reduction.
void scatter_values(Operation& op) {
  const Elements* data = op.elements(0);
  const Elements* updates = op.elements(2);
  const Shape* indices_shape = op.shape(1);
  if (!data || !updates || !indices_shape ||
      op.node().string_attribute("reduction", "none") != "none")
    return;
  const auto indices = op.numbers(1);
  if (!indices || indices->size() != updates->size() || indices_shape->size() != 1) return;
  if (op.node().is("ScatterND")) {
    const Shape* updates_shape = op.shape(2);
    if (indices->size() != 1 || !updates_shape || !updates_shape->empty()) return;
  }
  const auto size = static_cast<std::int64_t>(data->size());
  Elements result = *data;
  for (std::size_t i = 0; i < indices->size(); ++i) {
    const std::int64_t index = (*indices)[i];
    if (index < -size || index >= size) throw Contradiction("an index is out of range");
    result[static_cast<std::size_t>(index < 0 ? index + size : index)] = (*updates)[i];
  }
  op.set_elements(0, std::move(result));
}

void top_k(Operation& op) {
  const Shape* shape = op.shape(0);
  if (!shape) {
    op.set(0, op.element_type(0), std::nullopt);
    return op.set(1, DataType::int64, std::nullopt);
  }
  const std::size_t axis = normalize_axis(op.node().int_attribute("axis", -1), shape->size());
  Shape result = *shape;
  result[axis] = {};
  if (op.opset() < 10) {
    result[axis] = as_size(Dim::of(op.node().int_attribute("k", -1)));
  } else if (const Elements* k = op.elements(1); k && k->size() == 1) {
    result[axis] = as_size((*k)[0]);
  }
  op.set(0, op.element_type(0), result);
  op.set(1, DataType::int64, std::move(result));
}

void one_hot(Operation& op) {
  const Shape* indices = op.shape(0);
  if (!indices) return op.set(0, op.element_type(2), std::nullopt);
  const std::size_t axis = normalize_axis(op.node().int_attribute("axis", -1), indices->size() + 1);
  Shape result = *indices;
  Dim depth;
  if (const Elements* known = op.elements(1); known && known->size() == 1) {
    depth = as_size((*known)[0]);
  } else if (const ir::TensorPtr tensor = op.constant(1)) {  // may be of a floating type
    const auto values = tensor->as_doubles(1);
    if (values && values->size() == 1 && (*values)[0] >= 0 && (*values)[0] < 9e15) {
      depth = Dim::of(static_cast<std::int64_t>((*values)[0]));
    }
  }
  result.insert(result.begin() + static_cast<std::ptrdiff_t>(axis), depth);
  op.set(0, op.element_type(2), std::move(result));
}

constexpr Rule rules[] = {
    {"Gather", 1, gather, gather_values},
    {"GatherElements", 11, gather_elements, gather_elements_values},
    {"GatherND", 11, gather_nd},
    {"OneHot", 9, one_hot},
    {"ReverseSequence", 10, same_as_first},
    {"Scatter", 9, same_as_first, scatter_values},
    {"ScatterElements", 11, same_as_first, scatter_values},
    {"ScatterND", 11, same_as_first, scatter_values},
    {"Slice", 1, slice, slice_values},
    {"TensorScatter", 24, same_as_first},
    {"TopK", 1, top_k},
};

}  // namespace

std::span<const Rule> indexing_rules() { return rules; }

}  // namespace opsmith::shape
