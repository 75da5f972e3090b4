#include "opsmith/transform/same_computation.h"

#include <algorithm>
#include <array>
#include <bit>

#include "opsmith/base/hash.h"
#include "opsmith/ir/graph.h"
#include "opsmith/transform/tensor_identity.h"

namespace opsmith::transform {
namespace {

// With two operands only: of three, the order of additions shows in the last bit.
constexpr std::array<std::string_view, 12> kCommutative = {
    "Add", "Mul", "And", "Or",         "Xor",       "Equal",
    "Max", "Min", "Sum", "BitwiseAnd", "BitwiseOr", "BitwiseXor"};

bool is_commutative(const ir::Node& node) {
  return node.inputs().size() == 2 && node.is_default_domain() &&
         std::find(kCommutative.begin(), kCommutative.end(), node.op_type) != kCommutative.end();
}

std::size_t operand_count(const ir::Node& node) {
  std::size_t count = node.inputs().size();
  while (count > 0 && !node.input(count - 1)) --count;
  return count;
}

std::optional<std::uint64_t> attribute_hash(const ir::Attribute& attribute) {
  if (attribute.get<std::vector<ir::TensorPtr>>()) return std::nullopt;
  const auto* tensor = attribute.get<ir::TensorPtr>();
  if (!tensor) return ir::hash_attribute(attribute);
  if (!*tensor) return std::nullopt;
  const auto fingerprint = tensor_fingerprint(**tensor);
  return fingerprint ? std::optional(hash_text(attribute.name, *fingerprint)) : std::nullopt;
}

bool is_same_attribute(const ir::Attribute& a, const ir::Attribute& b) {
  const auto* x = a.get<ir::TensorPtr>();
  const auto* y = b.get<ir::TensorPtr>();
  if (!x || !y) return ir::same_attribute(a, b);
  return a.name == b.name && a.ref_attr_name == b.ref_attr_name && a.unknown == b.unknown && *x &&
         *y && is_same_tensor(**x, **y);
}

bool have_same_attributes(const ir::Node& a, const ir::Node& b) {
  if (a.attributes.size() != b.attributes.size()) return false;
  return std::all_of(a.attributes.begin(), a.attributes.end(),
                     [&b](const ir::Attribute& attribute) {
                       const ir::Attribute* other = b.find_attribute(attribute.name);
                       return other && is_same_attribute(attribute, *other);
                     });
}

bool have_same_operands(const ir::Node& a, const ir::Node& b) {
  const std::size_t count = operand_count(a);
  if (count != operand_count(b)) return false;
  bool same = true;
  for (std::size_t i = 0; same && i < count; ++i) same = a.input(i) == b.input(i);
  return same || (is_commutative(a) && is_commutative(b) && a.input(0) == b.input(1) &&
                  a.input(1) == b.input(0));
}

std::uint64_t address(const ir::Value* value) { return std::bit_cast<std::uintptr_t>(value); }

}  // namespace

std::optional<std::uint64_t> computation_hash(const ir::Node& node) {
  if ((!node.is_default_domain() && node.domain != "ai.onnx.ml") || node.outputs().empty())
    return std::nullopt;
  if (node.has_graphs()) return std::nullopt;
  std::uint64_t hash = hash_text(node.op_type, node.is_default_domain() ? 0 : 1);
  std::uint64_t attributes = 0;  // their order says nothing
  for (const ir::Attribute& attribute : node.attributes) {
    const auto one = attribute_hash(attribute);
    if (!one) return std::nullopt;
    attributes += *one;
  }
  hash = hash_combine(hash, attributes);
  if (is_commutative(node)) {
    return hash_combine(hash, address(node.input(0)) + address(node.input(1)));
  }
  for (std::size_t i = 0; i < operand_count(node); ++i)
    hash = hash_combine(hash, address(node.input(i)));
  return hash;
}

bool is_same_computation(const ir::Node& a, const ir::Node& b) {
  if (a.op_type != b.op_type || a.overload != b.overload || a.unknown != b.unknown) return false;
  if (a.is_default_domain() ? !b.is_default_domain() : a.domain != b.domain) return false;
  if (a.outputs().size() != b.outputs().size()) return false;
  for (std::size_t i = 0; i < a.outputs().size(); ++i) {
    if (!a.output(i) && b.output(i) && b.output(i)->has_uses()) return false;
  }
  return have_same_operands(a, b) && have_same_attributes(a, b);
}

}  // namespace opsmith::transform
