// A node: one operator call with operands, outputs and attributes. Created and destroyed by its
// Graph.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "opsmith/ir/attribute.h"
#include "opsmith/ir/value.h"

namespace opsmith::ir {

class Node {
 public:
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;
  ~Node();

  std::string_view name, op_type;
  std::string_view domain;      // null when absent; "" and "ai.onnx" are the same: see is()
  std::string_view overload;    // of a model-local function; null when absent
  std::string_view doc_string;  // null when absent
  std::vector<Attribute> attributes;
  std::vector<StringPair> metadata;
  std::string_view unknown;  // serialized fields that this build does not know (device
                             // configurations, newer fields)

  Graph* graph() const { return graph_; }
  Model& model() const;
  bool erased() const { return erased_; }  // see Graph::erase
  Node* next() const { return next_; }
  Node* previous() const { return previous_; }

  // Operands. Null where omitted.
  UseArray& inputs() { return inputs_; }
  const UseArray& inputs() const { return inputs_; }
  Value* input(std::size_t index) const { return inputs_[index]; }
  void set_input(std::size_t index, Value* value) { inputs_.set(index, value); }

  // Outputs. Null where omitted ("").
  const std::vector<Value*>& outputs() const { return outputs_; }
  Value* output(std::size_t index) const {
    return index < outputs_.size() ? outputs_[index] : nullptr;
  }

  // The operator `op` of the default domain (spelled "" or "ai.onnx").
  bool is(std::string_view op) const { return op_type == op && is_default_domain(); }
  bool is_default_domain() const { return domain.empty() || domain == "ai.onnx"; }

  const Attribute* find_attribute(std::string_view attribute) const;
  Attribute* find_attribute(std::string_view attribute);
  // The payload, or the default when the attribute is absent or of another type.
  std::int64_t int_attribute(std::string_view attribute, std::int64_t otherwise) const;
  float float_attribute(std::string_view attribute, float otherwise) const;
  std::string_view string_attribute(std::string_view attribute, std::string_view otherwise) const;
  const std::vector<std::int64_t>* ints_attribute(
      std::string_view attribute) const;  // null when absent
  // Sets or adds. The name must outlive the model (a literal, or Model::intern).
  void set_attribute(Attribute attribute);
  void set_int(std::string_view attribute, std::int64_t value);
  void set_ints(std::string_view attribute, std::vector<std::int64_t> values);
  bool remove_attribute(std::string_view attribute);

  // Some attribute takes its value from the caller of the function that this node stands in.
  bool has_attribute_references() const;
  // Nested graphs of all attributes, in order.
  std::vector<Graph*> graphs() const;
  bool has_graphs() const;

 private:
  friend class Graph;

  explicit Node(Graph* graph) : graph_(graph), inputs_(this, nullptr) {}

  Graph* graph_;
  Node* previous_ = nullptr;
  Node* next_ = nullptr;
  UseArray inputs_;
  std::vector<Value*> outputs_;
  std::uint64_t order_ = 0;  // ascending along the list, with gaps; kept by Graph
  bool erased_ = false;
};

}  // namespace opsmith::ir
