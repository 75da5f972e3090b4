// Pad, Resize and Upsample.
#include <cmath>

#include "opsmith/shape/element_values.h"
#include "opsmith/shape/rules.h"

namespace opsmith::shape {
namespace {

// The axes that `count` entries of an operand belong to. Nullopt: not known.
std::optional<std::vector<std::size_t>> target_axes(
    const std::optional<std::vector<std::int64_t>>& axes, bool given, std::size_t count,
    std::size_t rank) {
  std::vector<std::size_t> result;
  if (!given) {
    if (count != rank) throw Contradiction("a list has not the length of the rank");
    for (std::size_t axis = 0; axis < rank; ++axis) result.push_back(axis);
    return result;
  }
  if (!axes) return std::nullopt;
  if (axes->size() != count) throw Contradiction("a list has not the length of 'axes'");
  for (const std::int64_t axis : *axes) result.push_back(normalize_axis(axis, rank));
  return result;
}

void pad(Operation& op) {
  const DataType element = op.element_type(0);
  const Shape* shape = op.shape(0);
  if (!shape) return op.set(0, element, std::nullopt);
  Elements pads;
  if (op.opset() >= 11) {
    const Elements* operand = op.elements(1);
    if (!operand) return op.set(0, element, unknown_shape(shape->size()));
    pads = *operand;
  } else {
    const auto* attribute = op.node().ints_attribute(op.opset() < 2 ? "paddings" : "pads");
    if (!attribute) throw Contradiction("the attribute 'pads' is missing");
    for (const std::int64_t size : *attribute) pads.push_back(Dim::of(size));
  }
  if (pads.size() % 2 != 0) throw Contradiction("'pads' has an odd length");
  const std::size_t count = pads.size() / 2;
  const auto axes =
      target_axes(op.numbers(3), op.opset() >= 18 && op.has_input(3), count, shape->size());
  if (!axes) return op.set(0, element, unknown_shape(shape->size()));
  Shape result = *shape;
  for (std::size_t i = 0; i < count; ++i) {
    Dim& dim = result[(*axes)[i]];
    dim = as_size(add(dim, add(pads[i], pads[count + i])));
  }
  op.set(0, element, std::move(result));
}

// floor(size * scale), where float and double arithmetic agree on it.
Dim scaled(const Dim& size, double scale) {
  if (scale == 1.0) return size;
  if (!size.known() || !(scale > 0) || !std::isfinite(scale)) return {};
  const double in_double = std::floor(static_cast<double>(size.value) * scale);
  const double in_float = std::floor(static_cast<float>(size.value) * static_cast<float>(scale));
  if (in_double != in_float || in_double > 9e15) return {};
  return Dim::of(static_cast<std::int64_t>(in_double));
}

void apply_scales(Operation& op, const std::vector<double>& scales,
                  const std::vector<std::size_t>& axes) {
  Shape result = *op.shape(0);
  for (std::size_t i = 0; i < scales.size(); ++i)
    result[axes[i]] = scaled(result[axes[i]], scales[i]);
  op.set(0, op.element_type(0), std::move(result));
}

std::optional<std::vector<double>> constant_scales(const Operation& op, std::size_t input) {
  const ir::TensorPtr tensor = op.constant(input);
  if (!tensor) return std::nullopt;
  return tensor->as_doubles(max_rank);
}

void upsample(Operation& op) {
  const Shape* shape = op.shape(0);
  if (!shape) return op.set(0, op.element_type(0), std::nullopt);
  std::optional<std::vector<double>> scales;
  if (op.opset() >= 9) {
    scales = constant_scales(op, 1);
  } else if (const auto* attribute = op.node().find_attribute("scales")) {
    if (const auto* values = attribute->get<std::vector<float>>())
      scales.emplace(values->begin(), values->end());
  }
  if (!scales) return op.set(0, op.element_type(0), unknown_shape(shape->size()));
  apply_scales(op, *scales, *target_axes(std::nullopt, false, scales->size(), shape->size()));
}

// True when the operand is certainly an empty list, which stands for an omitted one.
bool is_empty_list(const Operation& op, std::size_t input) {
  const Shape* shape = op.shape(input);
  return !op.has_input(input) || (shape && shape->size() == 1 && (*shape)[0].is(0));
}

void resize(Operation& op) {
  const DataType element = op.element_type(0);
  const Shape* shape = op.shape(0);
  if (!shape) return op.set(0, element, std::nullopt);
  const std::size_t rank = shape->size();
  const std::size_t scales_input = op.opset() >= 11 ? 2 : 1;
  const auto* axes_attribute = op.node().ints_attribute("axes");
  const auto axes_given = axes_attribute ? std::optional(*axes_attribute) : std::nullopt;

  if (op.opset() >= 11 && !is_empty_list(op, 3)) {
    const Elements* sizes = op.elements(3);
    const bool stretches =
        op.node().string_attribute("keep_aspect_ratio_policy", "stretch") == "stretch";
    if (!sizes) return op.set(0, element, unknown_shape(rank));
    const auto axes = target_axes(axes_given, axes_given.has_value(), sizes->size(), rank);
    Shape result = *shape;
    for (std::size_t i = 0; i < sizes->size(); ++i)
      result[(*axes)[i]] = stretches ? as_size((*sizes)[i]) : Dim{};
    return op.set(0, element, std::move(result));
  }
  const auto scales = constant_scales(op, scales_input);
  const bool crops =
      op.node().string_attribute("coordinate_transformation_mode", "") == "tf_crop_and_resize";
  if (!scales || crops || is_empty_list(op, scales_input))
    return op.set(0, element, unknown_shape(rank));
  apply_scales(op, *scales, *target_axes(axes_given, axes_given.has_value(), scales->size(), rank));
}

constexpr Rule rules[] = {
    {"Pad", 1, pad},
    {"Resize", 10, resize},
    {"Upsample", 7, upsample},
};

}  // namespace

std::span<const Rule> resize_rules() { return rules; }

}  // namespace opsmith::shape
