#include <algorithm>

#include "opsmith/transform/no_op_pass.h"
#include "opsmith/transform/passes.h"

namespace opsmith::transform {
namespace {

constexpr std::string_view handled[] = {"Dropout"};

// Opsets below 7 say it by an attribute, 7 to 11 know only inference, from 12 on a third operand
// decides.
bool is_inference(const ir::Node& node, const PassContext& context) {
  const std::int64_t opset = context.opset(node);
  if (opset < 1) return false;
  if (opset < 7) return node.int_attribute("is_test", 0) != 0;
  if (opset < 12 || !node.input(2)) return true;
  const ir::TensorPtr mode = node.input(2)->constant();
  const auto values = mode ? mode->as_int64s(1) : std::nullopt;
  return values && values->size() == 1 && values->front() == 0;
}

// All true, of the data's shape; null when that is unknown or large.
ir::TensorPtr full_mask(const ir::Shape* shape, std::int64_t largest) {
  if (!shape) return nullptr;
  std::vector<std::int64_t> dims;
  std::int64_t count = 1;
  for (const ir::Dim& dim : *shape) {
    if (!dim.known() || dim.value < 0 || (dim.value > 0 && count > largest / dim.value))
      return nullptr;
    count *= dim.value;
    dims.push_back(dim.value);
  }
  if (count > largest) return nullptr;
  return ir::Tensor::owned(ir::DataType::boolean, std::move(dims),
                           std::vector<std::byte>(static_cast<std::size_t>(count), std::byte{1}));
}

// y, mask = Dropout(x) at inference  ->  y is x; the mask, if read, becomes a constant of trues.
// What an inference mask holds is defined from opset 12 on only (runtimes disagree before), so an
// older node whose mask is read stays.
class RemoveDropout final : public NodePass {
 public:
  std::string_view name() const override { return "remove_dropout"; }
  std::string_view doc() const override {
    return "Removes Dropout at inference; a mask that is read becomes a constant where its shape "
           "is known and small.";
  }
  std::span<const std::string_view> operators() const override { return handled; }

  bool apply(ir::Node& node, PassContext& context) const override {
    ir::Value* data = node.input(0);
    ir::Value* output = node.output(0);
    ir::Value* mask = node.output(1);
    if (!data || !output || !is_inference(node, context)) return false;
    if (!mask || !mask->has_uses()) return replace_node(name(), node, data, context);

    if (context.opset(node) < 12) return false;
    const ir::TensorPtr full =
        full_mask(context.shape(data), std::min<std::int64_t>(context.options.max_growth, 4096));
    const bool data_is_read = output->has_uses();
    if (!full || (data_is_read && !context.rewriter.can_replace(output, data))) return false;
    if (!context.rewriter.begin(name(), node)) return false;
    // The data first: once both outputs are unread the node is gone.
    if (data_is_read) context.rewriter.replace(output, data);
    context.rewriter.replace(mask,
                             context.rewriter.constant(*node.graph(), &node, full, mask->name()));
    return true;
  }
};

}  // namespace

std::unique_ptr<NodePass> make_remove_dropout() { return std::make_unique<RemoveDropout>(); }

}  // namespace opsmith::transform
