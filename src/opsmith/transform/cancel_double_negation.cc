// Not(Not(x)), Neg(Neg(x)), BitwiseNot(BitwiseNot(x))  ->  x
//
// Exact for every input: the smallest signed integer negates to itself.
#include <array>

#include "opsmith/transform/passes.h"

namespace opsmith::transform {
namespace {

constexpr std::array<std::string_view, 3> kOperators = {"Not", "Neg", "BitwiseNot"};

class CancelDoubleNegation : public NodePass {
 public:
  std::string_view name() const override { return "cancel_double_negation"; }
  std::string_view doc() const override { return "Not, Neg or BitwiseNot applied twice in a row."; }
  std::span<const std::string_view> operators() const override { return kOperators; }

  bool apply(ir::Node& node, PassContext& context) const override {
    if (node.inputs().size() != 1 || !node.input(0) || !node.output(0)) return false;
    const ir::Node* inner = node.input(0)->producer();
    if (!inner || !inner->is(node.op_type) || inner->inputs().size() != 1 || !inner->input(0))
      return false;
    ir::Value* x = inner->input(0);
    if (!context.rewriter.can_replace(node.output(0), x) || !context.rewriter.begin(name(), node))
      return false;
    context.rewriter.replace(node.output(0), x);
    return true;
  }
};

}  // namespace

std::unique_ptr<NodePass> make_cancel_double_negation() {
  return std::make_unique<CancelDoubleNegation>();
}

}  // namespace opsmith::transform
