#include "opsmith/transform/no_op_pass.h"
#include "opsmith/transform/passes.h"

namespace opsmith::transform {
namespace {

constexpr std::string_view handled[] = {"Gather"};

bool is_no_op(const ir::Node& node, const PassContext& context) {
  if (!node.input(1)) return false;
  const ir::Shape* shape = context.shape(node.input(0));
  const ir::Shape* picks = context.shape(node.input(1));
  // A scalar index takes the axis away.
  if (!shape || !picks || picks->size() != 1) return false;
  const auto rank = static_cast<std::int64_t>(shape->size());
  std::int64_t axis = node.int_attribute("axis", 0);
  if (axis < 0) axis += rank;
  if (axis < 0 || axis >= rank) return false;
  const ir::Dim& dim = (*shape)[static_cast<std::size_t>(axis)];
  const std::vector<ir::Dim>* indices = context.shapes.elements(node.input(1));
  if (!indices || !dim.is(static_cast<std::int64_t>(indices->size()))) return false;
  for (std::size_t i = 0; i < indices->size(); ++i) {
    const auto place = static_cast<std::int64_t>(i);
    if (!(*indices)[i].is(place) && !(*indices)[i].is(place - dim.value)) return false;
  }
  return true;
}

}  // namespace

// y = Gather(x, {0, 1, …, n - 1}), the axis of size n  ->  y is x
std::unique_ptr<NodePass> make_remove_gather() {
  return make_no_op_pass("remove_gather", "Removes Gather of everything in its order.", handled,
                         is_no_op);
}

}  // namespace opsmith::transform
