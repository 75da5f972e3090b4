// When two nodes compute the same: operator, attributes, operands and outputs.
#pragma once

#include <cstdint>
#include <optional>

#include "opsmith/ir/node.h"

namespace opsmith::transform {

// Equal for nodes that compute the same within one run of a program (it depends on addresses).
// Nullopt for nodes that are never the same as another: of domains whose meaning is not ONNX's,
// with nested graphs, or with an enormous tensor attribute. Cheap: see tensor_fingerprint.
std::optional<std::uint64_t> computation_hash(const ir::Node& node);

// Same operator, attributes by value (tensors by elements), operands (in either order where that
// gives the same bits) and number of outputs, and `a` has every output that is used of `b`. Whether
// the operator is deterministic is another question.
bool is_same_computation(const ir::Node& a, const ir::Node& b);

}  // namespace opsmith::transform
