#include "opsmith/transform/constant_facts.h"

#include <gtest/gtest.h>

#include "opsmith/format/text_parser.h"

namespace opsmith::transform {
namespace {

class ConstantFacts : public ::testing::Test {
 protected:
  void SetUp() override { shapes_.run(); }
  const ir::Value* value(std::string_view name) { return model_->graph().find(name); }

  std::unique_ptr<ir::Model> model_ = format::parse_text(R"(<ir_version: 8, opset_import: ["" : 17]>
agraph (float[N,3] x, float[1] one_dim, float[M] m, float[R] r, int64[Q] q, bool b, float d = {0}) => (y)
<float zero = {0}, float[2] zeros = {0, -0.0}, float[2] mixed = {0, 1}, float[0] nothing = {},
 string[1] text = {"0"}, bool yes = {1}, bool[1] no = {0}, bool[2] pair = {1, 1}, int64 three = {3},
 float[1,3] row = {1, 2, 3}>
{ unknown_rank = Reshape(x, q)
  y = Relu(x) })",
                                                         "test");
  shape::Inference shapes_{*model_};
  Rewriter rewriter_{*model_, shapes_};
  PassOptions options_;
  PassContext context_{*model_, rewriter_, shapes_, options_, {}, {}, {}};
};

TEST_F(ConstantFacts, AllElements) {
  EXPECT_TRUE(all_elements_are(value("zero"), 0));
  EXPECT_TRUE(all_elements_are(value("zeros"), 0));
  EXPECT_TRUE(all_elements_are(value("nothing"), 0));
  EXPECT_FALSE(all_elements_are(value("mixed"), 0));
  EXPECT_FALSE(all_elements_are(value("text"), 0));
  EXPECT_FALSE(all_elements_are(value("d"), 0));
  EXPECT_FALSE(all_elements_are(value("x"), 0));
  EXPECT_FALSE(all_elements_are(nullptr, 0));
}

TEST_F(ConstantFacts, DoesNotReadWeights) {
  const std::vector<float> many(1 << 19, 0.0F);
  ir::Value* big = model_->graph().add_initializer(
      "big", ir::Tensor::of<float>(ir::DataType::float32, {1 << 19}, many));
  EXPECT_FALSE(all_elements_are(big, 0));
}

TEST_F(ConstantFacts, KnownBool) {
  EXPECT_EQ(known_bool(context_, value("yes")), true);
  EXPECT_EQ(known_bool(context_, value("no")), false);
  EXPECT_EQ(known_bool(context_, value("pair")), std::nullopt);
  EXPECT_EQ(known_bool(context_, value("b")), std::nullopt);
  EXPECT_EQ(known_bool(context_, value("three")), std::nullopt);
}

TEST_F(ConstantFacts, BroadcastsInto) {
  const auto into = [this](std::string_view operand, std::string_view target) {
    return broadcasts_into(context_, value(operand), value(target));
  };
  EXPECT_TRUE(into("zero", "x"));
  EXPECT_TRUE(into("row", "x"));
  EXPECT_TRUE(into("one_dim", "x"));
  EXPECT_TRUE(into("one_dim", "m"));
  EXPECT_TRUE(into("m", "m"));
  EXPECT_TRUE(into("zero", "unknown_rank"));
  EXPECT_FALSE(into("one_dim", "unknown_rank"));
  EXPECT_FALSE(into("unknown_rank", "x"));
  EXPECT_FALSE(into("row", "one_dim"));
  EXPECT_FALSE(into("m", "r"));
  EXPECT_FALSE(into("one_dim", "zero"));
}

}  // namespace
}  // namespace opsmith::transform
