#include <gtest/gtest.h>

#include "opsmith/base/error.h"
#include "opsmith/format/text_parser.h"
#include "opsmith/ir/address.h"
#include "opsmith/transform/extract.h"

namespace opsmith::transform {
namespace {

class RegionTest : public testing::Test {
 protected:
  std::vector<ir::Node*> nodes(const std::string& pattern) {
    return ir::find_nodes(*model_, pattern);
  }

  std::unique_ptr<ir::Model> model_ = format::parse_text(R"(
<ir_version: 9, opset_import: ["" : 17]>
g (float[N] x, bool c) => (float[N] y)
<float[1] w = {2}>
{
  [one] k = Constant <value = float[1] {3}> ()
  [two] a = Mul (x, w)
  [three] b = Add (a, k)
  [four] s = If (c) <
    then_branch = t () => (float[N] r) { [in] r = Neg (a) },
    else_branch = e () => (float[N] q) { [out] q = Abs (b) }
  >
  [five] y = Add (s, k)
}
)",
                                                         "test");
};

std::string names_of(const std::vector<ir::Node*>& nodes) {
  std::string text;
  for (const ir::Node* node : nodes) text += std::string(node->name) + " ";
  return text;
}

std::string names_of(const std::vector<ir::Value*>& values) {
  std::string text;
  for (const ir::Value* value : values) text += std::string(value->name()) + " ";
  return text;
}

TEST_F(RegionTest, ConstantsComeAlongAndAreNoOutputs) {
  const Region region = region_of(*model_, nodes("three"));
  EXPECT_EQ(names_of(region.nodes), "one three ");
  EXPECT_EQ(names_of(region.inputs), "a ");
  EXPECT_EQ(names_of(region.outputs), "b ");
}

TEST_F(RegionTest, ReadsOfNestedGraphsCount) {
  EXPECT_EQ(names_of(region_of(*model_, nodes("two")).outputs), "a ");
  EXPECT_EQ(names_of(region_of(*model_, nodes("four")).inputs), "c a b ");
  const Region between = region_between(*model_, {}, {ir::find_value(*model_, "s")});
  EXPECT_EQ(names_of(between.nodes), "one two three four ");
  EXPECT_EQ(names_of(between.inputs), "x c ");
}

TEST_F(RegionTest, NeighboursThroughNestedGraphsButNotThroughConstants) {
  EXPECT_EQ(names_of(neighbourhood(*nodes("two").front(), 1)), "two three four ");
  EXPECT_EQ(names_of(neighbourhood(*nodes("three").front(), 1)), "two three four ");
  EXPECT_EQ(names_of(neighbourhood(*nodes("three").front(), 0)), "three ");
}

TEST_F(RegionTest, NodesOfDifferentGraphsAreRefused) {
  std::vector<ir::Node*> mixed = {nodes("two").front(), nodes("four/then_branch/in").front()};
  EXPECT_THROW(region_of(*model_, mixed), Error);
}

TEST_F(RegionTest, WhatIsNestedInASelectedNodeComesAlong) {
  const Region region = region_of(*model_, nodes("*"));
  EXPECT_EQ(names_of(region.nodes), "one two three four five ");
  EXPECT_EQ(names_of(region.outputs), "y ");
}

TEST_F(RegionTest, NothingIsRefused) { EXPECT_THROW(region_of(*model_, {}), Error); }

}  // namespace
}  // namespace opsmith::transform
