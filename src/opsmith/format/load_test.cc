#include "opsmith/format/load.h"

#include <gtest/gtest.h>

#include "opsmith/base/error.h"
#include "opsmith/format/serialize.h"
#include "opsmith/format/testing_folder.h"
#include "opsmith/format/wire_writer.h"

namespace opsmith::format {
namespace {

std::unique_ptr<ir::Model> parse(const std::string& bytes) {
  return parse_model(MappedFile::from_memory("test.onnx", bytes));
}

void add_node(WireWriter& out, std::string_view op, const std::vector<std::string_view>& inputs,
              const std::vector<std::string_view>& outputs) {
  const auto node = out.begin(1);
  for (const auto input : inputs) out.text(1, input);
  for (const auto output : outputs) out.text(2, output);
  out.text(4, op);
  out.end(node);
}

// A ModelProto around what `fill` writes into its graph.
template <typename Fill>
std::string model_of(Fill fill) {
  WireWriter out;
  out.integer(1, 8);
  const auto graph = out.begin(7);
  fill(out);
  out.end(graph);
  return out.joined();
}

TEST(Load, ResolvesOperandsOfUnsortedNodes) {
  const auto model = parse(model_of([](WireWriter& out) {
    add_node(out, "Neg", {"late"}, {"y"});
    add_node(out, "Abs", {"", "late"}, {"late", ""});
  }));
  EXPECT_TRUE(model->verify_links().empty());
  const ir::Node* neg = model->graph().first_node();
  EXPECT_EQ(neg->input(0), neg->next()->output(0));
  EXPECT_EQ(neg->next()->input(0), nullptr);
  EXPECT_EQ(neg->next()->outputs().size(), 2U);
  EXPECT_EQ(neg->next()->output(1), nullptr);
}

TEST(Load, NestedGraphsCaptureTheInnermostValue) {
  const auto model = parse(model_of([](WireWriter& out) {
    const auto node = out.begin(1);
    out.text(2, "r");
    out.text(4, "If");
    const auto attribute = out.begin(5);
    out.text(1, "then_branch");
    const auto graph = out.begin(6);
    add_node(out, "Neg", {"outer"}, {"a"});
    add_node(out, "Neg", {"both"}, {"b"});
    add_node(out, "Abs", {"a"}, {"both"});
    out.end(graph);
    out.integer(20, 5);
    out.end(attribute);
    out.end(node);
    add_node(out, "Abs", {"r"}, {"outer"});
    add_node(out, "Abs", {"r"}, {"both"});
  }));
  EXPECT_TRUE(model->verify_links().empty());
  EXPECT_TRUE(model->link_problems.empty());
  const ir::Graph* branch = model->graph().first_node()->graphs().at(0);
  EXPECT_EQ(branch->first_node()->input(0)->graph(), &model->graph());
  EXPECT_EQ(branch->first_node()->next()->input(0)->graph(), branch);
}

TEST(Load, ReportsEveryBrokenLink) {
  const auto model = parse(model_of([](WireWriter& out) {
    add_node(out, "Neg", {"nowhere"}, {"y"});
    add_node(out, "Neg", {"nowhere"}, {"y"});
    const auto output = out.begin(12);
    out.text(1, "gone");
    out.end(output);
  }));
  ASSERT_EQ(model->link_problems.size(), 3U);  // each name once
  EXPECT_EQ(model->link_problems[0].value, "y");
  EXPECT_EQ(model->link_problems[0].node, "Neg #1");
  EXPECT_EQ(model->link_problems[0].reason, "is defined more than once");
  EXPECT_EQ(model->link_problems[1].value, "nowhere");
  EXPECT_EQ(model->link_problems[1].node, "Neg #0");
  EXPECT_EQ(model->link_problems[2].value, "gone");
  // One value for all reads of one name.
  EXPECT_EQ(model->graph().first_node()->input(0), model->graph().first_node()->next()->input(0));
}

TEST(Load, StringsAreViewsIntoTheFile) {
  const auto file = MappedFile::from_memory(
      "test.onnx", model_of([](WireWriter& out) { add_node(out, "Neg", {}, {"y"}); }));
  const auto model = parse_model(file);
  EXPECT_TRUE(file->contains(as_bytes(model->graph().first_node()->op_type)));
}

TEST(Load, TellsAbsentFromEmpty) {
  const auto model = parse(model_of([](WireWriter& out) { out.text(2, ""); }));
  EXPECT_NE(model->graph().name.data(), nullptr);
  EXPECT_EQ(model->graph().doc_string.data(), nullptr);
  EXPECT_TRUE(model->has_graph);
}

TEST(Load, DepthIsLimited) {
  std::string graph;
  for (int i = 0; i < 120; ++i) {
    WireWriter out;
    const auto node = out.begin(1);
    const auto attribute = out.begin(5);
    const auto nested = out.begin(6);
    out.verbatim(graph);
    out.end(nested);
    out.end(attribute);
    out.end(node);
    graph = out.joined();
  }
  try {
    parse(model_of([&](WireWriter& out) { out.verbatim(graph); }));
    FAIL() << "was read";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::limit);
    EXPECT_EQ(error.place().file, "test.onnx");
  }
}

TEST(Load, RefusesWhatIsNoModel) {
  for (const std::string& bytes :
       {std::string(), std::string("hello, world"), std::string(64, '\0')}) {
    try {
      parse(bytes);
      FAIL() << "was read: " << bytes;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::malformed);
    }
  }
}

TEST(Load, TellsTextFromProtobufByContent) {
  const testing::Folder folder;
  folder.write("model.bin", serialize_model(*testing::add_model(2)));
  EXPECT_EQ(load_model(folder.path("model.bin"))->graph().node_count(), 1U);
  folder.write("text.txt",
               "<ir_version: 8, opset_import: [\"\" : 17]>\ng (float[1] x) => (float[1] y) { y = "
               "Neg(x) }\n");
  EXPECT_EQ(load_model(folder.path("text.txt"))->graph().node_count(), 1U);
}

TEST(Load, NamesTheMissingFile) {
  try {
    load_model("/no/such/file.onnx");
    FAIL() << "was read";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::missing_file);
    EXPECT_EQ(error.place().file, "/no/such/file.onnx");
  }
}

}  // namespace
}  // namespace opsmith::format
