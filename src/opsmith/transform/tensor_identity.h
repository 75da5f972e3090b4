// Telling equal tensors from different ones without reading weights: a fingerprint that looks at a
// few hundred bytes, and a comparison that reads two tensors only when their fingerprints agree,
// and keeps no page of a file that it has read.
#pragma once

#include <cstdint>
#include <optional>

#include "opsmith/ir/tensor.h"

namespace opsmith::transform {

// Equal for equal tensors. Reads all of a small tensor, about 1 KiB of a large one. Nullopt for
// what would have to be decoded at great length first. Never throws: a tensor whose data is missing
// is told by the place of that data.
std::optional<std::uint64_t> tensor_fingerprint(const ir::Tensor& tensor);

// Same type, dims and elements, bit for bit. Never throws: what cannot be read equals only what has
// the same place.
bool is_same_tensor(const ir::Tensor& a, const ir::Tensor& b);

}  // namespace opsmith::transform
