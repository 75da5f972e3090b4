#include "opsmith/transform/no_op_pass.h"

namespace opsmith::transform {
namespace {

class NoOpPass final : public NodePass {
 public:
  NoOpPass(std::string_view name, std::string_view doc, std::span<const std::string_view> operators,
           IsNoOp is_no_op)
      : name_(name), doc_(doc), operators_(operators), is_no_op_(is_no_op) {}

  std::string_view name() const override { return name_; }
  std::string_view doc() const override { return doc_; }
  std::span<const std::string_view> operators() const override { return operators_; }

  bool apply(ir::Node& node, PassContext& context) const override {
    ir::Value* operand = node.input(0);
    if (!operand || !node.output(0) || !is_no_op_(node, context)) return false;
    return replace_node(name_, node, operand, context);
  }

 private:
  std::string_view name_, doc_;
  std::span<const std::string_view> operators_;
  IsNoOp is_no_op_;
};

}  // namespace

std::unique_ptr<NodePass> make_no_op_pass(std::string_view name, std::string_view doc,
                                          std::span<const std::string_view> operators,
                                          IsNoOp is_no_op) {
  return std::make_unique<NoOpPass>(name, doc, operators, is_no_op);
}

bool replace_node(std::string_view pass, ir::Node& node, ir::Value* value, PassContext& context) {
  ir::Value* output = node.output(0);
  if (!output || !value || output == value) return false;
  for (std::size_t i = 1; i < node.outputs().size(); ++i) {
    if (node.output(i) && node.output(i)->has_uses()) return false;
  }
  // Without readers there is nothing to gain here; dead nodes are remove_unused's.
  if (!output->has_uses() || !context.rewriter.can_replace(output, value)) return false;
  if (!context.rewriter.begin(pass, node)) return false;
  context.rewriter.replace(output, value);
  return true;
}

}  // namespace opsmith::transform
