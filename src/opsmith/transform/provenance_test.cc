#include "opsmith/transform/provenance.h"

#include <gtest/gtest.h>

#include "opsmith/ir/model.h"

namespace opsmith::transform {
namespace {

std::string_view metadata(const ir::Node& node, std::string_view key) {
  for (const ir::StringPair& pair : node.metadata) {
    if (pair.key == key) return pair.value;
  }
  return "(none)";
}

class MergeProvenance : public ::testing::Test {
 protected:
  ir::Node* node(std::string_view name, std::string_view place) {
    ir::Node* node = model_.graph().append("Relu");
    node->name = name;
    if (place.data()) node->metadata.push_back({"namespace", place, {}});
    return node;
  }

  std::string merged_namespace(std::string_view a, std::string_view b) {
    ir::Node* kept = node("kept", a);
    merge_provenance(*kept, *node("absorbed", b));
    return std::string(metadata(*kept, "namespace"));
  }

  ir::Model model_;
};

TEST_F(MergeProvenance, CommonNamespace) {
  EXPECT_EQ(merged_namespace("a/b/c", "a/b/d"), "a/b");
  EXPECT_EQ(merged_namespace("a/b", "a/b"), "a/b");
  EXPECT_EQ(merged_namespace("a/b", "a/b/c"), "a/b");
  EXPECT_EQ(merged_namespace("a/bc", "a/bd"), "a");
  EXPECT_EQ(merged_namespace("a", "b"), "");
  EXPECT_EQ(merged_namespace("ab", "a"), "");
  EXPECT_EQ(merged_namespace("", "a"), "");
  EXPECT_EQ(merged_namespace("a/b", {}), "(none)");
  EXPECT_EQ(merged_namespace({}, "a/b"), "(none)");
}

TEST_F(MergeProvenance, ListsEverySource) {
  ir::Node* third = node("third", "a/x");
  ir::Node* second = node("second", "a/y");
  merge_provenance(*second, *node("first", "a/z"));
  merge_provenance(*third, *second);
  EXPECT_EQ(metadata(*third, "opsmith.merged_from"), "first, second, third");
}

TEST_F(MergeProvenance, AddsNothingWhereNothingIsTracked) {
  ir::Node* kept = node("kept", {});
  merge_provenance(*kept, *node("absorbed", {}));
  EXPECT_TRUE(kept->metadata.empty());
}

}  // namespace
}  // namespace opsmith::transform
