// Sizes of input dimensions that weights demand. Internal to this room.
#pragma once

#include "opsmith/runtime/generate_inputs.h"

namespace opsmith::runtime {

// By dim_key: the channels that a convolution's weights have, the inner size of a matrix product,
// the features of a recurrent or normalization layer, when an input reaches one through operators
// that keep its shape.
Binding required_sizes(const ir::Model& model);

}  // namespace opsmith::runtime
