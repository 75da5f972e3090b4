#include <algorithm>

#include "opsmith/transform/axes.h"
#include "opsmith/transform/no_op_pass.h"
#include "opsmith/transform/passes.h"

namespace opsmith::transform {
namespace {

// Those that give a single element back as it is. (ReduceL1 gives its absolute value, …)
constexpr std::string_view handled[] = {"ReduceSum", "ReduceMean", "ReduceMax", "ReduceMin",
                                        "ReduceProd"};

bool is_no_op(const ir::Node& node, const PassContext& context) {
  const std::int64_t opset = context.opset(node);
  if (opset < 1) return false;
  const auto axes = context.axes(node, 1);
  if (!axes) return false;
  const bool takes_axes_as_operand = opset >= (node.is("ReduceSum") ? 13 : 18);
  if (axes->empty() && takes_axes_as_operand && node.int_attribute("noop_with_empty_axes", 0) != 0)
    return true;

  if (node.int_attribute("keepdims", 1) == 0) return false;
  const ir::Shape* shape = context.shape(node.input(0));
  if (!shape) return false;
  if (axes->empty())
    return std::all_of(shape->begin(), shape->end(), [](const ir::Dim& dim) { return dim.is(1); });
  const auto reduced = normalized_axes(*axes, rank_of(shape));
  return reduced && std::all_of(reduced->begin(), reduced->end(), [shape](std::int64_t axis) {
           return (*shape)[static_cast<std::size_t>(axis)].is(1);
         });
}

}  // namespace

// y = ReduceSum|Mean|Max|Min|Prod(x), no axes and noop_with_empty_axes       ->  y is x
// y = ReduceSum|Mean|Max|Min|Prod<keepdims=1>(x), every reduced axis of size 1  ->  y is x
std::unique_ptr<NodePass> make_remove_reduction() {
  return make_no_op_pass("remove_reduction",
                         "Removes reductions over no axis or over axes of size 1.", handled,
                         is_no_op);
}

}  // namespace opsmith::transform
