// y = If(known condition) { then: …, else: … }  ->  the nodes of the branch that is taken, in the
// If's place
//
// The branch's initializers come along; names that clash are changed; the If's outputs keep theirs.
// The other branch goes.
#include <array>

#include "opsmith/transform/constant_facts.h"
#include "opsmith/transform/inlining.h"
#include "opsmith/transform/passes.h"

namespace opsmith::transform {
namespace {

constexpr std::array<std::string_view, 1> kOperators = {"If"};

ir::Graph* branch_of(const ir::Node& node, std::string_view name) {
  const ir::Attribute* attribute = node.find_attribute(name);
  const auto* graph = attribute ? attribute->get<std::unique_ptr<ir::Graph>>() : nullptr;
  return graph ? graph->get() : nullptr;
}

class InlineIf : public NodePass {
 public:
  std::string_view name() const override { return "inline_if"; }
  std::string_view doc() const override {
    return "If whose condition is known: the branch that is taken replaces it.";
  }
  std::span<const std::string_view> operators() const override { return kOperators; }

  bool apply(ir::Node& node, PassContext& context) const override {
    const std::optional<bool> condition = known_bool(context, node.input(0));
    if (!condition) return false;
    ir::Graph* branch = branch_of(node, *condition ? "then_branch" : "else_branch");
    if (!branch || !branch->inputs().empty() || branch->outputs().size() < node.outputs().size())
      return false;
    if (!can_inline(*branch, node) || !context.rewriter.begin(name(), node)) return false;
    const auto results = inline_contents(*branch, node, {}, context);
    for (std::size_t i = 0; i < node.outputs().size(); ++i)
      replace_output(node, i, results[i], context);
    context.rewriter.erase_if_unused(&node);
    return true;
  }
};

}  // namespace

std::unique_ptr<NodePass> make_inline_if() { return std::make_unique<InlineIf>(); }

}  // namespace opsmith::transform
