// Where(all true, x, y) -> x        Where(all false, x, y) -> y        Where(c, x, x) -> x
//
// Only where the chosen operand already has the result's shape: the condition and the other operand
// must not widen it.
#include <array>

#include "opsmith/transform/constant_facts.h"
#include "opsmith/transform/passes.h"

namespace opsmith::transform {
namespace {

constexpr std::array<std::string_view, 1> kOperators = {"Where"};

class FoldWhere : public NodePass {
 public:
  std::string_view name() const override { return "fold_where"; }
  std::string_view doc() const override {
    return "Where whose condition is one constant throughout, when the chosen operand has the "
           "result's shape.";
  }
  std::span<const std::string_view> operators() const override { return kOperators; }

  bool apply(ir::Node& node, PassContext& context) const override {
    if (node.inputs().size() != 3 || !node.output(0)) return false;
    ir::Value* condition = node.input(0);
    if (!condition || !node.input(1) || !node.input(2)) return false;
    std::size_t chosen = 1;
    if (node.input(1) != node.input(2)) {
      const std::optional<bool> known = throughout(condition, context);
      if (!known) return false;
      chosen = *known ? 1 : 2;
    }
    ir::Value* x = node.input(chosen);
    if (!broadcasts_into(context, condition, x) ||
        !broadcasts_into(context, node.input(3 - chosen), x))
      return false;
    if (!context.rewriter.can_replace(node.output(0), x) || !context.rewriter.begin(name(), node))
      return false;
    context.rewriter.replace(node.output(0), x);
    return true;
  }

 private:
  static std::optional<bool> throughout(const ir::Value* condition, const PassContext& context) {
    if (all_elements_are(condition, 1)) return true;
    if (all_elements_are(condition, 0)) return false;
    return known_bool(context, condition);
  }
};

}  // namespace

std::unique_ptr<NodePass> make_fold_where() { return std::make_unique<FoldWhere>(); }

}  // namespace opsmith::transform
