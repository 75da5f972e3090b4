#include "opsmith/ir/attribute.h"

#include <bit>
#include <utility>

#include "opsmith/base/hash.h"
#include "opsmith/ir/graph.h"

namespace opsmith::ir {
namespace {

// Bit patterns, so that NaNs compare equal to themselves and -0 differs from 0.
bool same_floats(const std::vector<float>& a, const std::vector<float>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::bit_cast<std::uint32_t>(a[i]) != std::bit_cast<std::uint32_t>(b[i])) return false;
  }
  return true;
}

bool same_payload(const Attribute& a, const Attribute& b) {
  if (a.payload.index() != b.payload.index()) return false;
  return std::visit(
      [&b]<typename T>(const T& x) {
        const T& y = *b.get<T>();
        if constexpr (std::is_same_v<T, float>) {
          return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y);
        } else if constexpr (std::is_same_v<T, std::vector<float>>) {
          return same_floats(x, y);
        } else if constexpr (std::is_same_v<T, TensorPtr>) {
          return same_elements(*x, *y);
        } else if constexpr (std::is_same_v<T, TypePtr>) {
          return same_type(*x, *y);
        } else if constexpr (std::is_same_v<T, std::vector<TensorPtr>>) {
          if (x.size() != y.size()) return false;
          for (std::size_t i = 0; i < x.size(); ++i) {
            if (!same_elements(*x[i], *y[i])) return false;
          }
          return true;
        } else if constexpr (std::is_same_v<T, std::unique_ptr<Graph>> ||
                             std::is_same_v<T, Attribute::Graphs> ||
                             std::is_same_v<T, std::vector<TypePtr>>) {
          return false;
        } else {
          return x == y;
        }
      },
      a.payload);
}

}  // namespace

Attribute::Attribute() = default;
Attribute::Attribute(std::string_view attribute_name, AttributeType attribute_type,
                     Payload attribute_payload)
    : name(attribute_name), type(attribute_type), payload(std::move(attribute_payload)) {}
Attribute::Attribute(Attribute&&) noexcept = default;
Attribute& Attribute::operator=(Attribute&&) noexcept = default;
Attribute::~Attribute() = default;

std::string_view name_of(AttributeType type) {
  switch (type) {
    case AttributeType::float_:
      return "float";
    case AttributeType::int_:
      return "int";
    case AttributeType::string:
      return "string";
    case AttributeType::tensor:
      return "tensor";
    case AttributeType::graph:
      return "graph";
    case AttributeType::floats:
      return "floats";
    case AttributeType::ints:
      return "ints";
    case AttributeType::strings:
      return "strings";
    case AttributeType::tensors:
      return "tensors";
    case AttributeType::graphs:
      return "graphs";
    case AttributeType::sparse_tensor:
      return "sparse_tensor";
    case AttributeType::sparse_tensors:
      return "sparse_tensors";
    case AttributeType::type_proto:
      return "type_proto";
    case AttributeType::type_protos:
      return "type_protos";
    case AttributeType::undefined:
      break;
  }
  return "undefined";
}

std::vector<Graph*> Attribute::graphs() const {
  if (const auto* one = get<std::unique_ptr<Graph>>(); one && *one) return {one->get()};
  std::vector<Graph*> result;
  if (const auto* many = get<Graphs>()) {
    for (const auto& graph : *many) result.push_back(graph.get());
  }
  return result;
}

bool same_attribute(const Attribute& a, const Attribute& b) {
  return a.name == b.name && a.ref_attr_name == b.ref_attr_name && a.unknown == b.unknown &&
         same_payload(a, b);
}

std::uint64_t hash_attribute(const Attribute& attribute) {
  std::uint64_t hash = hash_text(attribute.name, attribute.payload.index());
  std::visit(
      [&hash]<typename T>(const T& x) {
        if constexpr (std::is_same_v<T, float>) {
          hash = hash_combine(hash, std::bit_cast<std::uint32_t>(x));
        } else if constexpr (std::is_same_v<T, std::int64_t>) {
          hash = hash_combine(hash, static_cast<std::uint64_t>(x));
        } else if constexpr (std::is_same_v<T, std::string_view>) {
          hash = hash_text(x, hash);
        } else if constexpr (std::is_same_v<T, TensorPtr>) {
          hash = hash_combine(hash, hash_elements(*x));
        } else if constexpr (std::is_same_v<T, std::vector<float>>) {
          for (const float f : x) hash = hash_combine(hash, std::bit_cast<std::uint32_t>(f));
        } else if constexpr (std::is_same_v<T, std::vector<std::int64_t>>) {
          for (const std::int64_t i : x) hash = hash_combine(hash, static_cast<std::uint64_t>(i));
        } else if constexpr (std::is_same_v<T, std::vector<std::string_view>>) {
          for (const std::string_view s : x) hash = hash_text(s, hash);
        }
      },
      attribute.payload);
  return hash;
}

}  // namespace opsmith::ir
