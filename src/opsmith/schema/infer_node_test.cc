#include "opsmith/schema/infer_node.h"

#include <gtest/gtest.h>

#include "opsmith/format/text_parser.h"

namespace opsmith::schema {
namespace {

// The types of the only node's outputs; operands have the declared types of the graph's inputs.
std::vector<ir::TypePtr> infer(const std::string& graph, std::int64_t opset, std::string* why) {
  const auto model = format::parse_text(
      "<ir_version: 10, opset_import: [\"\" : " + std::to_string(opset) + "]>\n" + graph, "test");
  const ir::Node& node = *model->graph().first_node();
  NodeInputs inputs;
  for (const ir::Use& use : node.inputs()) {
    const ir::Value* value = use.value();
    inputs.types.push_back(value && value->info() ? value->info()->type : nullptr);
  }
  return infer_node(node, inputs, opset, why);
}

TEST(InferNode, AsksTheDefinition) {
  std::string why;
  const auto types = infer("g (float[2,N] x) => (int64[a,b] y) { y = NonZero(x) }", 13, &why);
  ASSERT_TRUE(types.at(0)) << why;
  EXPECT_EQ(types[0]->text(), "int64[2,?]");
}

TEST(InferNode, NeverThrowsForABadNode) {
  std::string why;
  EXPECT_FALSE(infer("g (float[2] x) => (float[2] y) { y = NoSuch(x) }", 13, &why).at(0));
  EXPECT_NE(why.find("no operator"), std::string::npos);
  EXPECT_FALSE(infer("g (float[2] x) => (float[2] y) { y = NonZero(x, x) }", 13, &why).at(0));
  EXPECT_NE(why.find("does not take 2 inputs"), std::string::npos);
}

// onnx's inference follows the type of its operand unchecked.
TEST(InferNode, StandsOperandsOfUnknownType) {
  std::string why;
  const auto types =
      infer("g (string[2] x) => (bool[2] y) { y = RegexFullMatch<pattern: string = \"a\">(y) }", 20,
            &why);
  EXPECT_EQ(types.size(), 1u);
}

}  // namespace
}  // namespace opsmith::schema
