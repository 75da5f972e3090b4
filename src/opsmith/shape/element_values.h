// Evaluation of integer arithmetic on known elements: shared parts of the value rules.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "opsmith/shape/operation.h"

namespace opsmith::shape {

using Elements = std::vector<Dim>;

// True for types whose elements are tracked: integers of 8 to 64 bits and bool.
bool is_tracked(DataType type);
// The element as `type` holds it: a number out of its range is unknown (it would wrap), a symbol is
// kept by the wide types only.
Dim fit(DataType type, const Dim& dim);
Dim of_bool(std::optional<bool> value);
std::optional<bool> as_bool(const Dim& dim);

// Number of elements of output `index`, when its rank is 0 or 1, its type tracked and its size
// known and small.
std::optional<std::size_t> tracked_count(const Operation& operation, std::size_t output);

// Element of a broadcast operand: of one or of all.
inline const Dim& broadcast_element(const Elements& elements, std::size_t index) {
  return elements.size() == 1 ? elements[0] : elements[index];
}

// True when at least one of the elements is known.
bool any_known(const Elements& elements);

// A list of `count` unknown elements stands for an operand of which nothing is known.
Elements elements_or_unknown(const Operation& operation, std::size_t input, std::size_t count);

}  // namespace opsmith::shape
