// Convolutions and pooling.
#include "opsmith/shape/rules.h"
#include "opsmith/shape/window.h"

namespace opsmith::shape {
namespace {

std::size_t spatial_rank(const Shape& shape) {
  if (shape.size() < 2) throw Contradiction("the operand's rank is below 2");
  return shape.size() - 2;
}

std::vector<Dim> spatial_dims(const Shape& shape) { return {shape.begin() + 2, shape.end()}; }

std::optional<Shape> convolution_shape(const Operation& op, const Shape* x, const Shape* w) {
  if (!x && !w) return std::nullopt;
  const std::size_t rank = spatial_rank(x ? *x : *w);
  if (x && w && x->size() != w->size()) throw Contradiction("data and weight have different ranks");
  Shape result(rank + 2);
  if (x) result[0] = (*x)[0];
  if (w) result[1] = (*w)[0];
  if (!x) return result;
  const Window window(op.node(), rank, w ? spatial_dims(*w) : std::vector<Dim>{});
  for (std::size_t axis = 0; axis < rank; ++axis)
    result[axis + 2] = window.slide(axis, (*x)[axis + 2]);
  return result;
}

void convolution(Operation& op) {
  DataType element = op.element_type(0);
  if (element == DataType::undefined) element = op.element_type(1);
  op.set(0, element, convolution_shape(op, op.shape(0), op.shape(1)));
}

void convolution_integer(Operation& op) {
  op.set(0, DataType::int32, convolution_shape(op, op.shape(0), op.shape(1)));
}

void qlinear_convolution(Operation& op) {
  op.set(0, op.element_type(7), convolution_shape(op, op.shape(0), op.shape(3)));
}

Dim transposed_size(const Operation& op, const Window& window, std::size_t axis, const Dim& size) {
  const auto* sizes = op.node().ints_attribute("output_shape");
  const std::size_t rank = window.strides.size();
  if (sizes) {
    // Some exporters write batch and channels too.
    if (sizes->size() == rank) return as_size(Dim::of((*sizes)[axis]));
    if (sizes->size() == rank + 2) return as_size(Dim::of((*sizes)[axis + 2]));
    throw Contradiction("'output_shape' has not the length of the spatial axes");
  }
  const Dim stride = Dim::of(window.strides[axis]);
  if (window.same_padding()) return multiply(size, stride);
  Dim padding = Dim::of(0);
  if (const auto* extra = op.node().ints_attribute("output_padding")) {
    if (extra->size() != rank)
      throw Contradiction("'output_padding' has not the length of the spatial axes");
    padding = Dim::of((*extra)[axis]);
  }
  const Dim pads = add(Dim::of(window.pads_begin[axis]), Dim::of(window.pads_end[axis]));
  // stride * (size - 1) + output padding + extent - pads, with the constant part first so that a
  // symbol survives.
  const Dim rest = subtract(subtract(add(padding, window.extent(axis)), pads), stride);
  return as_size(add(multiply(size, stride), rest));
}

void transposed_convolution(Operation& op) {
  const DataType element = op.element_type(0);
  const Shape* x = op.shape(0);
  const Shape* w = op.shape(1);
  if (!x) return op.set(0, element, std::nullopt);
  const std::size_t rank = spatial_rank(*x);
  if (w && w->size() != x->size()) throw Contradiction("data and weight have different ranks");
  const Window window(op.node(), rank, w ? spatial_dims(*w) : std::vector<Dim>{});
  Shape result(rank + 2);
  result[0] = (*x)[0];
  if (w) result[1] = as_size(multiply((*w)[1], Dim::of(op.node().int_attribute("group", 1))));
  for (std::size_t axis = 0; axis < rank; ++axis) {
    result[axis + 2] = transposed_size(op, window, axis, (*x)[axis + 2]);
  }
  op.set(0, element, std::move(result));
}

void pooling(Operation& op) {
  const DataType element = op.element_type(0);
  const Shape* x = op.shape(0);
  if (!x) {
    op.set(0, element, std::nullopt);
    return op.set(1, DataType::int64, std::nullopt);
  }
  const std::size_t rank = spatial_rank(*x);
  if (!op.node().ints_attribute("kernel_shape") && !(op.node().is("LpPool") && op.opset() < 2)) {
    throw Contradiction("the attribute 'kernel_shape' is missing");
  }
  const Window window(op.node(), rank, {});
  Shape result = *x;
  for (std::size_t axis = 0; axis < rank; ++axis)
    result[axis + 2] = window.slide(axis, (*x)[axis + 2]);
  op.set(1, DataType::int64, result);
  op.set(0, element, std::move(result));
}

void global_pooling(Operation& op) {
  const Shape* x = op.shape(0);
  if (!x) return op.set(0, op.element_type(0), std::nullopt);
  Shape result = *x;
  for (std::size_t axis = 2; axis < result.size(); ++axis) result[axis] = Dim::of(1);
  op.set(0, op.element_type(0), std::move(result));
}

constexpr Rule rules[] = {
    {"AveragePool", 1, pooling},
    {"Conv", 1, convolution},
    {"ConvInteger", 10, convolution_integer},
    {"ConvTranspose", 1, transposed_convolution},
    {"GlobalAveragePool", 1, global_pooling},
    {"GlobalLpPool", 1, global_pooling},
    {"GlobalMaxPool", 1, global_pooling},
    {"LpPool", 1, pooling},
    {"MaxPool", 1, pooling},
    {"QLinearConv", 10, qlinear_convolution},
};

}  // namespace

std::span<const Rule> window_rules() { return rules; }

}  // namespace opsmith::shape
