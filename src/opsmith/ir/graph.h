// A graph: the main one, one nested in a node's attribute, or a function's body. Owns its nodes and
// values.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "opsmith/ir/node.h"
#include "opsmith/ir/value.h"

namespace opsmith::ir {

class Function;
class Model;

// Nodes in list order. The current node may be erased, and nodes inserted anywhere, while
// iterating: an inserted node is visited when it comes after the current one.
class NodeRange {
 public:
  class Iterator {
   public:
    explicit Iterator(Node* node) : node_(node) {}
    Node& operator*() const { return *node_; }
    Node* operator->() const { return node_; }
    Iterator& operator++() {
      // An erased node still knows what followed it, so a walk survives the erasure of its current
      // node.
      do node_ = node_->next();
      while (node_ && node_->erased());
      return *this;
    }
    bool operator!=(const Iterator& other) const { return node_ != other.node_; }

   private:
    Node* node_;
  };
  explicit NodeRange(Node* first) : first_(first) {}
  Iterator begin() const { return Iterator(first_); }
  Iterator end() const { return Iterator(nullptr); }

 private:
  Node* first_;
};

class Graph {
 public:
  // `owner` is the node whose attribute holds this graph, null for a main graph or a function body.
  Graph(Model* model, Node* owner);
  ~Graph();
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  std::string_view name, doc_string;  // null when absent
  std::vector<StringPair> metadata;
  std::string_view unknown;

  Model& model() const { return *model_; }
  Node* owner() const { return owner_; }
  Graph* parent() const { return owner_ ? owner_->graph() : nullptr; }
  Function* function() const { return function_; }  // set for a function's body
  bool is_main() const { return !owner_ && !function_; }
  std::size_t depth() const;
  // "main", "main/if_1.then_branch", "function my.domain::f": for messages. Unnamed nodes are named
  // by operator and first output.
  std::string path() const;

  // --- nodes
  NodeRange nodes() const { return NodeRange(first_node_); }
  std::size_t node_count() const { return node_count_; }
  Node* first_node() const { return first_node_; }
  Node* last_node() const { return last_node_; }
  // Makes a node with no operands and no outputs; before `before`, or last. Strings must outlive
  // the model (literals, Model::intern).
  Node* insert(Node* before, std::string_view op_type, std::string_view domain = {});
  Node* append(std::string_view op_type, std::string_view domain = {}) {
    return insert(nullptr, op_type, domain);
  }
  // insert + operands + one output (fresh name from `hint`) in one call.
  Node* insert(Node* before, std::string_view op_type, const std::vector<Value*>& inputs,
               std::string_view output_hint);
  // Adds an output. An empty name makes an omitted one (null). A name that is taken in this scope
  // is refused: throws Error(malformed).
  Value* add_output(Node* node, std::string_view value_name);
  // For loaders of broken models: a duplicate name gives a value that the name table does not find.
  Value* add_output_unchecked(Node* node, std::string_view value_name);
  // Removes the trailing outputs from `count` on; they must be unused.
  void truncate_outputs(Node* node, std::size_t count);
  // The output becomes omitted (""); it must be unused.
  void omit_output(Node* node, std::size_t index);
  // Unlinks operands, destroys outputs (which must have no uses) and nested graphs. The Node object
  // itself stays readable as erased() until Model::purge, so worklists may hold it.
  void erase(Node* node);
  // Drops the outputs and erases every node, last to first.
  void erase_all_nodes();
  void move_before(Node* node, Node* before);  // within this graph; null moves to the end
  // True when `a` stands before `b` in the list; both in this graph. O(1) amortised.
  bool precedes(const Node* a, const Node* b) const;

  // --- inputs
  const std::vector<Value*>& inputs() const { return inputs_; }
  Value* add_input(std::string_view value_name);  // unique name as for add_output
  Value* add_input_unchecked(std::string_view value_name);
  // Takes it off the input list. A value that is an initializer stays one; another must be unused
  // and is destroyed.
  void remove_input(std::size_t index);

  // --- outputs
  const UseArray& outputs() const { return outputs_; }
  Value* output(std::size_t index) const { return outputs_[index]; }
  void add_graph_output(Value* value);
  void set_graph_output(std::size_t index, Value* value) { outputs_.set(index, value); }
  void remove_graph_output(std::size_t index);
  // What the output list declares of output `index` (type, doc string); distinct from Value::info.
  ValueInfo& output_info(std::size_t index) { return output_infos_[index]; }
  const ValueInfo& output_info(std::size_t index) const { return output_infos_[index]; }

