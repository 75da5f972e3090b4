// Passes that take out nodes whose (only used) output is bit for bit their first operand.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "opsmith/transform/pass.h"

namespace opsmith::transform {

// Decides for a node that has its first operand and output whether that output always equals that
// operand: same element type, same shape, same elements, in every run that succeeds.
using IsNoOp = bool (*)(const ir::Node& node, const PassContext& context);

// The pass replaces the output by the operand where `is_no_op` says so, no other output is read,
// and the output's readers (graph outputs too) can all take the operand. All arguments are literals
// or live as long as the program.
std::unique_ptr<NodePass> make_no_op_pass(std::string_view name, std::string_view doc,
                                          std::span<const std::string_view> operators,
                                          IsNoOp is_no_op);

// Replaces the node's first output by `value`, as one rewrite of `pass`. False, and nothing
// changed, when another output is read, the output cannot be replaced in all its readers, or the
// rewrite is refused.
bool replace_node(std::string_view pass, ir::Node& node, ir::Value* value, PassContext& context);

}  // namespace opsmith::transform
