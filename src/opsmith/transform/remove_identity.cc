#include "opsmith/transform/no_op_pass.h"
#include "opsmith/transform/passes.h"

namespace opsmith::transform {
namespace {

constexpr std::string_view handled[] = {"Identity"};

bool is_no_op(const ir::Node&, const PassContext&) { return true; }

}  // namespace

// y = Identity(x)  ->  y is x, for tensors, sequences and optionals.
std::unique_ptr<NodePass> make_remove_identity() {
  return make_no_op_pass("remove_identity",
                         "Removes Identity where the names of inputs and outputs allow it.",
                         handled, is_no_op);
}

}  // namespace opsmith::transform
