// Lists of axes, and permutations, as operators take them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "opsmith/ir/type.h"
#include "opsmith/transform/pass.h"

namespace opsmith::transform {

using Axes = std::vector<std::int64_t>;

// Ascending, from 0 on. nullopt when an axis is out of range or named twice, and when one is
// negative while `rank` is unknown.
std::optional<Axes> normalized_axes(Axes axes, std::optional<std::int64_t> rank);

std::optional<std::int64_t> rank_of(const ir::Shape* shape);

// `perm` of a Transpose, its default (reversed axes) spelled out. nullopt when that needs a rank
// that is unknown, or `perm` is no permutation.
std::optional<Axes> permutation_of(const ir::Node& transpose, const PassContext& context);

// Whether the first output has the elements of the first operand in the same order, under other
// dimensions: Reshape, Flatten, Squeeze, Unsqueeze, and a Transpose that keeps the order of all
// axes but those of size 1.
bool is_reshaping(const ir::Node& node, const PassContext& context);

// The node of the same graph that makes `value`, if its operator is of the default domain and none
// of its attributes is left to the caller of a function; null otherwise.
ir::Node* local_producer(const ir::Value* value, const ir::Node& reader);

}  // namespace opsmith::transform
