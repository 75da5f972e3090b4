#include "opsmith/transform/axes.h"
#include "opsmith/transform/no_op_pass.h"
#include "opsmith/transform/passes.h"

namespace opsmith::transform {
namespace {

constexpr std::string_view handled[] = {"Reshape", "Flatten", "Squeeze", "Unsqueeze"};

bool is_whole_shape_of(const ir::Value* shape, const ir::Value* data) {
  const ir::Node* producer = shape ? shape->producer() : nullptr;
  return producer && producer->is("Shape") && producer->input(0) == data &&
         producer->attributes.empty();
}

// Each entry copies its own dimension or names its size; one may be -1, which then has just one
// size left to take. (With an empty tensor among the others a -1 is an error.)
bool names_own_dims(const std::vector<ir::Dim>& target, const ir::Shape& shape, bool copies_zeros) {
  if (target.size() != shape.size()) return false;
  std::size_t inferred = 0;
  for (std::size_t i = 0; i < target.size(); ++i) {
    if (target[i].is(-1)) {
      if (++inferred > 1) return false;
      continue;
    }
    const bool copied = copies_zeros && target[i].is(0);
    if (!copied && !target[i].same_as(shape[i])) return false;
  }
  return true;
}

bool is_no_op(const ir::Node& node, const PassContext& context) {
  // These keep the elements and their order: when the shape stays too, nothing happens.
  const ir::Value* data = node.input(0);
  if (context.same_shape(data, node.output(0))) return true;
  const ir::Value* target = node.input(1);
  if (!node.is("Reshape") || !target) return false;
  if (is_whole_shape_of(target, data)) return true;
  const ir::Shape* shape = context.shape(data);
  const std::vector<ir::Dim>* elements = context.shapes.elements(target);
  return shape && elements &&
         names_own_dims(*elements, *shape, node.int_attribute("allowzero", 0) == 0);
}

}  // namespace

// y = Reshape|Flatten|Squeeze|Unsqueeze(x, …), y certainly of x's shape  ->  y is x
std::unique_ptr<NodePass> make_remove_reshape() {
  return make_no_op_pass(
      "remove_reshape",
      "Removes Reshape, Flatten, Squeeze and Unsqueeze whose result has the operand's shape.",
      handled, is_no_op);
}

}  // namespace opsmith::transform
