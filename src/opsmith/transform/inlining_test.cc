#include "opsmith/transform/inlining.h"

#include <gtest/gtest.h>

#include "opsmith/format/text_parser.h"

namespace opsmith::transform {
namespace {

std::unique_ptr<ir::Model> with_branch(const std::string& branch) {
  return format::parse_text(
      "<ir_version: 8, opset_import: [\"\" : 17]>\nagraph (float[N] x, bool c) => (float[N] y)\n{ "
      "y = "
      "If(c) <then_branch = t () => " +
          branch + ", else_branch = e () => (o) { o = Neg(x) }> }",
      "test");
}

bool inlinable(const std::string& branch) {
  const auto model = with_branch(branch);
  const ir::Node& node = *model->graph().first_node();
  return can_inline(*node.graphs().front(), node);
}

TEST(Inlining, NeedsDefinedNames) {
  EXPECT_TRUE(inlinable("(o) { o = Relu(x) }"));
  EXPECT_TRUE(inlinable("(o) <float w = {1}> { o = Mul(x, w) }"));
  EXPECT_TRUE(inlinable("(x) { }"));
  EXPECT_FALSE(inlinable("(o) { o = Add(x, missing) }"));
  EXPECT_FALSE(inlinable("(missing) { o = Relu(x) }"));
  EXPECT_FALSE(
      inlinable("(o) { o = If(c) <then_branch = a () => (p) { p = Add(x, missing) }, "
                "else_branch = b () => (p) { p = Neg(x) }> }"));
}

// Two outputs of the graph name y; nothing else can be both.
TEST(Inlining, NeedsOutputsThatCanBeReplaced) {
  const auto model = format::parse_text(
      "<ir_version: 8, opset_import: [\"\" : 17]>\n"
      "g (float[N] x, bool c) => (float[N] y, float[N] y) { y = If(c) <"
      "then_branch = t () => (o) { o = Relu(x) }, else_branch = e () => (o) { o = Neg(x) }> }",
      "test");
  const ir::Node& node = *model->graph().first_node();
  EXPECT_TRUE(has_output_given_twice(node));
  EXPECT_FALSE(can_inline(*node.graphs().front(), node));
}

TEST(Inlining, ReplacesOutputsThroughAnIdentityWhereTheirNameMustStay) {
  const auto model = with_branch("(o) { o = Relu(x) }");
  shape::Inference shapes(*model);
  shapes.run();
  Rewriter rewriter(*model, shapes);
  const PassOptions options;
  PassContext context{*model, rewriter, shapes, options, {}, {}, {}};
  ir::Node& node = *model->graph().first_node();
  ASSERT_TRUE(rewriter.begin("test", node));
  replace_output(node, 0, model->graph().inputs()[0], context);
  ASSERT_EQ(model->graph().node_count(), 1U);
  EXPECT_TRUE(model->graph().first_node()->is("Identity"));
  EXPECT_EQ(model->graph().output(0)->name(), "y");
  EXPECT_TRUE(model->verify_links().empty());
}

}  // namespace
}  // namespace opsmith::transform
