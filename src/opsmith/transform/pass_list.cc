// Every pass, in the order in which they run, with the reasons for the order.
#include "opsmith/transform/pass_manager.h"
#include "opsmith/transform/passes.h"

namespace opsmith::transform {

std::vector<std::unique_ptr<NodePass>> make_node_passes() {
  std::vector<std::unique_ptr<NodePass>> passes;
  // First, because a constant shape operand is what most of the others ask for.
  passes.push_back(make_fold_shapes());
  // Control flow: what comes out of a branch or body is then seen like everything else.
  passes.push_back(make_inline_if());
  passes.push_back(make_unroll_loop());
  // Arithmetic
  passes.push_back(make_remove_neutral());
  passes.push_back(make_cancel_double_negation());
  passes.push_back(make_remove_idempotent());
  passes.push_back(make_merge_clips());
  passes.push_back(make_fold_where());
  // Data movement: what does nothing goes before what merges with a neighbour, so that the
  // neighbours are real ones; merge_squeezes before merge_reshapes, because it keeps the operators
  // and needs no known sizes.
  passes.push_back(make_remove_identity());
  passes.push_back(make_remove_dropout());
  passes.push_back(make_remove_cast());
  passes.push_back(make_remove_transpose());
  passes.push_back(make_remove_reshape());
  passes.push_back(make_remove_slice());
  passes.push_back(make_remove_pad());
  passes.push_back(make_remove_concat());
  passes.push_back(make_remove_expand());
  passes.push_back(make_remove_tile());
  passes.push_back(make_remove_resize());
  passes.push_back(make_remove_split());
  passes.push_back(make_remove_gather());
  passes.push_back(make_remove_sequence());
  passes.push_back(make_split_sequence());
  passes.push_back(make_remove_pool());
  passes.push_back(make_remove_reduction());
  passes.push_back(make_remove_single_operand());
  passes.push_back(make_remove_block_shuffle());
  passes.push_back(make_remove_clip());
  passes.push_back(make_merge_squeezes());
  passes.push_back(make_merge_reshapes());
  passes.push_back(make_merge_slices());
  passes.push_back(make_settle_reshape());
  return passes;
}

std::vector<std::unique_ptr<ModelPass>> make_model_passes() {
  std::vector<std::unique_ptr<ModelPass>> passes;
  // Before everything else: one form of constant.
  passes.push_back(make_constants_to_initializers());
  // Early, so that all others see one graph.
  passes.push_back(make_inline_functions());
  // After the node passes, which often make evaluation unnecessary, and before sharing, which then
  // sees its results.
  passes.push_back(make_fold_constants());
  // Initializers first: nodes are the same only when they read the same value.
  passes.push_back(make_share_initializers());
  passes.push_back(make_share_common_subexpressions());
  // Last: it collects what the others left.
  passes.push_back(make_remove_unused());
  return passes;
}

std::vector<std::pair<std::string_view, std::string_view>> pass_names_and_docs() {
  std::vector<std::pair<std::string_view, std::string_view>> names;
  for (const auto& pass : make_node_passes()) names.emplace_back(pass->name(), pass->doc());
  for (const auto& pass : make_model_passes()) names.emplace_back(pass->name(), pass->doc());
  return names;
}

}  // namespace opsmith::transform
