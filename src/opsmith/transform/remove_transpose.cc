#include "opsmith/transform/axes.h"
#include "opsmith/transform/no_op_pass.h"
#include "opsmith/transform/passes.h"
#include "opsmith/transform/provenance.h"

namespace opsmith::transform {
namespace {

constexpr std::string_view handled[] = {"Transpose"};

// Every axis stays, or trades places among axes of size 1 with another of size 1. `shape` (null:
// unknown) is the operand's.
bool moves_nothing(const Axes& permutation, const ir::Shape* shape) {
  const bool usable = shape && shape->size() == permutation.size();
  for (std::size_t i = 0; i < permutation.size(); ++i) {
    const auto from = static_cast<std::size_t>(permutation[i]);
    if (from == i) continue;
    if (!usable || !(*shape)[i].is(1) || !(*shape)[from].is(1)) return false;
  }
  return true;
}

bool has_default_permutation(const ir::Node& node) { return !node.find_attribute("perm"); }

// y = Transpose<p>(x), p moves nothing            ->  y is x
// y = Transpose<p>(Transpose<q>(x)), q[p[i]] = i  ->  y is x
// y = Transpose<p>(Transpose<q>(x)), otherwise    ->  y = Transpose<q[p[i]]>(x)
// The last only when nothing else reads the inner one.
class RemoveTranspose final : public NodePass {
 public:
  std::string_view name() const override { return "remove_transpose"; }
  std::string_view doc() const override {
    return "Removes Transpose that moves nothing, and merges one that follows another.";
  }
  std::span<const std::string_view> operators() const override { return handled; }

  bool apply(ir::Node& node, PassContext& context) const override {
    ir::Value* operand = node.input(0);
    if (!operand || !node.output(0)) return false;
    const std::optional<Axes> outer = permutation_of(node, context);
    if (outer && moves_nothing(*outer, context.shape(operand)))
      return replace_node(name(), node, operand, context);

    ir::Node* before = local_producer(operand, node);
    if (!before || !before->is("Transpose") || !before->input(0)) return false;
    ir::Value* source = before->input(0);
    // Reversing twice needs no rank.
    if (has_default_permutation(node) && has_default_permutation(*before)) {
      return replace_node(name(), node, source, context);
    }
    const std::optional<Axes> inner = permutation_of(*before, context);
    return outer && inner && merge(node, *outer, *before, *inner, context);
  }

 private:
  bool merge(ir::Node& node, const Axes& outer, ir::Node& before, const Axes& inner,
             PassContext& context) const {
    if (inner.size() != outer.size()) return false;
    Axes both;
    for (const std::int64_t axis : outer) both.push_back(inner[static_cast<std::size_t>(axis)]);
    ir::Value* source = before.input(0);
    if (moves_nothing(both, context.shape(source)))
      return replace_node(name(), node, source, context);
    if (!before.output(0)->has_one_use() || !context.rewriter.begin(name(), node)) return false;
    merge_provenance(node, before);
    context.rewriter.set_input(&node, 0, source);
    node.set_ints("perm", std::move(both));
    context.rewriter.finish(&node);
    context.rewriter.erase_if_unused(&before);
    return true;
  }
};

}  // namespace

std::unique_ptr<NodePass> make_remove_transpose() { return std::make_unique<RemoveTranspose>(); }

}  // namespace opsmith::transform
