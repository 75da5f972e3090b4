#include "opsmith/format/serialize.h"

#include <gtest/gtest.h>

#include "opsmith/format/load.h"
#include "opsmith/format/testing_folder.h"
#include "opsmith/format/wire_writer.h"

namespace opsmith::format {
namespace {

std::unique_ptr<ir::Model> parse(const std::string& bytes) {
  return parse_model(MappedFile::from_memory("test.onnx", bytes));
}

TEST(Serialize, AnUntouchedModelComesOutByteForByte) {
  const std::string bytes = serialize_model(*testing::add_model(100'000));
  EXPECT_EQ(serialize_model(*parse(bytes)), bytes);
}

TEST(Serialize, TensorsFollowTheNameOfTheirValue) {
  const auto model = parse(serialize_model(*testing::add_model(3)));
  model->graph().rename(model->graph().find("w"), "weight");
  const auto again = parse(serialize_model(*model));
  const ir::Value* value = again->graph().find("weight");
  ASSERT_NE(value, nullptr);
  EXPECT_EQ(value->initializer()->proto_name(), "weight");
  EXPECT_TRUE(ir::same_elements(*value->initializer(), *testing::filled(3, 1)));
  EXPECT_TRUE(again->link_problems.empty());
}

TEST(Serialize, RenamingKeepsTheOtherFields) {
  WireWriter out;
  out.integer(1, 2);
  out.integer(2, 1);
  out.text(8, "old");
  out.text(9, std::string(8, '\0'));
  out.text(12, "doc");
  out.text(1000, "unknown");
  ir::Tensor::Loaded parts;
  const std::string proto = out.joined();
  parts.proto = proto;
  parts.name = "old";
  std::string expected = proto;
  expected.replace(expected.find("\x42\x03old"), 5, "\x42\x06longer");
  EXPECT_EQ(serialize_tensor(*ir::Tensor::loaded(std::move(parts)), "longer"), expected);
}

TEST(Serialize, ExternalizesOnDemand) {
  const auto model = testing::add_model(3);
  SerializeOptions options;
  options.externalize = [](const ir::Value& value,
                           const ir::Tensor&) -> std::optional<ir::ExternalData> {
    EXPECT_EQ(value.name(), "w");
    return ir::ExternalData{"file.bin", 64, 12, ""};
  };
  const auto again = parse(serialize_model(*model, options));
  const ir::TensorPtr tensor = again->graph().find("w")->initializer();
  ASSERT_TRUE(tensor->is_external());
  EXPECT_EQ(tensor->external()->location, "file.bin");
  EXPECT_EQ(tensor->external()->offset, 64U);
  EXPECT_EQ(tensor->external()->length, 12U);
  EXPECT_EQ(tensor->dims(), std::vector<std::int64_t>{3});
}

TEST(Serialize, ParsedTypesOutliveTheirBytes) {
  ir::Type tensor =
      *ir::Type::tensor(ir::DataType::float32, ir::Shape{ir::Dim::symbol("N"), ir::Dim::of(3)});
  tensor.denotation = "IMAGE";
  auto bytes = std::make_unique<std::string>(
      serialize_type(*ir::Type::sequence(std::make_shared<ir::Type>(tensor))));
  ir::TypePtr element = parse_type(*bytes)->element;
  bytes.reset();
  EXPECT_EQ(element->text(), "float[N,3]");
  EXPECT_EQ(element->denotation, "IMAGE");
  EXPECT_EQ(element->proto.data(), nullptr);
}

TEST(Serialize, NodesWithoutTheirGraphs) {
  ir::Model model;
  ir::Node* node = model.graph().append("If");
  node->set_int("keep", 1);
  auto branch = std::make_unique<ir::Graph>(&model, node);
  branch->name = "branch";
  node->set_attribute(ir::Attribute("then_branch", ir::AttributeType::graph, std::move(branch)));
  EXPECT_NE(serialize_node(*node, true).find("branch"), std::string::npos);
  const std::string without = serialize_node(*node, false);
  EXPECT_EQ(without.find("branch"), std::string::npos);
  EXPECT_NE(without.find("keep"), std::string::npos);
}

}  // namespace
}  // namespace opsmith::format
