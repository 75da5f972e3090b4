// The only way in which passes change a model: every change is part of a rewrite that is logged,
// can be refused by name or number beforehand (which is how a guilty rewrite is found and left
// out), and keeps the model's interface.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "opsmith/ir/model.h"
#include "opsmith/shape/inference.h"

namespace opsmith::transform {

// One application of a pass. The views live as long as the model.
struct Rewrite {
  std::string_view pass;
  std::string_view at;                    // label of the node where the pass applied (see label_of)
  std::vector<std::string_view> removed;  // labels of nodes
  std::vector<std::string_view> added;
  // Values that took another's place: name of the old one, name of the new one. When the new one
  // took over the name of a graph output both are equal.
  std::vector<std::pair<std::string_view, std::string_view>> replaced;
};

// A node's name, or when it has none the name of its first output. A view that lives as long as the
// model.
std::string_view label_of(const ir::Node& node);

class Rewriter {
 public:
  // Decides whether an application may happen: `number` counts the rewrites begun so far. Runs of
  // the same model with the same options ask the same questions in the same order, as long as every
  // answer is the same.
  using Veto = std::function<bool(std::string_view pass, std::string_view at, std::size_t number)>;

  Rewriter(ir::Model& model, shape::Inference& shapes) : model_(model), shapes_(shapes) {}

  void set_veto(Veto veto) { veto_ = std::move(veto); }
  // A pass calls this once its match is settled and before its first change. False: leave
  // everything as it is. Every following change belongs to this rewrite until the next begin.
  bool begin(std::string_view pass, const ir::Node& at) { return begin(pass, label_of(at)); }
  bool begin(std::string_view pass, std::string_view at);

  // --- changes
  // Readers of `old_value` read `new_value` instead, in every scope. Names of graph outputs stay:
  // the new value takes the name over where it can (it is produced, or is an initializer, in the
  // same graph and is no output already); where it cannot (graph inputs, outer values, a second
  // output) the output goes on reading the old one. Then drops what became unused. Returns true
  // when nothing reads `old_value` any more.
  bool replace(ir::Value* old_value, ir::Value* new_value);
  // Whether replace would leave no reader: so that a pass whose only gain is to drop the producer
  // can refrain.
  bool can_replace(const ir::Value* old_value, const ir::Value* new_value) const;

  // A constant visible at `before` in `graph`: an initializer, or a Constant node before `before`
  // where initializers may not be (function bodies, IR versions below 4). Named after `hint`.
  ir::Value* constant(ir::Graph& graph, ir::Node* before, ir::TensorPtr tensor,
                      std::string_view hint);
  // `output`, made by a node, becomes that constant: an initializer under the same name. The node
  // goes when none of its other outputs is read. Where initializers may not be, a Constant node
  // takes the node's place.
  void constant_takes_place(ir::Value* output, ir::TensorPtr tensor);
  // A new node with one output before `before`, of the default domain. Set its attributes, then
  // call `finish` on it. Name and metadata are derived from `from`, the node that it stands for.
  ir::Node* insert(ir::Node* before, std::string_view op_type,
                   const std::vector<ir::Value*>& inputs, const ir::Node& from);
  // To be called when a node that was inserted, or whose operands or attributes changed, is
  // complete: infers its types.
  void finish(ir::Node* node);
  void set_input(ir::Node* node, std::size_t index, ir::Value* value);  // then finish(node)
  void erase_input(ir::Node* node, std::size_t index);                  // then finish(node)
  // Erases a node whose outputs nobody reads, and then the producers that this leaves unused.
  void erase(ir::Node* node);
  void erase_if_unused(ir::Node* node);
  // An initializer that nothing reads; not when it is a graph input.
  void erase_initializer_if_unused(ir::Value* value);
  // Moves the contents of `from`, nested in `owner`, before `owner` (see Graph::absorb), and infers
  // their types again.
  std::vector<ir::Value*> inline_graph(ir::Graph& from, ir::Node* owner,
                                       const std::vector<ir::Value*>& arguments);

  // --- for the pass manager
  const std::vector<Rewrite>& log() const { return log_; }
  std::vector<Rewrite>& log() { return log_; }
  std::size_t begun() const { return begun_; }
  // Nodes whose surroundings changed since last asked, in order, each alive. Cleared by the call.
  std::vector<ir::Node*> take_touched();
  ir::Model& model() { return model_; }
  shape::Inference& shapes() { return shapes_; }

 private:
  // Function bodies, and models below IR version 4, where an initializer must be an input.
  bool constants_are_nodes(const ir::Graph& graph) const;
  void update_readers(const ir::Value* value);
  void touch(ir::Node* node);
  void touch_readers(ir::Value* value);
  void forget_values_of(const ir::Graph& graph);
  bool takes_over_name(const ir::Value* old_value, const ir::Value* new_value) const;

  ir::Model& model_;
  shape::Inference& shapes_;
  Veto veto_;
  std::vector<Rewrite> log_;
  std::size_t begun_ = 0;
  std::vector<ir::Node*> touched_;
};

}  // namespace opsmith::transform
