// A node's attribute (AttributeProto): a name and one typed payload.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "opsmith/ir/tensor.h"
#include "opsmith/ir/type.h"

namespace opsmith::ir {

class Graph;

// The numbers are those of AttributeProto.AttributeType.
enum class AttributeType : std::int32_t {
  undefined = 0,
  float_ = 1,
  int_ = 2,
  string = 3,
  tensor = 4,
  graph = 5,
  floats = 6,
  ints = 7,
  strings = 8,
  tensors = 9,
  graphs = 10,
  sparse_tensor = 11,
  sparse_tensors = 12,
  type_proto = 13,
  type_protos = 14,
};
std::string_view name_of(AttributeType type);  // "int", "floats", …

// Strings are bytes (they need not be UTF-8) and views into the model's backing or string pool.
// The payload's alternative says what is there; `type` is what the file recorded (undefined in very
// old files). Sparse tensors are Tensors with is_sparse().
struct Attribute {
  using Graphs = std::vector<std::unique_ptr<Graph>>;
  using Payload = std::variant<std::monostate, float, std::int64_t, std::string_view, TensorPtr,
                               std::unique_ptr<Graph>, TypePtr, std::vector<float>,
                               std::vector<std::int64_t>, std::vector<std::string_view>,
                               std::vector<TensorPtr>, Graphs, std::vector<TypePtr>>;

  Attribute();
  Attribute(std::string_view name, AttributeType type, Payload payload);
  Attribute(Attribute&&) noexcept;
  Attribute& operator=(Attribute&&) noexcept;
  ~Attribute();

  std::string_view name;
  AttributeType type = AttributeType::undefined;
  Payload payload;
  std::string_view
      ref_attr_name;  // inside a function body: takes the caller's attribute; null when absent
  std::string_view doc_string;  // null when absent
  std::string_view unknown;     // serialized fields that this build does not know

  bool is_reference() const { return !ref_attr_name.empty(); }
  // Pointer to the payload when it is a T, else null.
  template <typename T>
  const T* get() const {
    return std::get_if<T>(&payload);
  }
  // The nested graphs of a graph or graphs attribute, in order; empty otherwise.
  std::vector<Graph*> graphs() const;
};

// Equal name, type and payload (tensors by elements). Attributes that hold graphs are never equal.
bool same_attribute(const Attribute& a, const Attribute& b);
std::uint64_t hash_attribute(const Attribute& attribute);

}  // namespace opsmith::ir
