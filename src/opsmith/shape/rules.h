// The rules of the operators that are inferred here, natively; every other operator goes to the
// schema room. A native rule is faster than onnx's, keeps symbols where onnx drops them, and stands
// malformed input.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "opsmith/shape/operation.h"

namespace opsmith::shape {

// Sets the types of the outputs. Throws Contradiction.
using TypeRule = void (*)(Operation& operation);
// Sets elements of outputs, knowing their types. Throws Contradiction.
using ValueRule = void (*)(Operation& operation);

struct Rule {
  std::string_view op_type;
  std::int64_t since;  // the first opset that has the operator
  TypeRule types;
  ValueRule values = nullptr;
};

// The rule for an operator of the default domain; null when there is none. `opset` is the imported
// version.
const Rule* find_rule(std::string_view op_type, std::int64_t opset);

// The rule for an operator of ONNX Runtime's domain com.microsoft, which has one version.
const Rule* find_contrib_rule(std::string_view op_type);

// The tables behind find_rule, one a file.
std::span<const Rule> elementwise_rules();
std::span<const Rule> movement_rules();
std::span<const Rule> indexing_rules();
std::span<const Rule> generator_rules();
std::span<const Rule> linear_rules();
std::span<const Rule> window_rules();
std::span<const Rule> reduction_rules();
std::span<const Rule> resize_rules();
std::span<const Rule> normalization_rules();
std::span<const Rule> quantization_rules();
std::span<const Rule> recurrent_rules();
std::span<const Rule> spectral_rules();

}  // namespace opsmith::shape