  // --- initializers, in order
  class InitializerRange {
   public:
    class Iterator {
     public:
      explicit Iterator(Value* value)
          : value_(value), next_(value ? value->next_initializer_ : nullptr) {}
      Value& operator*() const { return *value_; }
      Iterator& operator++() {
        value_ = next_;
        next_ = value_ ? value_->next_initializer_ : nullptr;
        return *this;
      }
      bool operator!=(const Iterator& other) const { return value_ != other.value_; }

     private:
      Value* value_;
      Value* next_;  // so that the current one may be erased
    };
    explicit InitializerRange(Value* first) : first_(first) {}
    Iterator begin() const { return Iterator(first_); }
    Iterator end() const { return Iterator(nullptr); }

   private:
    Value* first_;
  };
  InitializerRange initializers() const { return InitializerRange(first_initializer_); }
  std::size_t initializer_count() const { return initializer_count_; }
  // A new initializer; the name must be free in this scope (throws otherwise).
  Value* add_initializer(std::string_view value_name, TensorPtr tensor);
  Value* add_initializer_unchecked(std::string_view value_name, TensorPtr tensor);
  // Gives an existing value (a graph input: a default; or an undefined name) a tensor, or changes
  // its tensor.
  void set_initializer(Value* value, TensorPtr tensor);
  // A node's output becomes an initializer: same value, same name, same readers; the node's output
  // is omitted. O(1).
  void turn_into_initializer(Value* output, TensorPtr tensor);
  // A value that is an input too stays an input; another must be unused and is destroyed.
  void erase_initializer(Value* value);

  // --- names
  // The value defined under `value_name` in this graph; null when none. `resolve` looks outward
  // through parents too.
  Value* find(std::string_view value_name) const;
  Value* resolve(std::string_view value_name) const;
  // Makes room for `count` more names at once: loaders know how many come.
  void reserve_names(std::size_t count) { names_.reserve(names_.size() + count); }
  // A value for a name that nothing defines (a broken model): reads of it are linked all the same.
  Value* add_undefined(std::string_view value_name);
  // Throws Error(usage) when the name is taken in this scope. `value_name` is copied into the
  // model's pool.
  void rename(Value* value, std::string_view value_name);
  // A and b swap names (both in this graph).
  void swap_names(Value* a, Value* b);

  // --- recorded value_info, in file order
  struct ValueInfoSlot {
    Value* value = nullptr;  // null: `raw` is a ValueInfoProto that describes no value of this
                             // graph (kept as it came)
    std::string_view raw;
  };
  const std::vector<ValueInfoSlot>& value_info_order() const { return value_info_order_; }
  void list_value_info(Value* value);  // appends to the order; once per value
  void add_stray_value_info(std::string_view raw) { value_info_order_.push_back({nullptr, raw}); }
  void clear_value_infos();  // forgets every recorded value_info (inputs' and outputs' declarations
                             // stay)

  // --- quantization annotations (TensorAnnotation): kept, following renames of the value
  struct QuantizationAnnotation {
    std::string_view tensor_name;  // used when `value` is null
    Value* value = nullptr;
    std::vector<StringPair> parameters;  // quant_parameter_tensor_names
    std::string_view unknown;
  };
  std::vector<QuantizationAnnotation> quantization_annotations;

  // Moves every node and initializer of `from` (a graph nested in a node of this graph) before
  // `before` of this graph, renaming what clashes; inputs of `from` are replaced by `arguments`.
  // Returns the values that were its outputs. `from` is left empty, with no outputs. O(size of
  // from).
  std::vector<Value*> absorb(Graph& from, Node* before, const std::vector<Value*>& arguments);

 private:
  friend class Function;
  friend class Model;
  friend class Value;

  Value* make_value(std::string_view value_name, bool must_be_free);
  void destroy_value(Value* value);
  void unregister(Value* value);
  void link_before(Node* node, Node* before);
  void unlink(Node* node);
  void renumber();
  void link_initializer(Value* value);
  void unlink_initializer(Value* value);

  Model* model_;
  Node* owner_;
  Function* function_ = nullptr;
  Node* first_node_ = nullptr;
  Node* last_node_ = nullptr;
  std::size_t node_count_ = 0;
  std::vector<Value*> inputs_;
  UseArray outputs_;
  std::vector<ValueInfo> output_infos_;
  Value* first_initializer_ = nullptr;
  Value* last_initializer_ = nullptr;
  std::size_t initializer_count_ = 0;
  std::unordered_map<std::string_view, Value*> names_;
  std::vector<Value*>
      nameless_;  // values that lost a name clash, and undefined names; owned here too
  std::vector<ValueInfoSlot> value_info_order_;
};

}  // namespace opsmith::ir
