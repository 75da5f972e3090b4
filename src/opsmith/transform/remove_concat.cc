#include <vector>

#include "opsmith/transform/no_op_pass.h"
#include "opsmith/transform/passes.h"

namespace opsmith::transform {
namespace {

constexpr std::string_view handled[] = {"Concat"};

bool is_empty_along(const ir::Shape* shape, std::int64_t axis) {
  if (!shape) return false;
  const auto rank = static_cast<std::int64_t>(shape->size());
  if (axis < 0) axis += rank;
  return axis >= 0 && axis < rank && (*shape)[static_cast<std::size_t>(axis)].is(0);
}

// y = Concat(x)                                    ->  y is x
// y = Concat(a, e, b), e of size 0 along the axis  ->  y = Concat(a, b)
// The operands have one element type and, but for the axis, one shape, so an empty one adds
// nothing; one always stays.
class RemoveConcat final : public NodePass {
 public:
  std::string_view name() const override { return "remove_concat"; }
  std::string_view doc() const override {
    return "Removes Concat of one operand, and operands of Concat that are empty.";
  }
  std::span<const std::string_view> operators() const override { return handled; }

  bool apply(ir::Node& node, PassContext& context) const override {
    const ir::Attribute* attribute = node.find_attribute("axis");
    const auto* axis = attribute ? attribute->get<std::int64_t>() : nullptr;
    if (!axis || node.inputs().empty() || !node.output(0)) return false;
    std::vector<std::size_t> empty;
    for (std::size_t i = 0; i < node.inputs().size(); ++i) {
      if (!node.input(i)) return false;
      if (is_empty_along(context.shape(node.input(i)), *axis)) empty.push_back(i);
    }
    if (empty.size() == node.inputs().size()) empty.erase(empty.begin());
    if (node.inputs().size() - empty.size() == 1)
      return replace_node(name(), node, only_operand(node, empty), context);
    return !empty.empty() && drop(node, empty, context);
  }

 private:
  // `empty` is ascending and names all operands but one.
  static ir::Value* only_operand(const ir::Node& node, const std::vector<std::size_t>& empty) {
    std::size_t index = 0;
    while (index < empty.size() && empty[index] == index) ++index;
    return node.input(index);
  }

  bool drop(ir::Node& node, const std::vector<std::size_t>& empty, PassContext& context) const {
    if (!context.rewriter.begin(name(), node)) return false;
    // From the back, so that the other indices stay.
    for (auto index = empty.rbegin(); index != empty.rend(); ++index)
      context.rewriter.erase_input(&node, *index);
    context.rewriter.finish(&node);
    return true;
  }
};

}  // namespace

std::unique_ptr<NodePass> make_remove_concat() { return std::make_unique<RemoveConcat>(); }

}  // namespace opsmith::transform
