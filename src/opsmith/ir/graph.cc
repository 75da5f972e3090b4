#include "opsmith/ir/graph.h"

#include <utility>

#include "opsmith/base/error.h"
#include "opsmith/ir/model.h"

namespace opsmith::ir {
namespace {

constexpr std::uint64_t kOrderGap = 1ULL << 20;

std::string node_label(const Node& node) {
  if (!node.name.empty()) return std::string(node.name);
  const Value* output = node.output(0);
  return std::string(node.op_type) + "(" + (output ? std::string(output->name()) : "") + ")";
}

}  // namespace

Graph::Graph(Model* model, Node* owner) : model_(model), owner_(owner), outputs_(nullptr, this) {
  if (owner_) ++model_->nested_graphs_;
}

Graph::~Graph() {
  if (owner_) --model_->nested_graphs_;
  outputs_.clear();
  std::vector<Value*> unproduced = std::move(nameless_);
  for (const auto& [_, value] : names_) {
    if (!value->producer_) unproduced.push_back(value);
  }
  // Nodes first, last to first: readers go before what they read, nested graphs before the values
  // they capture.
  while (last_node_) {
    Node* node = last_node_;
    unlink(node);
    for (Value* output : node->outputs_) delete output;
    delete node;
  }
  for (Value* value : unproduced) delete value;
}

std::size_t Graph::depth() const {
  std::size_t depth = 0;
  for (const Graph* graph = parent(); graph; graph = graph->parent()) ++depth;
  return depth;
}

std::string Graph::path() const {
  if (function_) {
    return "function " + (function_->domain.empty() ? "" : std::string(function_->domain) + "::") +
           std::string(function_->name);
  }
  if (!owner_) return "main";
  std::string attribute_name = "?";
  for (const Attribute& attribute : owner_->attributes) {
    for (const Graph* graph : attribute.graphs()) {
      if (graph == this) attribute_name = attribute.name;
    }
  }
  return owner_->graph()->path() + "/" + node_label(*owner_) + "." + attribute_name;
}

// --- nodes

void Graph::link_before(Node* node, Node* before) {
  node->graph_ = this;
  node->next_ = before;
  node->previous_ = before ? before->previous_ : last_node_;
  (node->previous_ ? node->previous_->next_ : first_node_) = node;
  (before ? before->previous_ : last_node_) = node;
  ++node_count_;

  const std::uint64_t low = node->previous_ ? node->previous_->order_ : 0;
  if (!before) {
    node->order_ = low + kOrderGap;
  } else if (before->order_ - low >= 2) {
    node->order_ = low + (before->order_ - low) / 2;
  } else {
    renumber();
  }
}

void Graph::unlink(Node* node) {
  (node->previous_ ? node->previous_->next_ : first_node_) = node->next_;
  (node->next_ ? node->next_->previous_ : last_node_) = node->previous_;
  --node_count_;
}

void Graph::renumber() {
  std::uint64_t order = 0;
  for (Node* node = first_node_; node; node = node->next_) node->order_ = order += kOrderGap;
}

bool Graph::precedes(const Node* a, const Node* b) const { return a->order_ < b->order_; }

Node* Graph::insert(Node* before, std::string_view op_type, std::string_view domain) {
  Node* node = new Node(this);
  node->op_type = op_type;
  node->domain = domain;
  link_before(node, before);
  return node;
}

Node* Graph::insert(Node* before, std::string_view op_type, const std::vector<Value*>& inputs,
                    std::string_view output_hint) {
  Node* node = insert(before, op_type);
  node->inputs_.reserve(inputs.size());
  for (Value* input : inputs) node->inputs_.push_back(input);
  add_output(node, model_->fresh_name(output_hint));
  return node;
}

Value* Graph::add_output(Node* node, std::string_view value_name) {
  if (!value_name.empty() && find(value_name)) {
    throw Error(
        ErrorCode::malformed, "the name is already taken in this graph",
        {.graph = path(), .node = std::string(node->name), .value = std::string(value_name)});
  }
  return add_output_unchecked(node, value_name);
}

Value* Graph::add_output_unchecked(Node* node, std::string_view value_name) {
  if (value_name.empty()) {
    node->outputs_.push_back(nullptr);
    return nullptr;
  }
  Value* value = make_value(value_name, false);
  value->producer_ = node;
  value->output_index_ = static_cast<std::uint32_t>(node->outputs_.size());
  node->outputs_.push_back(value);
  return value;
}

void Graph::truncate_outputs(Node* node, std::size_t count) {
  while (node->outputs_.size() > count) {
    if (Value* output = node->outputs_.back()) destroy_value(output);
    node->outputs_.pop_back();
  }
}

void Graph::omit_output(Node* node, std::size_t index) {
  if (Value* output = node->outputs_[index]) destroy_value(output);
  node->outputs_[index] = nullptr;
}

void Graph::erase(Node* node) {
  // Nested nodes go to the graveyard too, so that a pointer to one can still be asked whether it
  // was erased.
  for (Graph* nested : node->graphs()) {
    nested->erase_all_nodes();
  }
  unlink(node);
  node->erased_ = true;
  node->inputs_.clear();
  node->attributes.clear();
  for (Value* output : node->outputs_) {
    if (output) destroy_value(output);
  }
  node->outputs_.clear();
  model_->graveyard_.emplace_back(node);
}

void Graph::erase_all_nodes() {
  outputs_.clear();
  output_infos_.clear();
  while (last_node_) erase(last_node_);
}

void Graph::move_before(Node* node, Node* before) {
  if (node == before) return;
  unlink(node);
  link_before(node, before);
}

// --- values

Value* Graph::make_value(std::string_view value_name, bool must_be_free) {
  if (must_be_free && find(value_name)) {
    throw Error(ErrorCode::malformed, "the name is already taken in this graph",
                {.graph = path(), .value = std::string(value_name)}, "choose another name");
  }
  Value* value = new Value(this, value_name);
  value->is_registered_ = names_.emplace(value_name, value).second;
  // A loser of a name clash that a node produces is owned by that node; the others have no other
  // owner.
  model_->note_name(value_name);
  return value;
}

void Graph::unregister(Value* value) {
  if (value->is_registered_) {
    names_.erase(value->name_);
    value->is_registered_ = false;
    model_->drop_name(value->name_);
  }
}

void Graph::destroy_value(Value* value) {
  if (value->value_info_slot_ != 0) value_info_order_[value->value_info_slot_ - 1] = {};
  for (auto& annotation : quantization_annotations) {
    if (annotation.value == value) {
      annotation.tensor_name = value->name_;
      annotation.value = nullptr;
    }
  }
  if (!value->is_registered_) std::erase(nameless_, value);
  unregister(value);
  delete value;
}

Value* Graph::find(std::string_view value_name) const {
  const auto found = names_.find(value_name);
  return found == names_.end() ? nullptr : found->second;
}

Value* Graph::resolve(std::string_view value_name) const {
  for (const Graph* graph = this; graph; graph = graph->parent()) {
    if (Value* value = graph->find(value_name)) return value;
  }
  return nullptr;
}

Value* Graph::add_undefined(std::string_view value_name) {
  Value* value = make_value(value_name, false);
  if (!value->is_registered_) nameless_.push_back(value);
  return value;
}

void Graph::rename(Value* value, std::string_view value_name) {
  if (value_name == value->name_) return;
  if (find(value_name)) {
    throw Error(ErrorCode::usage, "the name is already taken in this graph",
                {.graph = path(), .value = std::string(value_name)}, "choose another name");
  }
  const bool was_registered = value->is_registered_;
  unregister(value);
  value->name_ = model_->intern(value_name);
  value->is_registered_ = names_.emplace(value->name_, value).second;
  if (!was_registered) std::erase(nameless_, value);
  model_->note_name(value->name_);
}

void Graph::swap_names(Value* a, Value* b) {
  unregister(a);
  unregister(b);
  std::swap(a->name_, b->name_);
  a->is_registered_ = names_.emplace(a->name_, a).second;
  b->is_registered_ = names_.emplace(b->name_, b).second;
  model_->note_name(a->name_);
  model_->note_name(b->name_);
}

// --- inputs, outputs

Value* Graph::add_input(std::string_view value_name) {
  Value* value = make_value(value_name, true);
  value->is_input_ = true;
  inputs_.push_back(value);
  return value;
}

Value* Graph::add_input_unchecked(std::string_view value_name) {
  Value* value = make_value(value_name, false);
  if (!value->is_registered_) nameless_.push_back(value);
  value->is_input_ = true;
  inputs_.push_back(value);
  return value;
}

void Graph::remove_input(std::size_t index) {
  Value* value = inputs_[index];
  inputs_.erase(inputs_.begin() + static_cast<std::ptrdiff_t>(index));
  value->is_input_ = false;
  if (!value->tensor_) destroy_value(value);
}

void Graph::add_graph_output(Value* value) {
  outputs_.push_back(value);
  output_infos_.emplace_back();
}

void Graph::remove_graph_output(std::size_t index) {
  outputs_.erase(index);
  output_infos_.erase(output_infos_.begin() + static_cast<std::ptrdiff_t>(index));
}

// --- initializers

void Graph::link_initializer(Value* value) {
  value->previous_initializer_ = last_initializer_;
  value->next_initializer_ = nullptr;
  (last_initializer_ ? last_initializer_->next_initializer_ : first_initializer_) = value;
  last_initializer_ = value;
  ++initializer_count_;
}

void Graph::unlink_initializer(Value* value) {
  Value* previous = value->previous_initializer_;
  Value* next = value->next_initializer_;
  (previous ? previous->next_initializer_ : first_initializer_) = next;
  (next ? next->previous_initializer_ : last_initializer_) = previous;
  value->previous_initializer_ = nullptr;
  value->next_initializer_ = nullptr;
  --initializer_count_;
}

Value* Graph::add_initializer(std::string_view value_name, TensorPtr tensor) {
  Value* value = make_value(value_name, true);
  set_initializer(value, std::move(tensor));
  return value;
}

Value* Graph::add_initializer_unchecked(std::string_view value_name, TensorPtr tensor) {
  Value* value = make_value(value_name, false);
  if (!value->is_registered_) nameless_.push_back(value);
  set_initializer(value, std::move(tensor));
  return value;
}

void Graph::set_initializer(Value* value, TensorPtr tensor) {
  if (!value->tensor_) link_initializer(value);
  value->tensor_ = std::move(tensor);
}

void Graph::turn_into_initializer(Value* output, TensorPtr tensor) {
  output->producer_->outputs_[output->output_index_] = nullptr;
  output->producer_ = nullptr;
  output->output_index_ = 0;
  if (!output->is_registered_) nameless_.push_back(output);
  set_initializer(output, std::move(tensor));
}

void Graph::erase_initializer(Value* value) {
  if (!value->tensor_) return;
  unlink_initializer(value);
  value->tensor_ = nullptr;
  if (!value->is_input_) destroy_value(value);
}

// --- recorded value_info

void Graph::list_value_info(Value* value) {
  if (value->value_info_slot_ != 0) return;
  value_info_order_.push_back({value, {}});
  value->value_info_slot_ = static_cast<std::uint32_t>(value_info_order_.size());
}

void Graph::clear_value_infos() {
  for (const ValueInfoSlot& slot : value_info_order_) {
    if (!slot.value) continue;
    slot.value->value_info_slot_ = 0;
    if (!slot.value->is_input_) slot.value->info_.reset();
  }
  value_info_order_.clear();
}

// --- moving

std::vector<Value*> Graph::absorb(Graph& from, Node* before, const std::vector<Value*>& arguments) {
  model_->collect_names();
  for (std::size_t i = 0; i < from.inputs_.size() && i < arguments.size(); ++i) {
    from.inputs_[i]->replace_all_uses_with(arguments[i]);
  }
  std::vector<Value*> results;
  for (const Use& use : from.outputs_) results.push_back(use.value());
  from.outputs_.clear();
  from.output_infos_.clear();

  auto adopt = [this, &from](Value* value) {
    if (value->value_info_slot_ != 0) {
      from.value_info_order_[value->value_info_slot_ - 1] = {};
      value->value_info_slot_ = 0;
    }
    value->info_.reset();
    if (!value->is_registered_) std::erase(from.nameless_, value);
    from.unregister(value);
    value->graph_ = this;
    // The name must be free here and in every scope that encloses or nests here.
    if (model_->is_taken(value->name_)) value->name_ = model_->fresh_name(value->name_);
    value->is_registered_ = names_.emplace(value->name_, value).second;
    model_->note_name(value->name_);
  };
  for (Value& value : from.initializers()) {
    if (value.is_input_) continue;
    from.unlink_initializer(&value);
    adopt(&value);
    link_initializer(&value);
  }
  for (Node* node = from.first_node_; node;) {
    Node* next = node->next_;
    from.unlink(node);
    for (Value* output : node->outputs_) {
      if (output) adopt(output);
    }
    link_before(node, before);
    node = next;
  }
  return results;
}

}  // namespace opsmith::ir
