// Makers of every pass; see each one's .cc for what it does and under which conditions.
#pragma once

#include <memory>

#include "opsmith/transform/pass.h"

namespace opsmith::transform {

// Constants
std::unique_ptr<ModelPass> make_constants_to_initializers();
std::unique_ptr<ModelPass> make_fold_constants();
std::unique_ptr<NodePass> make_fold_shapes();
std::unique_ptr<ModelPass> make_remove_unused();

// Data movement
std::unique_ptr<NodePass> make_remove_identity();
std::unique_ptr<NodePass> make_remove_dropout();
std::unique_ptr<NodePass> make_remove_cast();
std::unique_ptr<NodePass> make_remove_transpose();
std::unique_ptr<NodePass> make_remove_reshape();
std::unique_ptr<NodePass> make_remove_slice();
std::unique_ptr<NodePass> make_remove_pad();
std::unique_ptr<NodePass> make_remove_concat();
std::unique_ptr<NodePass> make_remove_expand();
std::unique_ptr<NodePass> make_remove_tile();
std::unique_ptr<NodePass> make_remove_resize();
std::unique_ptr<NodePass> make_remove_split();
std::unique_ptr<NodePass> make_remove_gather();
std::unique_ptr<NodePass> make_remove_sequence();
std::unique_ptr<NodePass> make_split_sequence();
std::unique_ptr<NodePass> make_remove_pool();
std::unique_ptr<NodePass> make_remove_reduction();
std::unique_ptr<NodePass> make_remove_single_operand();
std::unique_ptr<NodePass> make_remove_block_shuffle();
std::unique_ptr<NodePass> make_remove_clip();
std::unique_ptr<NodePass> make_merge_squeezes();
std::unique_ptr<NodePass> make_merge_reshapes();
std::unique_ptr<NodePass> make_merge_slices();
std::unique_ptr<NodePass> make_settle_reshape();

// Arithmetic, control flow, sharing
std::unique_ptr<NodePass> make_remove_neutral();
std::unique_ptr<NodePass> make_cancel_double_negation();
std::unique_ptr<NodePass> make_remove_idempotent();
std::unique_ptr<NodePass> make_merge_clips();
std::unique_ptr<NodePass> make_fold_where();
std::unique_ptr<NodePass> make_inline_if();
std::unique_ptr<NodePass> make_unroll_loop();
std::unique_ptr<ModelPass> make_inline_functions();
std::unique_ptr<ModelPass> make_share_initializers();
std::unique_ptr<ModelPass> make_share_common_subexpressions();

}  // namespace opsmith::transform
