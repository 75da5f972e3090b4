#include "opsmith/transform/passes.h"
#include "opsmith/transform/reshape_target.h"

namespace opsmith::transform {
namespace {

constexpr std::string_view handled[] = {"Reshape"};

// y = Reshape(x, computed)  ->  y = Reshape(x, constant)
// where the shapes of x and y are known well enough: all sizes of y but one are numbers, or those
// that are none stay where they are in x. The arithmetic that computed the shape then often has no
// reader left.
class SettleReshape final : public NodePass {
 public:
  std::string_view name() const override { return "settle_reshape"; }
  std::string_view doc() const override {
    return "Gives Reshape a constant shape operand (with 0 and -1) where the computed one is known "
           "well enough.";
  }
  std::span<const std::string_view> operators() const override { return handled; }

  bool apply(ir::Node& node, PassContext& context) const override {
    ir::Value* shape = node.input(1);
    if (!node.input(0) || !node.output(0) || !shape || shape->constant() || context.opset(node) < 5)
      return false;
    const ir::Shape* from = context.shape(node.input(0));
    const ir::Shape* to = context.shape(node.output(0));
    const auto target = from && to ? reshape_target(*from, *to) : std::nullopt;
    if (!target || !context.rewriter.begin(name(), node)) return false;
    const auto tensor =
        ir::Tensor::of(ir::DataType::int64, {static_cast<std::int64_t>(target->size())}, *target);
    node.remove_attribute("allowzero");
    context.rewriter.set_input(
        &node, 1, context.rewriter.constant(*node.graph(), &node, tensor, shape->name()));
    context.rewriter.finish(&node);
    return true;
  }
};

}  // namespace

std::unique_ptr<NodePass> make_settle_reshape() { return std::make_unique<SettleReshape>(); }

}  // namespace opsmith::transform
