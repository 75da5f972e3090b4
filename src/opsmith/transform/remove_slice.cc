#include <algorithm>
#include <limits>

#include "opsmith/transform/no_op_pass.h"
#include "opsmith/transform/passes.h"
#include "opsmith/transform/slice_operands.h"

namespace opsmith::transform {
namespace {

constexpr std::string_view handled[] = {"Slice"};

// By the operator's definition an end this large stands for the end of a dimension of unknown size.
constexpr std::int64_t open_end = std::numeric_limits<std::int32_t>::max();

bool starts_at_beginning(const ir::Dim& start, const ir::Dim& dim) {
  return start.is(0) || (start.known() && start.value < 0 && dim.known() && dim.value >= 0 &&
                         start.value <= -dim.value);
}

bool reaches_end(const ir::Dim& end, const ir::Dim& dim) {
  if (end.known() && end.value >= open_end) return true;
  return end.same_as(dim) || (end.known() && dim.known() && end.value >= dim.value);
}

bool is_no_op(const ir::Node& node, const PassContext& context) {
  if (context.opset(node) < 1) return false;
  const auto [starts, ends, axes, steps] = slice_operands(node, context);
  if (!steps) return false;
  const auto is_positive = [](const ir::Dim& step) { return step.known() && step.value > 0; };
  // Walking forward, as many elements as there are can only be all of them.
  const bool forward = std::all_of(steps->begin(), steps->end(), is_positive);
  if (forward && context.same_shape(node.input(0), node.output(0))) return true;

  if (!starts || !ends || !axes || starts->size() != ends->size()) return false;
  if (!std::all_of(steps->begin(), steps->end(), [](const ir::Dim& step) { return step.is(1); }))
    return false;
  const ir::Shape* shape = context.shape(node.input(0));
  for (std::size_t i = 0; i < starts->size(); ++i) {
    ir::Dim dim;  // unknown
    std::int64_t axis = static_cast<std::int64_t>(i);
    const bool is_listed = i < axes->size();
    if (is_listed && (*axes)[i].known()) axis = (*axes)[i].value;
    if (shape && (axes->empty() || (is_listed && (*axes)[i].known()))) {
      const std::int64_t rank = static_cast<std::int64_t>(shape->size());
      if (axis < 0) axis += rank;
      if (axis >= 0 && axis < rank) dim = (*shape)[static_cast<std::size_t>(axis)];
    }
    if (!starts_at_beginning((*starts)[i], dim) || !reaches_end((*ends)[i], dim)) return false;
  }
  return true;
}

}  // namespace

// y = Slice(x), every axis from its beginning to its end in steps of 1  ->  y is x
std::unique_ptr<NodePass> make_remove_slice() {
  return make_no_op_pass("remove_slice", "Removes Slice that takes everything.", handled, is_no_op);
}

}  // namespace opsmith::transform
