#include "opsmith/shape/rules.h"

#include <unordered_map>

namespace opsmith::shape {
namespace {

std::unordered_map<std::string_view, const Rule*> collect() {
  std::unordered_map<std::string_view, const Rule*> rules;
  for (const auto table :
       {elementwise_rules(), movement_rules(), indexing_rules(), generator_rules(), linear_rules(),
        window_rules(), reduction_rules(), resize_rules(), normalization_rules(),
        quantization_rules(), recurrent_rules(), spectral_rules()}) {
    for (const Rule& rule : table) rules.emplace(rule.op_type, &rule);
  }
  return rules;
}

}  // namespace

const Rule* find_rule(std::string_view op_type, std::int64_t opset) {
  static const auto rules = collect();
  const auto found = rules.find(op_type);
  return found != rules.end() && opset >= found->second->since ? found->second : nullptr;
}

}  // namespace opsmith::shape
