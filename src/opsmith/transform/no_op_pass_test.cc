#include "opsmith/transform/no_op_pass.h"

#include <gtest/gtest.h>

#include <array>

#include "opsmith/format/text_parser.h"
#include "opsmith/transform/pass_manager.h"

namespace opsmith::transform {
namespace {

constexpr std::array<std::string_view, 1> kOperators = {"Thing"};

// Node counts of a model after a pass that takes every Thing with the attribute `noop` for a no-op.
std::size_t nodes_left(const std::string& body) {
  auto model = format::parse_text("<ir_version: 8, opset_import: [\"\": 17]>\n" + body, "test");
  PassManager::Options options;
  options.only = {"remove_thing"};
  options.check_links = true;
  options.extra_node_passes.push_back(make_no_op_pass(
      "remove_thing", "Test.", kOperators,
      [](const ir::Node& node, const PassContext&) { return node.int_attribute("noop", 0) == 1; }));
  PassManager(options).run(*model);
  return model->graph().node_count();
}

TEST(NoOpPass, takes_out_what_the_test_says) {
  EXPECT_EQ(nodes_left("g (float[2] x) => (float[2] y) { a = Thing <noop = 1> (x)  y = Relu (a) }"),
            1U);
  EXPECT_EQ(nodes_left("g (float[2] x) => (float[2] y) { a = Thing <noop = 0> (x)  y = Relu (a) }"),
            2U);
}

TEST(NoOpPass, leaves_a_node_whose_other_output_is_read) {
  EXPECT_EQ(nodes_left("g (float[2] x) => (float[2] y, float[2] z) { a, b = Thing <noop = 1> (x)  "
                       "y = Relu (a)  z = Neg (b) }"),
            3U);
  EXPECT_EQ(
      nodes_left("g (float[2] x) => (float[2] y) { a, b = Thing <noop = 1> (x)  y = Relu (a) }"),
      1U);
}

TEST(NoOpPass, leaves_a_node_without_operand_and_one_between_input_and_output) {
  EXPECT_EQ(
      nodes_left("g (float[2] x) => (float[2] y) { a = Thing <noop = 1> ()  y = Add (x, a) }"), 2U);
  EXPECT_EQ(nodes_left("g (float[2] x) => (float[2] y) { y = Thing <noop = 1> (x) }"), 1U);
}

}  // namespace
}  // namespace opsmith::transform
