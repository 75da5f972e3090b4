// The machinery behind Inference. For this room only.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "opsmith/shape/element_values.h"
#include "opsmith/shape/inference.h"
#include "opsmith/shape/operation.h"

namespace opsmith::shape {

// What a call of a function yields, remembered by its arguments.
struct CallResult {
  std::vector<TypePtr> types;
  std::vector<std::optional<Elements>> elements;
};

class Inference::Engine final : public Facts {
 public:
  explicit Engine(ir::Model& model) : model_(model), functions_(model) {}

  void run();
  void update(ir::Node& node);
  void forget(const ir::Value* value) { elements_.erase(value); }
  const Elements* elements(const ir::Value* value) override;
  const std::vector<Complaint>& complaints() const { return complaints_; }

 private:
  // An engine for a copy of a function's body, which borrows the caller's limits.
  Engine(ir::Model& copy, Engine& caller)
      : model_(copy), functions_(caller.functions_), caller_(&caller), depth_(caller.depth_ + 1) {}

  // engine.cc: graphs in order, nodes
  void set_sources(ir::Graph& graph);
  void infer_graph(ir::Graph& graph);
  // Infers the node's outputs; true when one is not as it was.
  bool infer(ir::Node& node);
  void apply_rules(ir::Node& node, Operation& operation);
  void ask_schema(ir::Node& node, Operation& operation);
  bool store(ir::Node& node, Operation& operation);
  bool store_type(ir::Value& value, TypePtr type);
  bool store_elements(const ir::Value& value, Elements elements);
  std::optional<std::int64_t> opset(const ir::Node& node);
  void complain(const ir::Node& node, std::string reason);

  // nested.cc: graphs in attributes
  bool infer_control_flow(ir::Node& node, Operation& operation);
  void infer_if(ir::Node& node, Operation& operation);
  void infer_loop(ir::Node& node, Operation& operation);
  void infer_scan(ir::Node& node, Operation& operation);
  void infer_sequence_map(ir::Node& node, Operation& operation);
  void set_input(ir::Graph& graph, std::size_t index, TypePtr type);
  // Infers `body` until the types of its state (inputs from `first_input`, outputs from
  // `first_output`) hold for every iteration; `state` comes in as the types before the first one.
  void settle_state(ir::Graph& body, std::vector<TypePtr>& state, std::size_t first_input,
                    std::size_t first_output);

  // calls.cc: model-local functions
  bool infer_call(const ir::Node& node, Operation& operation);
  const CallResult& expand_call(const ir::Function& function, const ir::Node& node,
                                Operation& operation);

  // update.cc
  bool settle(ir::Graph& graph, ir::Node& start);
  void refresh_sources(const ir::Node& node);

  // Visits of nodes so far, over all nested graphs and calls; beyond the limit nothing is visited
  // twice.
  Engine& root() { return caller_ ? caller_->root() : *this; }
  bool may_revisit() { return root().visits_ < root().visit_limit_; }

  ir::Model& model_;
  const ir::Model& functions_;  // the model whose functions are called
  Engine* caller_ = nullptr;
  int depth_ = 0;
  std::unordered_map<const ir::Value*, Elements> elements_;
  std::vector<Complaint> complaints_;
  std::unordered_set<const ir::Node*> complained_;
  const ir::Graph* opset_graph_ = nullptr;  // default_opset_ is this graph's
  std::optional<std::int64_t> default_opset_;
  std::size_t visits_ = 0;
  std::size_t visit_limit_ = 1'000'000;
  std::unordered_map<std::string, CallResult> calls_;
};

// The type that an initializer's tensor says; null for an element type that is none.
TypePtr initializer_type(const ir::Value& value);
// What a main graph's input declares, made safe to reason with; null for nothing.
TypePtr declared_type(const ir::Value& value);
// The node of `graph` that is `node` or holds it in a nested graph; null when there is none.
ir::Node* ancestor_in(ir::Node* node, const ir::Graph& graph);
// The nodes with producers first, without touching the graph. Nodes on cycles come last, in list
// order.
std::vector<ir::Node*> ordered_nodes(const ir::Graph& graph);

}  // namespace opsmith::shape
