#include "opsmith/transform/rewriter.h"

#include <algorithm>
#include <unordered_set>

namespace opsmith::transform {
namespace {

// Outputs of graphs among the uses of a value.
std::size_t output_uses(const ir::Value* value) {
  std::size_t count = 0;
  for (const ir::Use& use : value->uses()) count += use.node() == nullptr ? 1 : 0;
  return count;
}

void set_exact_type(ir::Value* initializer) {
  const ir::TensorPtr& tensor = initializer->initializer();
  ir::Shape shape;
  shape.reserve(tensor->rank());
  for (const std::int64_t dim : tensor->dims()) shape.push_back(ir::Dim::of(dim));
  initializer->set_inferred(ir::Type::tensor(tensor->type(), std::move(shape)));
}

bool all_outputs_unused(const ir::Node& node) {
  return std::all_of(node.outputs().begin(), node.outputs().end(),
                     [](const ir::Value* output) { return !output || !output->has_uses(); });
}

}  // namespace

std::string_view label_of(const ir::Node& node) {
  if (!node.name.empty()) return node.name;
  for (const ir::Value* output : node.outputs()) {
    if (output) return output->name();
  }
  return node.op_type;
}

bool Rewriter::begin(std::string_view pass, std::string_view at) {
  const std::size_t number = begun_++;
  if (veto_ && veto_(pass, at, number)) return false;
  log_.push_back({pass, at, {}, {}, {}});
  return true;
}

bool Rewriter::takes_over_name(const ir::Value* old_value, const ir::Value* new_value) const {
  if (new_value->graph() != old_value->graph()) return false;
  if (!new_value->producer() && (!new_value->is_initializer() || new_value->is_input()))
    return false;
  return !new_value->is_graph_output() && output_uses(old_value) == 1;
}

bool Rewriter::can_replace(const ir::Value* old_value, const ir::Value* new_value) const {
  return output_uses(old_value) == 0 || takes_over_name(old_value, new_value);
}

bool Rewriter::replace(ir::Value* old_value, ir::Value* new_value) {
  if (old_value == new_value) return false;
  std::string_view old_name = old_value->name();
  touch_readers(old_value);
  if (old_value->producer()) touch(old_value->producer());
  if (new_value->producer()) touch(new_value->producer());
  const bool is_output = output_uses(old_value) > 0;
  // Only the readers that change hands: the new value may have any number of its own already.
  std::vector<ir::Node*> readers;
  for (ir::Use& use : old_value->uses()) {
    if (use.node()) readers.push_back(use.node());
  }
  if (is_output && takes_over_name(old_value, new_value)) {
    old_value->graph()->swap_names(old_value, new_value);
    old_value->replace_all_uses_with(new_value);
  } else if (is_output) {
    for (ir::Node* reader : readers) {
      for (std::size_t i = 0; i < reader->inputs().size(); ++i) {
        if (reader->input(i) == old_value) reader->set_input(i, new_value);
      }
    }
  } else {
    old_value->replace_all_uses_with(new_value);
  }
  if (!log_.empty()) log_.back().replaced.emplace_back(old_name, new_value->name());
  // Readers may learn more from the new value's type, or from its elements; between two equal
  // constants there is nothing to learn.
  const ir::TypePtr& before = shapes_.type(old_value);
  const ir::TypePtr& after = shapes_.type(new_value);
  const bool knows_elements =
      new_value->constant() ? !old_value->constant() : shapes_.elements(new_value) != nullptr;
  if (after && (!before || !ir::same_type(*before, *after) || knows_elements)) {
    for (ir::Node* reader : readers) shapes_.update(*reader);
  }
  if (old_value->has_uses()) return false;
  if (old_value->producer()) {
    erase_if_unused(old_value->producer());
  } else {
    erase_initializer_if_unused(old_value);
  }
  return true;
}

bool Rewriter::constants_are_nodes(const ir::Graph& graph) const {
  const ir::Graph* outermost = &graph;
  while (outermost->parent()) outermost = outermost->parent();
  return outermost->function() || model_.ir_version.value_or(0) < 4;
}

ir::Value* Rewriter::constant(ir::Graph& graph, ir::Node* before, ir::TensorPtr tensor,
                              std::string_view hint) {
  if (!constants_are_nodes(graph)) {
    ir::Value* value = graph.add_initializer(model_.fresh_name(hint), std::move(tensor));
    shapes_.forget(value);
    set_exact_type(value);
    return value;
  }
  ir::Node* node = graph.insert(before, "Constant");
  node->attributes.emplace_back("value", ir::AttributeType::tensor, std::move(tensor));
  node->name = model_.fresh_node_name(hint);
  ir::Value* value = graph.add_output(node, model_.fresh_name(hint));
  if (!log_.empty()) log_.back().added.push_back(label_of(*node));
  finish(node);
  return value;
}

void Rewriter::constant_takes_place(ir::Value* output, ir::TensorPtr tensor) {
  ir::Node* node = output->producer();
  ir::Graph& graph = *node->graph();
  if (!log_.empty()) log_.back().replaced.emplace_back(output->name(), output->name());
  if (constants_are_nodes(graph)) {
    ir::Value* value = constant(graph, node, std::move(tensor), output->name());
    replace(output, value);
    return;
  }
  // When every element was known already, the readers' types cannot learn anything new.
  const std::vector<ir::Dim>* elements = shapes_.elements(output);
  const bool known = elements && std::all_of(elements->begin(), elements->end(),
                                             [](const ir::Dim& dim) { return dim.known(); });
  shapes_.forget(output);
  graph.turn_into_initializer(output, std::move(tensor));
  set_exact_type(output);
  touch_readers(output);
  erase_if_unused(node);
  if (!known) update_readers(output);
}

ir::Node* Rewriter::insert(ir::Node* before, std::string_view op_type,
                           const std::vector<ir::Value*>& inputs, const ir::Node& from) {
  ir::Graph& graph = *before->graph();
  const ir::Value* output = from.output(0);
  ir::Node* node = graph.insert(before, op_type, inputs, output ? output->name() : op_type);
  node->name = model_.fresh_node_name(from.name.empty() ? op_type : from.name);
  node->metadata = from.metadata;
  if (!log_.empty()) log_.back().added.push_back(label_of(*node));
  return node;
}

void Rewriter::finish(ir::Node* node) {
  shapes_.update(*node);
  touch(node);
  for (ir::Value* output : node->outputs()) {
    if (output) touch_readers(output);
  }
}

void Rewriter::set_input(ir::Node* node, std::size_t index, ir::Value* value) {
  ir::Value* previous = node->input(index);
  node->set_input(index, value);
  if (!previous || previous == value || previous->has_uses()) return;
  if (previous->producer()) {
    erase_if_unused(previous->producer());
  } else {
    erase_initializer_if_unused(previous);
  }
}

void Rewriter::erase_input(ir::Node* node, std::size_t index) {
  set_input(node, index, nullptr);
  node->inputs().erase(index);
}

void Rewriter::erase(ir::Node* first) {
  // A chain of producers may be tens of thousands long: a worklist, not recursion.
  std::vector<ir::Node*> dead = {first};
  while (!dead.empty()) {
    ir::Node* node = dead.back();
    dead.pop_back();
    if (node->erased() || !all_outputs_unused(*node)) continue;
    if (!log_.empty()) log_.back().removed.push_back(label_of(*node));
    std::vector<ir::Value*> read;
    auto collect = [&read](auto&& self, const ir::Node& reader) -> void {
      for (const ir::Use& use : reader.inputs()) {
        if (use.value()) read.push_back(use.value());
      }
      for (const ir::Graph* graph : reader.graphs()) {
        for (const ir::Node& inner : graph->nodes()) self(self, inner);
        for (const ir::Use& use : graph->outputs()) {
          if (use.value()) read.push_back(use.value());
        }
      }
    };
    collect(collect, *node);
    // Values inside the nested graphs die with the node; only what lies outside may be looked at
    // afterwards.
    auto inside = [node](const ir::Value* value) {
      for (const ir::Graph* graph = value->graph(); graph; graph = graph->parent()) {
        if (graph->owner() == node) return true;
      }
      return false;
    };
    if (node->has_graphs()) std::erase_if(read, inside);
    std::unordered_set<const ir::Value*> seen;
    std::erase_if(read, [&seen](const ir::Value* value) { return !seen.insert(value).second; });
    for (ir::Graph* graph : node->graphs()) {
      ir::walk_graphs(*graph, [this](ir::Graph& nested) { forget_values_of(nested); });
    }
    for (ir::Value* output : node->outputs()) {
      if (output) shapes_.forget(output);
    }
    node->graph()->erase(node);
    for (ir::Value* value : read) {
      if (ir::Node* producer = value->producer()) {
        touch(producer);
        if (all_outputs_unused(*producer)) dead.push_back(producer);
      } else {
        erase_initializer_if_unused(value);
      }
    }
  }
}

void Rewriter::forget_values_of(const ir::Graph& graph) {
  for (const ir::Node& node : graph.nodes()) {
    for (const ir::Value* output : node.outputs()) {
      if (output) shapes_.forget(output);
    }
  }
  for (const ir::Value& value : graph.initializers()) shapes_.forget(&value);
  for (const ir::Value* input : graph.inputs()) shapes_.forget(input);
}

void Rewriter::erase_if_unused(ir::Node* node) {
  if (!node->erased() && all_outputs_unused(*node)) erase(node);
}

void Rewriter::erase_initializer_if_unused(ir::Value* value) {
  if (!value->is_initializer() || value->is_input() || value->has_uses()) return;
  for (const auto& annotation : value->graph()->quantization_annotations) {
    if (annotation.value == value) return;
    for (const ir::StringPair& parameter : annotation.parameters) {
      if (parameter.value == value->name()) return;
    }
  }
  if (model_.has_training_info)
    return;  // its bindings name initializers, in fields that are kept as they came
  shapes_.forget(value);
  value->graph()->erase_initializer(value);
}

std::vector<ir::Value*> Rewriter::inline_graph(ir::Graph& from, ir::Node* owner,
                                               const std::vector<ir::Value*>& arguments) {
  std::vector<ir::Node*> moved;
  for (ir::Node& node : from.nodes()) moved.push_back(&node);
  auto results = owner->graph()->absorb(from, owner, arguments);
  for (ir::Node* node : moved) finish(node);
  return results;
}

void Rewriter::update_readers(const ir::Value* value) {
  std::vector<ir::Node*> readers;
  for (ir::Use& use : value->uses()) {
    if (use.node()) readers.push_back(use.node());
  }
  for (ir::Node* reader : readers) shapes_.update(*reader);
}

void Rewriter::touch(ir::Node* node) { touched_.push_back(node); }

void Rewriter::touch_readers(ir::Value* value) {
  for (ir::Use& use : value->uses()) {
    if (use.node()) {
      touch(use.node());
      // A node that holds graphs depends on what they read.
      for (ir::Node* owner = use.node()->graph()->owner(); owner; owner = owner->graph()->owner())
        touch(owner);
    } else if (ir::Node* owner = use.graph_output_of()->owner()) {
      touch(owner);
    }
  }
}

std::vector<ir::Node*> Rewriter::take_touched() {
  std::vector<ir::Node*> result;
  std::unordered_set<const ir::Node*> seen;
  for (ir::Node* node : touched_) {
    if (!node->erased() && seen.insert(node).second) result.push_back(node);
  }
  touched_.clear();
  return result;
}

}  // namespace opsmith::transform
