// Operators that ONNX Runtime adds (domain com.microsoft), as far as optimized and quantized models
// contain them.
#include "opsmith/shape/rules.h"

namespace opsmith::shape {
namespace {

std::optional<Shape> shape_of(const Operation& op, std::size_t input) {
  const Shape* shape = op.shape(input);
  return shape ? std::optional<Shape>(*shape) : std::nullopt;
}

void same_as_first(Operation& op) { op.set(0, op.type(0)); }

// The data's type, and its sum with the residual as the fourth output.
void skip_normalization(Operation& op) {
  op.set(0, op.type(0));
  op.set(3, op.type(0));
}

void dequantize(Operation& op) { op.set(0, op.element_type(1), shape_of(op, 0)); }

void quantize(Operation& op) {
  op.set(0, op.has_input(2) ? op.element_type(2) : DataType::uint8, shape_of(op, 0));
}

// [..., K] times a weight that is stored apart: [..., N].
void product_with_columns(Operation& op, const Dim& columns) {
  auto shape = shape_of(op, 0);
  if (shape && !shape->empty()) shape->back() = columns;
  op.set(0, op.element_type(0), std::move(shape));
}

void matmul_n_bits(Operation& op) {
  product_with_columns(op, as_size(Dim::of(op.node().int_attribute("N", -1))));
}

// Operand 1 is a matrix [K, N]; the product has the float type of operand 0 or of the scales.
void matmul_with_matrix(Operation& op) {
  const Shape* data = op.shape(0);
  const Shape* weight = op.shape(1);
  DataType element = op.element_type(0);
  if (!ir::is_floating(element))
    element = op.element_type(2);  // both operands are integers: the scales tell
  if (!data || data->empty() || !weight || weight->size() != 2)
    return op.set(0, element, std::nullopt);
  Shape result = *data;
  result.back() = weight->back();
  op.set(0, element, std::move(result));
}

constexpr Rule rules[] = {
    {"BiasGelu", 1, same_as_first},
    {"DequantizeLinear", 1, dequantize},
    {"DynamicQuantizeMatMul", 1, matmul_with_matrix},
    {"FastGelu", 1, same_as_first},
    {"Gelu", 1, same_as_first},
    {"MatMulIntegerToFloat", 1, matmul_with_matrix},
    {"MatMulNBits", 1, matmul_n_bits},
    {"QLinearLeakyRelu", 1, same_as_first},
    {"QLinearSigmoid", 1, same_as_first},
    {"QuantizeLinear", 1, quantize},
    {"QuickGelu", 1, same_as_first},
    {"RotaryEmbedding", 1, same_as_first},
    {"SkipLayerNormalization", 1, skip_normalization},
    {"SkipSimplifiedLayerNormalization", 1, skip_normalization},
};

}  // namespace

const Rule* find_contrib_rule(std::string_view op_type) {
  for (const Rule& rule : rules) {
    if (rule.op_type == op_type) return &rule;
  }
  return nullptr;
}

}  // namespace opsmith::shape
