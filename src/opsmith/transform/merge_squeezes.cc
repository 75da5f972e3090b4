#include <algorithm>

#include "opsmith/transform/axes.h"
#include "opsmith/transform/no_op_pass.h"
#include "opsmith/transform/passes.h"
#include "opsmith/transform/provenance.h"

namespace opsmith::transform {
namespace {

constexpr std::string_view handled[] = {"Squeeze", "Unsqueeze"};

// No operator has tensors of such ranks; the bound keeps sums of axes from overflowing.
constexpr std::int64_t largest_axis = 1 << 10;

// Where axis `axis` comes to stand when axes are inserted so that they stand at `inserted`
// (ascending).
std::int64_t moved(std::int64_t axis, const Axes& inserted) {
  for (const std::int64_t other : inserted) axis += other <= axis ? 1 : 0;
  return axis;
}

// `added` and those of `others` that they move, as one ascending list.
Axes united(const Axes& added, const Axes& others) {
  Axes all = added;
  for (const std::int64_t axis : others) all.push_back(moved(axis, added));
  std::sort(all.begin(), all.end());
  return all;
}

bool usable(const std::optional<Axes>& axes) {
  return axes && !axes->empty() && axes->size() <= largest_axis &&
         std::all_of(axes->begin(), axes->end(),
                     [](std::int64_t a) { return a >= -largest_axis && a <= largest_axis; });
}

std::optional<std::int64_t> plus(std::optional<std::int64_t> rank, std::size_t more) {
  return rank ? std::optional(*rank + static_cast<std::int64_t>(more)) : std::nullopt;
}

// y = Squeeze<a>(Unsqueeze<a>(x)), Unsqueeze<a>(Squeeze<a>(x))  ->  y is x
// y = Unsqueeze<b>(Unsqueeze<a>(x)), Squeeze<b>(Squeeze<a>(x))  ->  y of one node
// The latter only when nothing else reads the middle.
class MergeSqueezes final : public NodePass {
 public:
  std::string_view name() const override { return "merge_squeezes"; }
  std::string_view doc() const override {
    return "Removes pairs of Squeeze and Unsqueeze that undo each other, and merges successive "
           "ones of a kind.";
  }
  std::span<const std::string_view> operators() const override { return handled; }

  bool apply(ir::Node& node, PassContext& context) const override {
    ir::Node* inner = local_producer(node.input(0), node);
    if (!inner || !node.output(0) || !(inner->is("Squeeze") || inner->is("Unsqueeze")) ||
        !inner->input(0))
      return false;
    const auto first = context.axes(*inner, 1);
    const auto second = context.axes(node, 1);
    if (!usable(first) || !usable(second)) return false;
    if (inner->op_type != node.op_type) {
      return undoes(node, *first, *second, context) &&
             replace_node(name(), node, inner->input(0), context);
    }
    const std::optional<std::int64_t> rank = rank_of(context.shape(inner->input(0)));
    std::optional<Axes> both;
    if (node.is("Unsqueeze")) {
      const auto a = normalized_axes(*first, plus(rank, first->size()));
      const auto b = normalized_axes(*second, plus(rank, first->size() + second->size()));
      if (a && b) both = united(*b, *a);
    } else {
      const auto a = normalized_axes(*first, rank);
      const auto b = normalized_axes(
          *second, rank ? std::optional(*rank - static_cast<std::int64_t>(first->size())) : rank);
      if (a && b) both = united(*a, *b);
    }
    return both && node.input(0)->has_one_use() && merge(node, *inner, *both, context);
  }

 private:
  // Both lists name axes of a tensor of the same rank: the one with the extra dimensions.
  static bool undoes(const ir::Node& node, Axes first, Axes second, const PassContext& context) {
    std::sort(first.begin(), first.end());
    std::sort(second.begin(), second.end());
    if (first == second) return true;
    const ir::Value* wide = node.is("Squeeze") ? node.input(0) : node.output(0);
    const auto rank = rank_of(context.shape(wide));
    const auto a = normalized_axes(first, rank);
    const auto b = normalized_axes(second, rank);
    return a && b && *a == *b;
  }

  bool merge(ir::Node& node, ir::Node& inner, const Axes& axes, PassContext& context) const {
    const bool as_operand = context.opset(node) >= 13;
    if (!context.rewriter.begin(name(), node)) return false;
    merge_provenance(node, inner);
    if (as_operand) {
      const auto tensor =
          ir::Tensor::of(ir::DataType::int64, {static_cast<std::int64_t>(axes.size())}, axes);
      ir::Value* operand =
          context.rewriter.constant(*node.graph(), &node, tensor, node.input(1)->name());
      context.rewriter.set_input(&node, 1, operand);
    } else {
      node.set_ints("axes", axes);
    }
    context.rewriter.set_input(&node, 0, inner.input(0));
    context.rewriter.finish(&node);
    return true;
  }
};

}  // namespace

std::unique_ptr<NodePass> make_merge_squeezes() { return std::make_unique<MergeSqueezes>(); }

}  // namespace opsmith::transform
