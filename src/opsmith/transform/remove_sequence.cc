#include "opsmith/transform/axes.h"
#include "opsmith/transform/no_op_pass.h"
#include "opsmith/transform/passes.h"

namespace opsmith::transform {
namespace {

constexpr std::string_view handled[] = {"SequenceAt"};

// y = SequenceAt(SequenceConstruct(a, b, c), 1)  ->  y is b
class RemoveSequence final : public NodePass {
 public:
  std::string_view name() const override { return "remove_sequence"; }
  std::string_view doc() const override {
    return "Takes an element of a sequence that was just put together from where it came.";
  }
  std::span<const std::string_view> operators() const override { return handled; }

  bool apply(ir::Node& node, PassContext& context) const override {
    const ir::Node* construct = local_producer(node.input(0), node);
    if (!construct || !construct->is("SequenceConstruct")) return false;
    const auto position = context.constant_ints(node.input(1));
    if (!position || position->size() != 1) return false;
    const auto count = static_cast<std::int64_t>(construct->inputs().size());
    std::int64_t index = position->front();
    if (index < -count || index >= count) return false;
    if (index < 0) index += count;
    return replace_node(name(), node, construct->input(static_cast<std::size_t>(index)), context);
  }
};

}  // namespace

std::unique_ptr<NodePass> make_remove_sequence() { return std::make_unique<RemoveSequence>(); }

}  // namespace opsmith::transform
