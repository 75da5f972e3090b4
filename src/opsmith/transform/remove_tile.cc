#include <algorithm>

#include "opsmith/transform/no_op_pass.h"
#include "opsmith/transform/passes.h"

namespace opsmith::transform {
namespace {

constexpr std::string_view handled[] = {"Tile"};

bool is_no_op(const ir::Node& node, const PassContext& context) {
  if (context.opset(node) < 6 || !node.input(1)) return false;
  const std::vector<ir::Dim>* repeats = context.shapes.elements(node.input(1));
  return repeats && std::all_of(repeats->begin(), repeats->end(),
                                [](const ir::Dim& count) { return count.is(1); });
}

}  // namespace

// y = Tile(x, repeats), all repeats 1  ->  y is x
std::unique_ptr<NodePass> make_remove_tile() {
  return make_no_op_pass("remove_tile", "Removes Tile that repeats nothing.", handled, is_no_op);
}

}  // namespace opsmith::transform
