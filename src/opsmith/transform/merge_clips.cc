// Clip(Clip(x, a, b), c, d)  ->  Clip(x, max(a, c), min(b, d))
//
// Bounds constant, the two ranges overlap, and nothing else reads the inner result. Then both sides
// agree for every x, infinities and NaN included. The tighter bound's operand is taken as it is, so
// no new constant is made.
#include <algorithm>
#include <array>

#include "opsmith/transform/passes.h"
#include "opsmith/transform/value_range.h"

namespace opsmith::transform {
namespace {

constexpr std::array<std::string_view, 1> kOperators = {"Clip"};

class MergeClips : public NodePass {
 public:
  std::string_view name() const override { return "merge_clips"; }
  std::string_view doc() const override {
    return "Two Clips in a row with constant bounds that overlap.";
  }
  std::span<const std::string_view> operators() const override { return kOperators; }

  bool apply(ir::Node& node, PassContext& context) const override {
    ir::Value* between = node.input(0);
    const ir::Node* inner = between ? between->producer() : nullptr;
    // The inner bounds are constants, so reading them from another scope costs nothing; but the
    // node must vanish.
    if (!inner || !inner->is("Clip") || !inner->input(0) || !node.output(0) ||
        !between->has_one_use())
      return false;
    if (inner->has_attribute_references()) return false;
    const auto first = clip_bounds(*inner, context);
    const auto second = clip_bounds(node, context);
    if (!first || !second ||
        std::max(first->low, second->low) > std::min(first->high, second->high))
      return false;
    if (!context.rewriter.begin(name(), node)) return false;
    const bool by_attribute = context.opset(node) < 11;  // there all bounds are floats
    if (first->low > second->low) {
      if (by_attribute)
        node.set_attribute({"min", ir::AttributeType::float_, static_cast<float>(first->low)});
      else
        take_operand(*inner, node, 1, context);
    }
    if (first->high < second->high) {
      if (by_attribute)
        node.set_attribute({"max", ir::AttributeType::float_, static_cast<float>(first->high)});
      else
        take_operand(*inner, node, 2, context);
    }
    context.rewriter.set_input(&node, 0, inner->input(0));
    context.rewriter.finish(&node);
    return true;
  }

 private:
  // The inner operand in the place of the outer one; absent means the type's limit in both.
  static void take_operand(const ir::Node& inner, ir::Node& node, std::size_t index,
                           PassContext& context) {
    if (node.inputs().size() <= index) {
      if (!inner.input(index)) return;
      node.inputs().resize(index + 1);
    }
    context.rewriter.set_input(&node, index, inner.input(index));
  }
};

}  // namespace

std::unique_ptr<NodePass> make_merge_clips() { return std::make_unique<MergeClips>(); }

}  // namespace opsmith::transform
