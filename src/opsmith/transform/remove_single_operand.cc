#include "opsmith/transform/no_op_pass.h"
#include "opsmith/transform/passes.h"

namespace opsmith::transform {
namespace {

constexpr std::string_view handled[] = {"Sum", "Mean", "Max", "Min"};

bool is_no_op(const ir::Node& node, const PassContext&) { return node.inputs().size() == 1; }

}  // namespace

// y = Sum|Mean|Max|Min(x) of one operand  ->  y is x
std::unique_ptr<NodePass> make_remove_single_operand() {
  return make_no_op_pass("remove_single_operand", "Removes Sum, Mean, Max and Min of one operand.",
                         handled, is_no_op);
}

}  // namespace opsmith::transform
