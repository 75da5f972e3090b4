#include "opsmith/transform/pass_cases.h"

namespace opsmith::transform::testing {
namespace {

TEST(RemoveBlockShuffle, BlocksOfOne) {
  expect_cases("remove_block_shuffle", {
                                           {"one", 13,
                                            "g (float[N,4,2,2] x) => (float[] y) { a = "
                                            "DepthToSpace <blocksize = 1> (x) y = Relu (a) }",
                                            "Relu"},
                                           {"two", 13,
                                            "g (float[N,4,2,2] x) => (float[] y) { a = "
                                            "SpaceToDepth <blocksize = 2> (x) y = Relu (a) }",
                                            "SpaceToDepth Relu"},
                                       });
}

}  // namespace
}  // namespace opsmith::transform::testing
