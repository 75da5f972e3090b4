// Operators whose result does not copy its operands' elements: shapes, constants, ranges.
#include <algorithm>
#include <cmath>

#include "opsmith/shape/element_values.h"
#include "opsmith/shape/rules.h"

namespace opsmith::shape {
namespace {

void constant(Operation& op) {
  const ir::Value* output = op.node().output(0);
  const ir::TensorPtr tensor = output ? output->constant() : nullptr;
  if (!tensor) return;
  Shape shape;
  for (const std::int64_t size : tensor->dims()) shape.push_back(as_size(Dim::of(size)));
  op.set(0, tensor->type(), std::move(shape));
}

// First and last axis (exclusive) that Shape reports, by 'start' and 'end' (opset 15).
std::pair<std::size_t, std::size_t> shape_range(const Operation& op, std::size_t rank) {
  const auto signed_rank = static_cast<std::int64_t>(rank);
  const auto bound = [&](std::string_view name, std::int64_t otherwise) {
    std::int64_t axis = op.opset() >= 15 ? op.node().int_attribute(name, otherwise) : otherwise;
    if (axis < 0) axis = std::max<std::int64_t>(axis, -signed_rank) + signed_rank;
    return static_cast<std::size_t>(std::clamp<std::int64_t>(axis, 0, signed_rank));
  };
  const std::size_t first = bound("start", 0);
  return {first, std::max(first, bound("end", signed_rank))};
}

void shape_of(Operation& op) {
  const Shape* shape = op.shape(0);
  if (!shape) return op.set(0, DataType::int64, unknown_shape(1));
  const auto [first, last] = shape_range(op, shape->size());
  op.set(0, DataType::int64, Shape{Dim::of(static_cast<std::int64_t>(last - first))});
}

void shape_values(Operation& op) {
  const Shape* shape = op.shape(0);
  if (!shape) return;
  const auto [first, last] = shape_range(op, shape->size());
  op.set_elements(0, Elements(shape->begin() + static_cast<std::ptrdiff_t>(first),
                              shape->begin() + static_cast<std::ptrdiff_t>(last)));
}

void size_of(Operation& op) { op.set(0, DataType::int64, Shape{}); }

void size_values(Operation& op) {
  if (const Shape* shape = op.shape(0)) op.set_elements(0, {product(*shape, 0, shape->size())});
}

void constant_of_shape(Operation& op) {
  DataType element = DataType::float32;
  if (const auto* attribute = op.node().find_attribute("value")) {
    const auto* tensor = attribute->get<ir::TensorPtr>();
    if (!tensor || !*tensor) throw Contradiction("the attribute 'value' is no tensor");
    element = (*tensor)->type();
  }
  if (const Elements* sizes = op.elements(0)) {
    Shape shape;
    for (const Dim& size : *sizes) shape.push_back(as_size(size));
    return op.set(0, element, std::move(shape));
  }
  const Shape* sizes_shape = op.shape(0);
  if (sizes_shape && sizes_shape->size() == 1 && (*sizes_shape)[0].known() &&
      (*sizes_shape)[0].value <= static_cast<std::int64_t>(max_rank)) {
    return op.set(0, element, unknown_shape(static_cast<std::size_t>((*sizes_shape)[0].value)));
  }
  op.set(0, element, std::nullopt);
}

void constant_of_shape_values(Operation& op) {
  const auto count = tracked_count(op, 0);
  const auto* attribute = op.node().find_attribute("value");
  if (!count || !attribute) return;
  const auto* tensor = attribute->get<ir::TensorPtr>();
  if (!tensor || !*tensor) return;
  const auto values = (*tensor)->as_int64s(1);
  if (values && values->size() == 1) op.set_elements(0, Elements(*count, Dim::of((*values)[0])));
}

// ceil((limit - start) / delta), where float and double arithmetic agree on it.
std::optional<std::int64_t> float_range_count(const Operation& op) {
  std::optional<double> parts[3];
  for (std::size_t input = 0; input < 3; ++input) {
    const ir::TensorPtr tensor = op.constant(input);
    const auto values = tensor ? tensor->as_doubles(1) : std::nullopt;
    if (!values || values->size() != 1) return std::nullopt;
    parts[input] = (*values)[0];
  }
  const double start = *parts[0];
  const double limit = *parts[1];
  const double delta = *parts[2];
  const double in_double = std::ceil((limit - start) / delta);
  const double in_float = std::ceil((static_cast<float>(limit) - static_cast<float>(start)) /
                                    static_cast<float>(delta));
  if (!std::isfinite(in_double) || in_double != in_float || in_double > 9e15) return std::nullopt;
  return static_cast<std::int64_t>(std::max(in_double, 0.0));
}

Dim range_count(const Operation& op) {
  if (ir::is_floating(op.element_type(0))) {
    const auto count = float_range_count(op);
    return count ? Dim::of(*count) : Dim{};
  }
  Dim parts[3];
  for (std::size_t input = 0; input < 3; ++input) {
    const Elements* known = op.elements(input);
    if (!known || known->size() != 1) return {};
    parts[input] = (*known)[0];
  }
  const auto& [start, limit, delta] = parts;
  if (start.known() && limit.known() && delta.known() && delta.value != 0) {
    const Wide distance = Wide{limit.value} - start.value;
    Wide count = distance / delta.value;
    if (distance % delta.value != 0 && (distance < 0) == (delta.value < 0)) ++count;
    if (count > Wide{1} << 62) return {};
    return Dim::of(static_cast<std::int64_t>(std::max<Wide>(count, 0)));
  }
  if (start.is(0) && delta.is(1)) return as_size(limit);
  if (start.same_as(limit)) return Dim::of(0);
  return {};
}

void range(Operation& op) {
  DataType element = DataType::undefined;
  for (std::size_t input = 0; input < 3 && element == DataType::undefined; ++input)
    element = op.element_type(input);
  op.set(0, element, Shape{range_count(op)});
}

void range_values(Operation& op) {
  const auto count = tracked_count(op, 0);
  const Elements* start = op.elements(0);
  const Elements* delta = op.elements(2);
  if (!count || !start || !delta || start->size() != 1 || delta->size() != 1) return;
  Elements result;
  Dim next = (*start)[0];
  for (std::size_t i = 0; i < *count; ++i) {
    result.push_back(fit(op.result(0)->element_type, next));
    next = add(next, (*delta)[0]);
  }
  op.set_elements(0, std::move(result));
}

constexpr Rule rules[] = {
    {"Constant", 1, constant},
    {"ConstantOfShape", 9, constant_of_shape, constant_of_shape_values},
    {"Range", 11, range, range_values},
    {"Shape", 1, shape_of, shape_values},
    {"Size", 1, size_of, size_values},
};

}  // namespace

std::span<const Rule> generator_rules() { return rules; }

}  // namespace opsmith::shape
