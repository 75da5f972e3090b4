// Steps that a user asks for before the passes run, and what passes need of a model.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "opsmith/ir/model.h"

namespace opsmith::transform {

// Passes work on models whose names all resolve. Throws Error(malformed) for the first broken link,
// saying how many there are, and for a model without a graph.
void require_sound_links(const ir::Model& model);

// Initializers that are graph inputs too: a caller may override them, so they are no constants.
std::size_t count_overridable(const ir::Model& model);
// Takes these off the input list, which makes them constants; raises the IR version to 4, below
// which an initializer must be an input. Returns how many.
std::size_t freeze_weights(ir::Model& model);

// Fixes symbolic dimensions (dim_param) of the main graph's inputs, and the same symbols in
// recorded types. Throws Error(usage) for a symbol that no input has, or a negative size.
void set_dimensions(ir::Model& model,
                    const std::vector<std::pair<std::string, std::int64_t>>& sizes);

}  // namespace opsmith::transform
