// Calls of model-local functions: the body is copied with the caller's attributes, and inferred
// with its operands.
#include <bit>

#include "opsmith/ir/clone.h"
#include "opsmith/shape/engine.h"

namespace opsmith::shape {
namespace {

constexpr int deepest_call = 64;

void append(std::string& key, const Elements& elements) {
  for (const Dim& element : elements) {
    key += element.text();
    key += ',';
  }
}

// What the call's result depends on, as text; empty when it cannot be told cheaply.
std::string call_key(const ir::Function& function, const ir::Node& node,
                     const Operation& operation) {
  std::string key = std::to_string(reinterpret_cast<std::uintptr_t>(&function));
  for (std::size_t input = 0; input < operation.input_count(); ++input) {
    key += '\n';
    if (operation.type(input)) key += operation.type(input)->text();
    if (!operation.has_input(input)) key += '-';
    key += '=';
    if (const Elements* elements = operation.elements(input)) append(key, *elements);
  }
  for (const ir::Attribute& attribute : node.attributes) {
    key += '\n';
    key += attribute.name;
    key += '=';
    if (const auto* number = attribute.get<std::int64_t>()) {
      key += std::to_string(*number);
    } else if (const auto* numbers = attribute.get<std::vector<std::int64_t>>()) {
      for (const std::int64_t each : *numbers) key += std::to_string(each) + ',';
    } else if (const auto* string = attribute.get<std::string_view>()) {
      key += std::to_string(string->size()) + ':';
      key += *string;
    } else if (const auto* real = attribute.get<float>()) {
      key += std::to_string(std::bit_cast<std::uint32_t>(*real));
    } else {
      return {};
    }
  }
  return key + '\n' + std::to_string(operation.output_count());
}

}  // namespace

bool Inference::Engine::infer_call(const ir::Node& node, Operation& operation) {
  if (functions_.functions().empty()) return false;
  const ir::Function* function = functions_.called_function(node);
  if (!function) return false;
  if (depth_ >= deepest_call || !may_revisit()) return true;
  const CallResult& result = expand_call(*function, node, operation);
  for (std::size_t output = 0; output < operation.output_count() && output < result.types.size();
       ++output) {
    operation.set(output, result.types[output]);
    if (result.elements[output]) operation.set_elements(output, *result.elements[output]);
  }
  return true;
}

const CallResult& Inference::Engine::expand_call(const ir::Function& function, const ir::Node& node,
                                                 Operation& operation) {
  std::string key = call_key(function, node, operation);
  auto& calls = root().calls_;
  if (const auto found = calls.find(key); !key.empty() && found != calls.end())
    return found->second;

  ir::Model copy;
  copy.ir_version = functions_.ir_version;
  copy.opset_imports = function.opset_imports;
  ir::ValueMap map;
  ir::clone_graph_into(function.body(), copy.graph(), map, &node, &function.attribute_defaults);
  Engine engine(copy, *this);
  const auto& parameters = copy.graph().inputs();
  for (std::size_t input = 0; input < parameters.size(); ++input) {
    parameters[input]->set_inferred(operation.type(input));
    if (const Elements* known = operation.elements(input))
      engine.elements_.emplace(parameters[input], *known);
  }
  engine.infer_graph(copy.graph());
  CallResult result;
  for (const ir::Use& use : copy.graph().outputs()) {
    const ir::Value* value = use.value();
    result.types.push_back(value ? value->inferred() : nullptr);
    const Elements* known = value ? engine.elements(value) : nullptr;
    result.elements.push_back(known ? std::optional<Elements>(*known) : std::nullopt);
  }
  // Types outlive the copy: they own their symbols.
  return calls.insert_or_assign(std::move(key), std::move(result)).first->second;
}

}  // namespace opsmith::shape
