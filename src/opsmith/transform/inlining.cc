#include "opsmith/transform/inlining.h"

#include <algorithm>

namespace opsmith::transform {
namespace {

bool may_hold_initializers(const ir::Graph& graph) {
  const ir::Graph* outermost = &graph;
  while (outermost->parent()) outermost = outermost->parent();
  return !outermost->function() && graph.model().ir_version.value_or(0) >= 4;
}

}  // namespace

bool reads_defined_values(const ir::Graph& graph) {
  const auto defined = [](const ir::Use& use) {
    return !use.value() || !use.value()->is_undefined();
  };
  for (const ir::Node& node : graph.nodes()) {
    if (!std::all_of(node.inputs().begin(), node.inputs().end(), defined)) return false;
    for (const ir::Graph* nested : node.graphs()) {
      if (!reads_defined_values(*nested)) return false;
    }
  }
  return std::all_of(graph.outputs().begin(), graph.outputs().end(),
                     [&](const ir::Use& use) { return use.value() && defined(use); });
}

bool has_output_given_twice(const ir::Node& node) {
  for (const ir::Value* output : node.outputs()) {
    if (!output) continue;
    std::size_t given = 0;
    for (const ir::Use& use : output->uses()) given += use.node() ? 0 : 1;
    if (given > 1) return true;
  }
  return false;
}

bool can_inline(const ir::Graph& graph, const ir::Node& owner) {
  if (has_output_given_twice(owner)) return false;
  if (!std::none_of(graph.inputs().begin(), graph.inputs().end(),
                    [](const ir::Value* input) { return input->is_initializer(); })) {
    return false;
  }
  if (!may_hold_initializers(*owner.graph())) {
    for (const ir::Value& value : graph.initializers()) {
      if (value.initializer()->is_sparse()) return false;
    }
  }
  return reads_defined_values(graph);
}

std::vector<ir::Value*> inline_contents(ir::Graph& graph, ir::Node& owner,
                                        const std::vector<ir::Value*>& arguments,
                                        PassContext& context) {
  if (!may_hold_initializers(*owner.graph())) {
    for (ir::Value& value : graph.initializers()) {
      ir::Value* constant =
          context.rewriter.constant(*owner.graph(), &owner, value.initializer(), value.name());
      // The graph is about to be emptied, so that its outputs may well read an outer value for a
      // moment.
      value.replace_all_uses_with(constant);
      context.shapes.forget(&value);
      graph.erase_initializer(&value);
    }
  }
  return context.rewriter.inline_graph(graph, &owner, arguments);
}

void replace_output(ir::Node& node, std::size_t index, ir::Value* value, PassContext& context) {
  ir::Value* output = node.output(index);
  if (!output || !output->has_uses()) return;
  if (!context.rewriter.can_replace(output, value)) {
    ir::Node* identity = context.rewriter.insert(&node, "Identity", {value}, node);
    context.rewriter.finish(identity);
    value = identity->output(0);
  }
  context.rewriter.replace(output, value);
}

}  // namespace opsmith::transform
