// Questions that several passes ask about constant operands and about operands that broadcast.
#pragma once

#include "opsmith/transform/pass.h"

namespace opsmith::transform {

// Every element of the constant `value` is `number`. False when it is no constant, no numeric
// tensor, unreadable, or so large (over 1 MiB) that a weight would be read for a question whose
// answer is nearly always no. True for a constant without elements.
bool all_elements_are(const ir::Value* value, double number);

// The only element of a boolean tensor of one element, from a constant or from what inference knows
// of it.
std::optional<bool> known_bool(const PassContext& context, const ir::Value* value);

// Broadcasting `operand` with `target` provably gives `target`'s shape: no dimension of `operand`
// is more than 1 unless it is the same as `target`'s, and it has no more dimensions.
bool broadcasts_into(const PassContext& context, const ir::Value* operand, const ir::Value* target);

}  // namespace opsmith::transform
