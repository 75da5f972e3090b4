#include <algorithm>

#include "opsmith/transform/no_op_pass.h"
#include "opsmith/transform/passes.h"

namespace opsmith::transform {
namespace {

constexpr std::string_view handled[] = {"Pad"};

bool is_no_op(const ir::Node& node, const PassContext& context) {
  const std::int64_t opset = context.opset(node);
  if (opset < 2) return false;
  if (opset < 11) {
    const auto* pads = node.ints_attribute("pads");
    return pads &&
           std::all_of(pads->begin(), pads->end(), [](std::int64_t pad) { return pad == 0; });
  }
  if (!node.input(1)) return false;
  const std::vector<ir::Dim>* pads = context.shapes.elements(node.input(1));
  return pads &&
         std::all_of(pads->begin(), pads->end(), [](const ir::Dim& pad) { return pad.is(0); });
}

}  // namespace

// y = Pad(x, pads), all pads 0, any mode and axes  ->  y is x
std::unique_ptr<NodePass> make_remove_pad() {
  return make_no_op_pass("remove_pad", "Removes Pad by nothing.", handled, is_no_op);
}

}  // namespace opsmith::transform
