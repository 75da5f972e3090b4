// QuantizeLinear and its kin: the shape of the data, the element type of zero point, scale or
// attribute.
#include "opsmith/shape/rules.h"

namespace opsmith::shape {
namespace {

std::optional<Shape> data_shape(const Operation& op) {
  const Shape* shape = op.shape(0);
  return shape ? std::optional<Shape>(*shape) : std::nullopt;
}

DataType attribute_type(const Operation& op, std::int64_t since) {
  if (op.opset() < since) return DataType::undefined;
  return static_cast<DataType>(op.node().int_attribute("output_dtype", 0));
}

void quantize(Operation& op) {
  DataType element = attribute_type(op, 21);
  if (element == DataType::undefined && op.has_input(2)) {
    element = op.element_type(2);
  } else if (element == DataType::undefined) {
    element = DataType::uint8;
  }
  op.set(0, element, data_shape(op));
}

void dequantize(Operation& op) {
  DataType element = attribute_type(op, 23);
  if (element == DataType::undefined) element = op.element_type(1);
  op.set(0, element, data_shape(op));
}

void dynamic_quantize(Operation& op) {
  op.set(0, DataType::uint8, data_shape(op));
  op.set(1, DataType::float32, Shape{});
  op.set(2, DataType::uint8, Shape{});
}

constexpr Rule rules[] = {
    {"DequantizeLinear", 10, dequantize},
    {"DynamicQuantizeLinear", 11, dynamic_quantize},
    {"QuantizeLinear", 10, quantize},
};

}  // namespace

std::span<const Rule> quantization_rules() { return rules; }

}  // namespace opsmith::shape
