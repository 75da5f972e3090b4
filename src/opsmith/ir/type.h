// The type of a value: tensor with element type and (partly known) shape, sequence, map, optional,
// …
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "opsmith/ir/data_type.h"

namespace opsmith::ir {

// One dimension: a number, a named symbol (dim_param), or nothing known.
struct Dim {
  enum class Kind : std::uint8_t { unknown, value, param };

  Kind kind = Kind::unknown;
  std::int64_t value = 0;       // when kind == value; may be any number in a malformed model
  std::string param;            // when kind == param
  std::string_view denotation;  // view into the model's backing; null when absent

  static Dim of(std::int64_t v) { return {Kind::value, v, {}, {}}; }
  static Dim symbol(std::string name) { return {Kind::param, 0, std::move(name), {}}; }

  bool known() const { return kind == Kind::value; }
  bool is(std::int64_t v) const { return kind == Kind::value && value == v; }
  // Provably the same number: equal values, or the same symbol.
  bool same_as(const Dim& other) const {
    return kind != Kind::unknown && kind == other.kind && value == other.value &&
           param == other.param;
  }
  std::string text() const;  // "3", "batch", "?"
};

using Shape = std::vector<Dim>;

struct Type;
// Types are immutable once shared; null means nothing is known.
using TypePtr = std::shared_ptr<const Type>;

struct Type {
  enum class Kind : std::uint8_t { none, tensor, sparse_tensor, sequence, map, optional, opaque };

  Kind kind = Kind::none;
  DataType element_type = DataType::undefined;  // tensor, sparse_tensor
  std::optional<Shape> shape;                   // tensor, sparse_tensor; nullopt: rank unknown
  DataType key_type = DataType::undefined;      // map
  TypePtr element;                              // sequence, optional: element; map: value
  std::string_view denotation;                  // null when absent
  std::string_view opaque_domain, opaque_name;

  // The serialized TypeProto that this was loaded from, so that saving loses nothing. Whoever
  // changes a copy of the type clears it. A view into the model's backing.
  std::string_view proto;

  static TypePtr tensor(DataType element_type, std::optional<Shape> shape = std::nullopt);
  static TypePtr sequence(TypePtr element);
  static TypePtr optional_of(TypePtr element);

  bool is_tensor() const { return kind == Kind::tensor; }
  std::string text()
      const;  // "float[N,3,224,224]", "seq(float[])", "float" when the rank is unknown
};

// Same kind, element types and shapes (symbols by name). Denotations do not count.
bool same_type(const Type& a, const Type& b);

}  // namespace opsmith::ir
