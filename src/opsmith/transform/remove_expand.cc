#include "opsmith/transform/no_op_pass.h"
#include "opsmith/transform/passes.h"

namespace opsmith::transform {
namespace {

constexpr std::string_view handled[] = {"Expand"};

bool is_no_op(const ir::Node& node, const PassContext& context) {
  const ir::Value* data = node.input(0);
  if (context.same_shape(data, node.output(0))) return true;
  const ir::Value* target = node.input(1);
  if (!target) return false;
  const ir::Node* producer = target->producer();
  if (producer && producer->is("Shape") && producer->input(0) == data &&
      producer->attributes.empty())
    return true;

  // Dimensions that inference could not name: a 1, or the size that is there, leaves any dimension
  // as it is.
  const std::vector<ir::Dim>* wanted = context.shapes.elements(target);
  if (!wanted) return false;
  if (wanted->empty()) return true;
  const ir::Shape* shape = context.shape(data);
  if (!shape || wanted->size() > shape->size()) return false;
  for (std::size_t i = 0; i < wanted->size(); ++i) {
    const ir::Dim& dim = (*shape)[shape->size() - wanted->size() + i];
    if (!(*wanted)[i].is(1) && !(*wanted)[i].same_as(dim)) return false;
  }
  return true;
}

}  // namespace

// y = Expand(x, shape), y certainly of x's shape  ->  y is x
std::unique_ptr<NodePass> make_remove_expand() {
  return make_no_op_pass("remove_expand", "Removes Expand that leaves the shape as it is.", handled,
                         is_no_op);
}

}  // namespace opsmith::transform
