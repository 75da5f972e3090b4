#include "opsmith/transform/value_range.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace opsmith::transform {
namespace {

constexpr long double kInfinity = std::numeric_limits<long double>::infinity();

// Never negative in floating point, for every input.
constexpr std::array<std::string_view, 7> kNonNegative = {"Relu",    "Abs",      "Exp",     "Sqrt",
                                                          "Softmax", "Softplus", "ReduceL1"};

bool is_one_of(const ir::Node& node, std::span<const std::string_view> operators) {
  return std::any_of(operators.begin(), operators.end(),
                     [&node](std::string_view op) { return node.is(op); });
}

std::optional<long double> scalar(const ir::Value* value) {
  const ir::TensorPtr tensor = value->constant();
  if (!tensor || tensor->element_count() != 1) return std::nullopt;
  if (ir::is_integer(tensor->type())) {
    const auto elements = tensor->as_int64s(1);
    return elements ? std::optional<long double>(elements->front()) : std::nullopt;
  }
  const auto elements = tensor->as_doubles(1);
  return elements && !std::isnan(elements->front()) ? std::optional<long double>(elements->front())
                                                    : std::nullopt;
}

template <typename T>
ValueRange limits() {
  return {std::numeric_limits<T>::lowest(), std::numeric_limits<T>::max()};
}

}  // namespace

std::optional<ValueRange> range_of_type(ir::DataType type) {
  switch (type) {
    case ir::DataType::float32:
      return limits<float>();
    case ir::DataType::float64:
      return limits<double>();
    case ir::DataType::float16:
      return ValueRange{-65504.0L, 65504.0L};
    case ir::DataType::int8:
      return limits<std::int8_t>();
    case ir::DataType::int16:
      return limits<std::int16_t>();
    case ir::DataType::int32:
      return limits<std::int32_t>();
    case ir::DataType::int64:
      return limits<std::int64_t>();
    case ir::DataType::uint8:
      return limits<std::uint8_t>();
    case ir::DataType::uint16:
      return limits<std::uint16_t>();
    case ir::DataType::uint32:
      return limits<std::uint32_t>();
    case ir::DataType::uint64:
      return limits<std::uint64_t>();
    default:
      return std::nullopt;
  }
}

std::optional<ValueRange> clip_bounds(const ir::Node& clip, const PassContext& context) {
  const std::int64_t opset = context.opset(clip);
  std::optional<ValueRange> bounds = range_of_type(context.element_type(clip.input(0)));
  if (!bounds || opset < 6) return std::nullopt;
  if (opset < 11) {
    bounds->low = clip.float_attribute("min", std::numeric_limits<float>::lowest());
    bounds->high = clip.float_attribute("max", std::numeric_limits<float>::max());
    if (std::isnan(bounds->low) || std::isnan(bounds->high)) return std::nullopt;
  } else {
    for (const std::size_t index : {std::size_t{1}, std::size_t{2}}) {
      const ir::Value* operand = clip.input(index);
      if (!operand) continue;
      const auto bound = scalar(operand);
      if (!bound) return std::nullopt;
      (index == 1 ? bounds->low : bounds->high) = *bound;
    }
  }
  if (bounds->low > bounds->high) return std::nullopt;
  return bounds;
}

std::optional<ValueRange> range_of_values(const ir::Value* value, const PassContext& context) {
  const ir::DataType type = context.element_type(value);
  std::optional<ValueRange> range;
  if (ir::is_integer(type)) range = range_of_type(type);
  if (ir::is_floating(type)) range = ValueRange{-kInfinity, kInfinity};
  const ir::Node* producer = value->producer();
  if (!range || !producer || !producer->input(0) || producer->has_attribute_references())
    return range;
  if (producer->is("Clip")) {
    const auto bounds = clip_bounds(*producer, context);
    return bounds ? bounds : range;
  }
  if (producer->is("Relu")) return ValueRange{0, range->high};
  if (!ir::is_floating(type)) return range;
  if (producer->is("Sigmoid") || producer->is("HardSigmoid")) return ValueRange{0, 1};
  if (is_one_of(*producer, kNonNegative)) return ValueRange{0, kInfinity};
  const auto& operands = producer->inputs();
  if (producer->is("Mul") && operands.size() == 2 && operands[0] == operands[1])
    return ValueRange{0, kInfinity};
  return range;
}

}  // namespace opsmith::transform
