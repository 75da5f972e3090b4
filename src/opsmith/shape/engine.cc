#include "opsmith/shape/engine.h"

#include <algorithm>

#include "opsmith/ir/topology.h"
#include "opsmith/schema/infer_node.h"
#include "opsmith/schema/registry.h"
#include "opsmith/shape/rules.h"

namespace opsmith::shape {
namespace {

// Graphs nested deeper are not looked into: recursion must end before the stack does.
constexpr int deepest = 200;
constexpr std::size_t most_complaints = 10'000;

std::optional<Elements> constant_elements(const ir::Tensor& tensor) {
  if (tensor.rank() > 1 || !is_tracked(tensor.type())) return std::nullopt;
  const auto count = tensor.element_count();
  if (!count || *count < 0 || *count > static_cast<std::int64_t>(max_elements)) return std::nullopt;
  const auto values = tensor.as_int64s(max_elements);
  if (!values || values->size() != static_cast<std::size_t>(*count)) return std::nullopt;
  Elements result;
  result.reserve(values->size());
  for (const std::int64_t value : *values) {
    // A uint64 beyond int64 comes out negative.
    result.push_back(fit(tensor.type(), Dim::of(value)));
  }
  return result;
}

// onnx makes up symbols for unknown dims of function bodies; only those that the operands brought
// mean something.
void drop_new_symbols(const Operation& operation, TypePtr& type) {
  if (!type || !type->shape) return;
  const auto brought = [&](const std::string& symbol) {
    const auto is_symbol = [&](const Dim& dim) {
      return dim.kind == Dim::Kind::param && dim.param == symbol;
    };
    for (std::size_t input = 0; input < operation.input_count(); ++input) {
      const Shape* shape = operation.shape(input);
      if (shape && std::any_of(shape->begin(), shape->end(), is_symbol)) return true;
      const TypePtr& operand = operation.type(input);
      if (operand && operand->element && operand->element->shape &&
          std::any_of(operand->element->shape->begin(), operand->element->shape->end(),
                      is_symbol)) {
        return true;
      }
      const Elements* elements = operation.elements(input);
      if (elements && std::any_of(elements->begin(), elements->end(), is_symbol)) return true;
    }
    return false;
  };
  Shape shape = *type->shape;
  bool changed = false;
  for (Dim& dim : shape) {
    if (dim.kind != Dim::Kind::param || brought(dim.param)) continue;
    dim = {};
    changed = true;
  }
  if (!changed) return;
  auto copy = std::make_shared<ir::Type>(*type);
  copy->shape = std::move(shape);
  type = std::move(copy);
}

// A symbol in the declared element type of a sequence does not mean one size for all its elements.
TypePtr without_element_symbols(const TypePtr& type) {
  auto result = std::make_shared<ir::Type>(*type);
  if (result->element) result->element = without_element_symbols(result->element);
  if (result->shape) {
    for (Dim& dim : *result->shape) {
      if (dim.kind == Dim::Kind::param) dim = {};
    }
  }
  return result;
}

}  // namespace

TypePtr initializer_type(const ir::Value& value) {
  const ir::Tensor& tensor = *value.initializer();
  Shape shape;
  shape.reserve(tensor.dims().size());
  for (const std::int64_t size : tensor.dims()) shape.push_back(as_size(Dim::of(size)));
  if (tensor.type() == DataType::undefined || shape.size() > max_rank) return nullptr;
  return ir::Type::tensor(tensor.type(), std::move(shape));
}

TypePtr declared_type(const ir::Value& value) {
  if (!value.info()) return nullptr;
  TypePtr type = clean(value.info()->type);
  return type && type->element ? without_element_symbols(type) : type;
}

ir::Node* ancestor_in(ir::Node* node, const ir::Graph& graph) {
  while (node && node->graph() != &graph) node = node->graph()->owner();
  return node;
}

std::vector<ir::Node*> ordered_nodes(const ir::Graph& graph) {
  std::vector<ir::Node*> order;
  std::unordered_map<const ir::Node*, std::size_t> waiting;
  const auto for_each_reader = [&](const ir::Node& node, auto visit) {
    for (const ir::Value* output : node.outputs()) {
      if (!output) continue;
      for (ir::Use& use : output->uses()) {
        ir::Node* reader = use.node() ? use.node() : use.graph_output_of()->owner();
        reader = ancestor_in(reader, graph);
        if (reader && reader != &node) visit(reader);
      }
    }
  };
  for (const ir::Node& node : graph.nodes()) {
    for_each_reader(node, [&](ir::Node* reader) { ++waiting[reader]; });
  }
  for (ir::Node& node : graph.nodes()) {
    if (!waiting.contains(&node)) order.push_back(&node);
  }
  for (std::size_t next = 0; next < order.size(); ++next) {
    for_each_reader(*order[next], [&](ir::Node* reader) {
      const auto found = waiting.find(reader);
      if (found != waiting.end() && --found->second == 0) {
        waiting.erase(found);
        order.push_back(reader);
      }
    });
  }
  if (!waiting.empty()) {
    for (ir::Node& node : graph.nodes()) {
      if (waiting.contains(&node)) order.push_back(&node);
    }
  }
  return order;
}

void Inference::Engine::run() {
  elements_.clear();
  calls_.clear();
  complaints_.clear();
  complained_.clear();
  opset_graph_ = nullptr;
  visits_ = 0;
  depth_ = 0;
  elements_.reserve(model_.graph().node_count() / 2);
  for (ir::Value* input : model_.graph().inputs()) input->set_inferred(declared_type(*input));
  infer_graph(model_.graph());
}

void Inference::Engine::set_sources(ir::Graph& graph) {
  for (ir::Value& value : graph.initializers()) {
    if (!value.is_input()) value.set_inferred(initializer_type(value));
  }
}

void Inference::Engine::infer_graph(ir::Graph& graph) {
  if (depth_ >= deepest) return;
  ++depth_;
  root().visits_ += graph.node_count();
  set_sources(graph);
  if (ir::is_sorted(graph)) {
    for (ir::Node& node : graph.nodes()) infer(node);
  } else {
    for (ir::Node* node : ordered_nodes(graph)) infer(*node);
  }
  --depth_;
}

std::optional<std::int64_t> Inference::Engine::opset(const ir::Node& node) {
  if (!node.is_default_domain()) return model_.opset_in(*node.graph(), node.domain);
  if (opset_graph_ != node.graph()) {
    opset_graph_ = node.graph();
    default_opset_ = model_.opset_in(*node.graph());
    // Models older than IR version 3 have no imports.
    if (!default_opset_ && model_.ir_version.value_or(1) < 3) default_opset_ = 1;
  }
  return default_opset_;
}

bool Inference::Engine::infer(ir::Node& node) {
  Operation operation(node, opset(node).value_or(0), *this);
  try {
    if (!infer_call(node, operation) && !infer_control_flow(node, operation))
      apply_rules(node, operation);
  } catch (const Contradiction& contradiction) {
    complain(node, contradiction.what());
  }
  return store(node, operation);
}

void Inference::Engine::apply_rules(ir::Node& node, Operation& operation) {
  if (operation.opset() < 1) return;
  const Rule* rule = nullptr;
  if (node.is_default_domain()) {
    rule = find_rule(node.op_type, operation.opset());
  } else if (node.domain == "com.microsoft") {
    rule = find_contrib_rule(node.op_type);
  }
  if (!rule) return ask_schema(node, operation);
  rule->types(operation);
  if (!rule->values) return;
  for (std::size_t output = 0; output < operation.output_count(); ++output) {
    if (!tracked_count(operation, output)) continue;
    rule->values(operation);
    return;
  }
}

void Inference::Engine::ask_schema(ir::Node& node, Operation& operation) {
  if (!schema::is_standard_domain(node.domain)) return;
  schema::NodeInputs inputs;
  inputs.types.reserve(operation.input_count());
  for (std::size_t input = 0; input < operation.input_count(); ++input)
    inputs.types.push_back(operation.type(input));
  inputs.constant = [&](std::size_t input) { return operation.constant(input); };
  inputs.shape_value = [&](std::size_t input) { return operation.elements(input); };
  inputs.infer_graph = [&](ir::Graph& graph, const std::vector<TypePtr>& types) {
    for (std::size_t input = 0; input < types.size(); ++input)
      set_input(graph, input, types[input]);
    infer_graph(graph);
    std::vector<TypePtr> result;
    for (const ir::Use& use : graph.outputs())
      result.push_back(use.value() ? use.value()->inferred() : nullptr);
    return result;
  };
  std::string why;
  operation.results() = schema::infer_node(node, inputs, operation.opset(), &why);
  // The operator ignores keepdims when a split is given; ONNX Runtime does not, so the rank is
  // open.
  if (node.is("SplitToSequence") && node.input(1) && node.int_attribute("keepdims", 1) == 0 &&
      operation.type(0)) {
    operation.results()[0] = ir::Type::sequence(ir::Type::tensor(operation.type(0)->element_type));
  }
  for (TypePtr& type : operation.results()) {
    type = clean(type);
    drop_new_symbols(operation, type);
  }
  if (!why.empty()) complain(node, std::move(why));
}

bool Inference::Engine::store(ir::Node& node, Operation& operation) {
  bool changed = false;
  for (std::size_t output = 0; output < operation.output_count(); ++output) {
    ir::Value* value = node.output(output);
    if (!value) continue;
    changed |= store_type(*value, std::move(operation.results()[output]));
  }
  // Elements of outputs that have none now must not outlive their time.
  if (operation.element_results().empty() && elements_.empty()) return changed;
  for (std::size_t output = 0; output < node.outputs().size(); ++output) {
    const ir::Value* value = node.output(output);
    if (!value) continue;
    auto& results = operation.element_results();
    const auto found = std::find_if(results.begin(), results.end(),
                                    [&](const auto& entry) { return entry.first == output; });
    if (found != results.end()) {
      changed |= store_elements(*value, std::move(found->second));
    } else {
      changed |= elements_.erase(value) != 0;
    }
  }
  return changed;
}

bool Inference::Engine::store_type(ir::Value& value, TypePtr type) {
  const TypePtr& old = value.inferred();
  if (old == type) return false;
  if (old && type && ir::same_type(*old, *type)) return false;
  value.set_inferred(std::move(type));
  return true;
}

bool Inference::Engine::store_elements(const ir::Value& value, Elements elements) {
  const TypePtr& type = value.inferred();
  const bool fits =
      type && type->is_tensor() && is_tracked(type->element_type) && type->shape &&
      (type->shape->empty() ? elements.size() == 1
                            : type->shape->size() == 1 &&
                                  (*type->shape)[0].is(static_cast<std::int64_t>(elements.size())));
  if (!fits || !any_known(elements)) return elements_.erase(&value) != 0;
  const auto found = elements_.find(&value);
  if (found == elements_.end()) {
    elements_.emplace(&value, std::move(elements));
    return true;
  }
  const bool same =
      std::equal(found->second.begin(), found->second.end(), elements.begin(), elements.end(),
                 [](const Dim& a, const Dim& b) {
                   return a.kind == b.kind && a.value == b.value && a.param == b.param;
                 });
  found->second = std::move(elements);
  return !same;
}

const Elements* Inference::Engine::elements(const ir::Value* value) {
  const auto found = elements_.find(value);
  if (found != elements_.end()) return &found->second;
  const ir::TensorPtr tensor = value->constant();
  if (!tensor) return nullptr;
  auto known = constant_elements(*tensor);
  if (!known) return nullptr;
  return &elements_.emplace(value, std::move(*known)).first->second;
}

void Inference::Engine::complain(const ir::Node& node, std::string reason) {
  if (caller_ || complaints_.size() >= most_complaints || !complained_.insert(&node).second) return;
  complaints_.push_back({&node, std::move(reason)});
}

}  // namespace opsmith::shape
