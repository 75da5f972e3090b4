// Constant nodes become initializers, so that everything else has one form of constant to look at,
// engines see weights as weights, and the node disappears. Only where initializers may stand: not
// in function bodies, not below IR version 4 (where an initializer must be an input too).
#include "opsmith/transform/passes.h"

namespace opsmith::transform {
namespace {

class ConstantsToInitializers : public ModelPass {
 public:
  std::string_view name() const override { return "constants_to_initializers"; }
  std::string_view doc() const override {
    return "Constant nodes become initializers of the same graph.";
  }

  std::size_t run(PassContext& context) const override {
    if (context.model.ir_version.value_or(0) < 4) return 0;
    std::size_t applied = 0;
    const auto convert = [&](ir::Graph& graph) {
      for (ir::Node& node : graph.nodes()) {
        if (!node.is("Constant") || node.outputs().size() != 1 || !node.output(0)) continue;
        const ir::TensorPtr tensor = node.output(0)->constant();
        if (!tensor || tensor->is_sparse()) continue;
        if (!context.rewriter.begin(name(), node)) continue;
        context.rewriter.constant_takes_place(node.output(0), tensor);
        ++applied;
      }
    };
    ir::walk_graphs(context.model.graph(), convert);
    return applied;
  }
};

}  // namespace

std::unique_ptr<ModelPass> make_constants_to_initializers() {
  return std::make_unique<ConstantsToInitializers>();
}

}  // namespace opsmith::transform
