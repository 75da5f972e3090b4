// A value: a graph input, an initializer, a node's output, or a name that nothing defines; and its
// uses.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "opsmith/ir/tensor.h"
#include "opsmith/ir/type.h"

namespace opsmith::ir {

class Graph;
class Model;
class Node;
class Value;

struct StringPair {  // StringStringEntryProto; null data means that the field is absent
  std::string_view key;
  std::string_view value;
  std::string_view unknown;
};

// What a ValueInfoProto records about a value: its declared type and documentation.
struct ValueInfo {
  TypePtr type;                 // null when absent
  std::string_view doc_string;  // null when absent
  std::vector<StringPair> metadata;
  std::string_view unknown;
};

// One read of a value: operand `index` of a node, or output `index` of a graph. Uses of one value
// form a doubly linked list headed by the value; creating, retargeting and removing one is O(1).
class Use {
 public:
  Use() = default;
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;
  ~Use() { unlink(); }

  Value* value() const { return value_; }  // null for an omitted optional operand
  Node* node() const { return node_; }     // the reader; null when a graph's output list reads
  Graph* graph_output_of() const {
    return graph_;
  }  // the graph whose output this is; null when a node reads
  std::uint32_t index() const { return index_; }
  Use* next() const { return next_; }
  // The graph in which the read happens (the node's graph, or the graph whose output it is).
  Graph* scope() const;

 private:
  friend class UseArray;
  friend class Value;

  void set(Value* value);
  void unlink();

  Value* value_ = nullptr;
  Use* next_ = nullptr;
  Use** previous_next_ = nullptr;
  Node* node_ = nullptr;
  Graph* graph_ = nullptr;
  std::uint32_t index_ = 0;
};

// The operands of a node, or the outputs of a graph: a growable array of uses with stable links.
class UseArray {
 public:
  UseArray(Node* node, Graph* graph) : node_(node), graph_(graph) {}
  UseArray(const UseArray&) = delete;
  UseArray& operator=(const UseArray&) = delete;

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  // The value at `index`; null when omitted or beyond the end (a trailing optional operand).
  Value* operator[](std::size_t index) const {
    return index < size_ ? uses_[index].value() : nullptr;
  }
  Use& use(std::size_t index) { return uses_[index]; }
  const Use& use(std::size_t index) const { return uses_[index]; }
  const Use* begin() const { return uses_.get(); }
  const Use* end() const { return uses_.get() + size_; }

  void reserve(std::size_t count);
  void push_back(Value* value);
  void set(std::size_t index, Value* value);  // index < size()
  void erase(std::size_t index);              // shifts the rest down, O(size)
  void resize(std::size_t size);              // new operands are omitted
  void clear() { resize(0); }

 private:
  void grow(std::size_t capacity);

  Node* node_;
  Graph* graph_;
  std::unique_ptr<Use[]> uses_;
  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = 0;
};

// Iterates over the uses of a value; the current use may be retargeted or removed meanwhile.
class UseRange {
 public:
  class Iterator {
   public:
    explicit Iterator(Use* use) : use_(use), next_(use ? use->next() : nullptr) {}
    Use& operator*() const { return *use_; }
    Iterator& operator++() {
      use_ = next_;
      next_ = use_ ? use_->next() : nullptr;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return use_ != other.use_; }

   private:
    Use* use_;
    Use* next_;
  };
  explicit UseRange(Use* first) : first_(first) {}
  Iterator begin() const { return Iterator(first_); }
  Iterator end() const { return Iterator(nullptr); }

 private:
  Use* first_;
};

// Created and destroyed by its Graph only.
class Value {
 public:
  Value(const Value&) = delete;
  Value& operator=(const Value&) = delete;
  ~Value();

  std::string_view name() const { return name_; }
  Graph* graph() const { return graph_; }  // the graph (or function body) that defines it

  Node* producer() const { return producer_; }  // null for inputs, initializers, undefined names
  std::uint32_t output_index() const { return output_index_; }
  bool is_input() const { return is_input_; }
  bool is_initializer() const { return tensor_ != nullptr; }
  // An initializer that is a graph input too: a default that the caller may override, so not a
  // constant.
  bool is_overridable() const { return is_input_ && tensor_ != nullptr; }
  // No input, no initializer, no node defines it: the model is broken here.
  bool is_undefined() const { return !is_input_ && tensor_ == nullptr && producer_ == nullptr; }
  bool is_graph_output() const;  // of any graph; O(uses)

  // False when another value of the graph has the same name, which find() gives instead (a broken
  // model).
  bool has_own_name() const { return is_registered_; }

  // The initializer's tensor (also when overridable); null otherwise.
  const TensorPtr& initializer() const { return tensor_; }
  // The tensor when the value can never be anything else: an initializer that is no input, or a
  // Constant node's output (made from any of its value attributes). Null otherwise.
  TensorPtr constant() const;

  // The recorded (declared, possibly stale) information; null when the file has none. For the value
  // as graph output see Graph::output_info.
  const ValueInfo* info() const { return info_.get(); }
  ValueInfo& make_info();
  void drop_info() { info_.reset(); }

  // The type deduced by the shape room from the graph's inputs and constants, never from recorded
  // infos; null until inference ran, or when it knows nothing.
  const TypePtr& inferred() const { return inferred_; }
  void set_inferred(TypePtr type) { inferred_ = std::move(type); }

  bool has_uses() const { return first_use_ != nullptr; }
  bool has_one_use() const { return first_use_ && !first_use_->next(); }
  std::size_t use_count() const;  // O(uses)
  UseRange uses() const { return UseRange(first_use_); }
  // Every read of this becomes a read of `other`, in every scope; O(1) for each use. Graph outputs
  // change too, and with them the output's name: see transform's Rewriter for the replacement that
  // keeps interface names.
  void replace_all_uses_with(Value* other);

 private:
  friend class Graph;
  friend class Node;
  friend class Use;
  friend class UseArray;

  Value(Graph* graph, std::string_view name) : name_(name), graph_(graph) {}

  std::string_view name_;
  Graph* graph_;
  Node* producer_ = nullptr;
  Use* first_use_ = nullptr;
  TensorPtr tensor_;
  std::unique_ptr<ValueInfo> info_;
  TypePtr inferred_;
  Value* previous_initializer_ = nullptr;
  Value* next_initializer_ = nullptr;
  std::uint32_t output_index_ = 0;
  std::uint32_t value_info_slot_ = 0;  // 1 + index in Graph::value_info_order_; 0: not listed there
  bool is_input_ = false;
  bool is_registered_ = false;  // found under its name in the graph's table
};

}  // namespace opsmith::ir
