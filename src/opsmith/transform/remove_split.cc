#include "opsmith/transform/no_op_pass.h"
#include "opsmith/transform/passes.h"

namespace opsmith::transform {
namespace {

constexpr std::string_view handled[] = {"Split"};

// The parts always cover the whole axis, so a single one is all of it.
bool is_no_op(const ir::Node& node, const PassContext&) { return node.outputs().size() == 1; }

}  // namespace

// y = Split(x) with one output  ->  y is x
std::unique_ptr<NodePass> make_remove_split() {
  return make_no_op_pass("remove_split", "Removes Split into one part.", handled, is_no_op);
}

}  // namespace opsmith::transform
