#include "opsmith/transform/no_op_pass.h"
#include "opsmith/transform/passes.h"

namespace opsmith::transform {
namespace {

constexpr std::string_view handled[] = {"DepthToSpace", "SpaceToDepth"};

bool is_no_op(const ir::Node& node, const PassContext&) {
  return node.int_attribute("blocksize", 0) == 1;
}

}  // namespace

// y = DepthToSpace|SpaceToDepth<blocksize=1>(x)  ->  y is x
std::unique_ptr<NodePass> make_remove_block_shuffle() {
  return make_no_op_pass("remove_block_shuffle",
                         "Removes DepthToSpace and SpaceToDepth by blocks of one.", handled,
                         is_no_op);
}

}  // namespace opsmith::transform
