// f(g(x))  ->  g(x)   where f leaves everything that g produces as it is:
//   Relu, Abs                after what is never negative (Relu, Abs, Sigmoid, Softmax, Exp, Sqrt,
//   Clip from 0 on, x * x, …) Ceil, Floor, Round       after Ceil, Floor, Round Sign after Sign
//   Clip with constant bounds   after what lies within them
//
// NaN passes through all of these. Integers: Abs of the smallest one is negative, so Relu stays
// after an integer Abs.
#include <array>

#include "opsmith/transform/passes.h"
#include "opsmith/transform/value_range.h"

namespace opsmith::transform {
namespace {

constexpr std::array<std::string_view, 7> kOperators = {"Relu",  "Abs",  "Ceil", "Floor",
                                                        "Round", "Sign", "Clip"};

bool is_rounding(const ir::Node& node) {
  return node.is("Ceil") || node.is("Floor") || node.is("Round");
}

bool changes_nothing(const ir::Node& node, const PassContext& context) {
  const ir::Value* x = node.input(0);
  const ir::Node* producer = x->producer();
  if (is_rounding(node)) return producer && is_rounding(*producer);
  if (node.is("Sign")) return producer && producer->is("Sign");
  if (node.is("Abs") && producer && producer->is("Abs")) return true;
  if (node.is("Relu") && producer && producer->is("Relu")) return true;
  const auto range = range_of_values(x, context);
  if (!range) return false;
  if (!node.is("Clip")) return range->low >= 0;
  const auto bounds = clip_bounds(node, context);
  return bounds && bounds->low <= range->low && range->high <= bounds->high;
}

class RemoveIdempotent : public NodePass {
 public:
  std::string_view name() const override { return "remove_idempotent"; }
  std::string_view doc() const override {
    return "Relu, Abs, Clip, Sign and rounding of what already is as they would make it.";
  }
  std::span<const std::string_view> operators() const override { return kOperators; }

  bool apply(ir::Node& node, PassContext& context) const override {
    if (!node.input(0) || !node.output(0) || !changes_nothing(node, context)) return false;
    ir::Value* x = node.input(0);
    if (!context.rewriter.can_replace(node.output(0), x) || !context.rewriter.begin(name(), node))
      return false;
    context.rewriter.replace(node.output(0), x);
    return true;
  }
};

}  // namespace

std::unique_ptr<NodePass> make_remove_idempotent() { return std::make_unique<RemoveIdempotent>(); }

}  // namespace opsmith::transform
