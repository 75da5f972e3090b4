#include "opsmith/transform/axes.h"
#include "opsmith/transform/no_op_pass.h"
#include "opsmith/transform/passes.h"
#include "opsmith/transform/provenance.h"
#include "opsmith/transform/reshape_target.h"

namespace opsmith::transform {
namespace {

constexpr std::string_view handled[] = {"Reshape", "Flatten", "Squeeze", "Unsqueeze", "Transpose"};

// Whether a Reshape's operands but the first say the same about `source` as about `middle`: no
// entry that may be 0 copies a size that differs.
bool target_holds_for(const ir::Node& reshape, const ir::Value* source, const ir::Value* middle,
                      PassContext& context) {
  if (reshape.int_attribute("allowzero", 0) != 0) return true;
  const std::vector<ir::Dim>* target = context.shapes.elements(reshape.input(1));
  if (!target) return false;
  const ir::Shape* a = context.shape(source);
  const ir::Shape* b = context.shape(middle);
  for (std::size_t i = 0; i < target->size(); ++i) {
    const ir::Dim& entry = (*target)[i];
    if (entry.known() && entry.value != 0) continue;
    if (!a || !b || i >= a->size() || i >= b->size() || !(*a)[i].same_as((*b)[i])) return false;
  }
  return true;
}

bool is_output_twice(const ir::Value* value) {
  std::size_t count = 0;
  for (const ir::Use& use : value->uses()) count += use.node() ? 0 : 1;
  return count > 1;
}

// With R and S any of Reshape, Flatten, Squeeze, Unsqueeze, or one of them a Transpose that only
// moves axes of size 1:
// y = R(S(x)), y certainly of x's shape                   ->  y is x
// y = Reshape(S(x), t), t means the same for x            ->  y = Reshape(x, t)
// y = R(S(x)), shapes known, nothing else reads the middle  ->  y = Reshape(x, constant)
class MergeReshapes final : public NodePass {
 public:
  std::string_view name() const override { return "merge_reshapes"; }
  std::string_view doc() const override {
    return "Merges chains of Reshape, Flatten, Squeeze, Unsqueeze, and Transpose of axes of size "
           "1.";
  }
  std::span<const std::string_view> operators() const override { return handled; }

  bool apply(ir::Node& node, PassContext& context) const override {
    ir::Value* middle = node.input(0);
    ir::Node* inner = local_producer(middle, node);
    ir::Value* output = node.output(0);
    if (!inner || !output || !inner->input(0) || context.opset(node) < 5) return false;
    if (!is_reshaping(node, context) || !is_reshaping(*inner, context)) return false;
    if (node.is("Transpose") && inner->is("Transpose")) return false;  // remove_transpose's
    ir::Value* source = inner->input(0);
    if (context.same_shape(source, output) && replace_node(name(), node, source, context))
      return true;

    const bool is_constant = node.is("Reshape") && node.input(1) && node.input(1)->constant();
    if (!is_constant && !middle->has_one_use()) return false;
    if (node.is("Reshape") && node.input(1) && target_holds_for(node, source, middle, context)) {
      return rewire(node, *inner, context);
    }
    const ir::Shape* from = context.shape(source);
    const ir::Shape* to = context.shape(output);
    const auto target = from && to ? reshape_target(*from, *to) : std::nullopt;
    return target && middle->has_one_use() && reshape(node, *inner, *target, context);
  }

 private:
  bool rewire(ir::Node& node, ir::Node& inner, PassContext& context) const {
    if (!context.rewriter.begin(name(), node)) return false;
    merge_provenance(node, inner);
    context.rewriter.set_input(&node, 0, inner.input(0));
    context.rewriter.finish(&node);
    return true;
  }

  bool reshape(ir::Node& node, ir::Node& inner, const std::vector<std::int64_t>& target,
               PassContext& context) const {
    ir::Value* output = node.output(0);
    if (is_output_twice(output) || !context.rewriter.begin(name(), node)) return false;
    const auto tensor =
        ir::Tensor::of(ir::DataType::int64, {static_cast<std::int64_t>(target.size())}, target);
    const std::string hint = std::string(output->name()) + "_shape";
    ir::Value* shape = context.rewriter.constant(*node.graph(), &node, tensor, hint);
    ir::Node* merged = context.rewriter.insert(&node, "Reshape", {inner.input(0), shape}, node);
    merge_provenance(*merged, inner);
    context.rewriter.finish(merged);
    context.rewriter.replace(output, merged->output(0));
    return true;
  }
};

}  // namespace

std::unique_ptr<NodePass> make_merge_reshapes() { return std::make_unique<MergeReshapes>(); }

}  // namespace opsmith::transform
