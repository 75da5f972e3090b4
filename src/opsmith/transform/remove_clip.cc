#include "opsmith/transform/no_op_pass.h"
#include "opsmith/transform/passes.h"

namespace opsmith::transform {
namespace {

constexpr std::string_view handled[] = {"Clip"};

// Absent bounds are the type's lowest and largest finite value: they do change infinities, so
// floats stay.
bool is_no_op(const ir::Node& node, const PassContext& context) {
  return context.opset(node) >= 11 && !node.input(1) && !node.input(2) &&
         ir::is_integer(context.element_type(node.input(0)));
}

}  // namespace

// y = Clip(x) without bounds, x of integers  ->  y is x
std::unique_ptr<NodePass> make_remove_clip() {
  return make_no_op_pass("remove_clip", "Removes Clip of integers without bounds.", handled,
                         is_no_op);
}

}  // namespace opsmith::transform
