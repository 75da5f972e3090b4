// Two nodes that compute the same become one: in one graph, and from a nested graph to a node that
// stands before it in a graph around it. The later one goes.
//
// Only deterministic operators of the standard domains; never calls of model-local functions, nor
// nodes with nested graphs. Names of graph outputs stay: two outputs that hold the same numbers are
// both still computed.
#include <algorithm>

#include "opsmith/schema/registry.h"
#include "opsmith/transform/passes.h"
#include "opsmith/transform/same_computation.h"
#include "opsmith/transform/scoped_index.h"

namespace opsmith::transform {
namespace {

constexpr std::string_view kName = "share_common_subexpressions";

class Sharing {
 public:
  explicit Sharing(PassContext& context) : context_(context) {
    const auto& functions = context.model.functions();
    redefines_operators_ =
        std::any_of(functions.begin(), functions.end(), [](const auto& function) {
          return function->domain.empty() || function->domain.starts_with("ai.onnx");
        });
  }

  std::size_t share(ir::Graph& graph) {
    const std::size_t mark = visible_.mark();
    std::size_t applied = 0;
    for (ir::Node& node : graph.nodes()) {
      if (node.has_graphs()) {
        for (ir::Graph* nested : node.graphs()) applied += share(*nested);
        continue;
      }
      const auto hash = computation_hash(node);
      if (!hash) continue;
      ir::Node* same = visible_.find(
          *hash, [&node](const ir::Node* other) { return is_same_computation(*other, node); });
      if (!same) {
        visible_.add(*hash, &node);
      } else if (may_share(node, *same) && context_.rewriter.begin(kName, node)) {
        replace(node, *same);
        ++applied;
      }
    }
    visible_.forget_since(mark);
    return applied;
  }

 private:
  bool may_share(const ir::Node& node, const ir::Node& same) const {
    bool read = false;
    for (std::size_t i = 0; i < node.outputs().size(); ++i) {
      const ir::Value* output = node.output(i);
      if (!output || !output->has_uses()) continue;
      read = true;
      if (!context_.rewriter.can_replace(output, same.output(i))) return false;
    }
    // Asked last: the definitions are registered when first looked at.
    return read && (node.is("Constant") || schema::is_deterministic(node, context_.opset(node))) &&
           node.op_type != "Dropout" &&
           !(redefines_operators_ && context_.model.called_function(node));
  }

  void replace(ir::Node& node, const ir::Node& same) {
    const std::size_t count = node.outputs().size();
    for (std::size_t i = 0; i < count; ++i) {
      ir::Value* output = node.output(i);  // null, all of them, once the node is gone
      if (output && output->has_uses()) context_.rewriter.replace(output, same.output(i));
    }
    context_.rewriter.erase_if_unused(&node);
  }

  PassContext& context_;
  ScopedIndex<ir::Node*> visible_;
  bool redefines_operators_ = false;
};

class ShareCommonSubexpressions : public ModelPass {
 public:
  std::string_view name() const override { return kName; }
  std::string_view doc() const override {
    return "Nodes with the same operator, attributes and operands become one, also across nested "
           "graphs.";
  }

  std::size_t run(PassContext& context) const override {
    Sharing sharing(context);
    std::size_t applied = sharing.share(context.model.graph());
    for (const auto& function : context.model.functions())
      applied += sharing.share(function->body());
    return applied;
  }
};

}  // namespace

std::unique_ptr<ModelPass> make_share_common_subexpressions() {
  return std::make_unique<ShareCommonSubexpressions>();
}

}  // namespace opsmith::transform
