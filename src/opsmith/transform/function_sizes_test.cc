#include "opsmith/transform/function_sizes.h"

#include <gtest/gtest.h>

#include "opsmith/format/text_parser.h"

namespace opsmith::transform {
namespace {

constexpr std::string_view kModel = R"(<ir_version: 9, opset_import: ["" : 18, "my" : 1]>
agraph (float[N] x) => (float[N] y) { y = my.twice(x) }
<domain: "my", opset_import: ["" : 18, "my" : 1]>
once (u) => (v) { v = Neg(u) }
<domain: "my", opset_import: ["" : 18, "my" : 1]>
twice (u) => (v) { t = my.once(u)
  c = Constant<value = bool {1}>()
  v = If(c) <then_branch = a () => (o) { o = my.once(t) }, else_branch = b () => (o) { o = Neg(t) }> }
<domain: "my", opset_import: ["" : 18, "my" : 1]>
ping (u) => (v) { v = my.pong(u) }
<domain: "my", opset_import: ["" : 18, "my" : 1]>
pong (u) => (v) { v = my.ping(u) })";

TEST(FunctionSizes, CountsCallsAsBodies) {
  const auto model = format::parse_text(kModel, "test");
  FunctionSizes sizes(*model);
  EXPECT_EQ(sizes.expanded(*model->functions()[1]), 5U);
  EXPECT_EQ(sizes.expanded(*model->functions()[0]), 1U);
}

TEST(FunctionSizes, FindsCycles) {
  const auto model = format::parse_text(kModel, "test");
  FunctionSizes sizes(*model);
  EXPECT_EQ(sizes.expanded(*model->functions()[2]), FunctionSizes::kEndless);
  EXPECT_EQ(sizes.expanded(*model->functions()[3]), FunctionSizes::kEndless);
}

}  // namespace
}  // namespace opsmith::transform
