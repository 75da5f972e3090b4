#include "opsmith/schema/registry.h"

#include <gtest/gtest.h>

namespace opsmith::schema {
namespace {

TEST(Registry, FindsTheDefinitionOfAnOpset) {
  const OperatorSchema* schema = find_schema("ReduceSum", "ai.onnx", 12);
  ASSERT_TRUE(schema);
  EXPECT_EQ(schema->since_version(), 11);
  EXPECT_EQ(schema->max_inputs(), 1u);
  EXPECT_EQ(find_schema("ReduceSum", "", 13)->max_inputs(), 2u);
  EXPECT_EQ(find_schema("ReduceSum", "", 12), schema);
}

TEST(Registry, KnowsNothingOfStrangers) {
  EXPECT_FALSE(find_schema("NoSuch", "", 13));
  EXPECT_FALSE(find_schema("Relu", "my.domain", 1));
  EXPECT_FALSE(find_schema("Relu", "", 0));
  EXPECT_FALSE(find_schema("Gelu", "", 19));
  EXPECT_EQ(newest_opset("my.domain"), 0);
  EXPECT_GE(newest_opset(), 21);
}

TEST(Registry, TellsRandomOperators) {
  EXPECT_FALSE(find_schema("RandomNormal", "", 13)->is_deterministic());
  EXPECT_FALSE(find_schema("Bernoulli", "", 15)->is_deterministic());
  // Defined by a function body with a Loop: still deterministic.
  EXPECT_TRUE(find_schema("Range", "", 13)->is_deterministic());
  EXPECT_TRUE(find_schema("Range", "", 13)->has_function_body());
}

}  // namespace
}  // namespace opsmith::schema
