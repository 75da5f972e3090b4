#include <gtest/gtest.h>

#include "opsmith/transform/testing.h"

namespace opsmith::transform {
namespace {

std::string model(const std::string& type, const std::string& body,
                  const std::string& constants = "", int opset = 17) {
  return "<ir_version: 8, opset_import: [\"\" : " + std::to_string(opset) + "]>\nagraph (" + type +
         " x) => (y)\n" + (constants.empty() ? "" : "<" + constants + ">\n") + "{ " + body + " }";
}

std::string after(const std::string& text) {
  return testing::operators_after(text, {"remove_idempotent"});
}

TEST(RemoveIdempotent, DropsTheSecond) {
  const std::pair<const char*, const char*> cases[] = {
      {"Relu", "Relu"},  {"Sigmoid", "Relu"}, {"Exp", "Relu"},         {"Sqrt", "Relu"},
      {"Abs", "Relu"},   {"Softmax", "Relu"}, {"Relu", "Abs"},         {"Softplus", "Relu"},
      {"Abs", "Abs"},    {"Ceil", "Ceil"},    {"Floor", "Round"},      {"Round", "Ceil"},
      {"Ceil", "Floor"}, {"Sign", "Sign"},    {"HardSigmoid", "Relu"},
  };
  for (const auto& [first, second] : cases) {
    const std::string text =
        model("float[N,8]", std::string("a = ") + first + "(x)\n y = " + second + "(a)");
    EXPECT_EQ(after(text), first) << second << " of " << first;
    testing::expect_same_results(text, {"remove_idempotent"});
  }
  EXPECT_EQ(after(model("float[N]", "a = Mul(x, x)\n y = Relu(a)")), "Mul");
}

TEST(RemoveIdempotent, KeepsWhatStillActs) {
  const std::pair<const char*, const char*> cases[] = {
      {"Neg", "Relu"},     {"Tanh", "Relu"},  {"Tanh", "Abs"},
      {"Sigmoid", "Ceil"}, {"Relu", "Floor"}, {"Ceil", "Sign"},
  };
  for (const auto& [first, second] : cases) {
    const std::string text =
        model("float[N]", std::string("a = ") + first + "(x)\n y = " + second + "(a)");
    EXPECT_EQ(after(text), std::string(first) + " " + second);
  }
  EXPECT_EQ(after(model("float[N]", "b = Neg(x)\n a = Mul(x, b)\n y = Relu(a)")), "Neg Mul Relu");
}

// |-128| is -128 in eight bits, and squares wrap.
TEST(RemoveIdempotent, KeepsReluAfterWrappingIntegers) {
  EXPECT_EQ(after(model("int8[N]", "a = Abs(x)\n y = Relu(a)")), "Abs Relu");
  EXPECT_EQ(after(model("int32[N]", "a = Mul(x, x)\n y = Relu(a)")), "Mul Relu");
  EXPECT_EQ(after(model("int8[N]", "a = Relu(x)\n y = Abs(a)")), "Relu");
  EXPECT_EQ(after(model("uint8[N]", "a = Identity(x)\n y = Abs(a)")), "Identity");
}

TEST(RemoveIdempotent, DropsClipThatContainsTheRange) {
  const std::string bounds =
      "float zero = {0}, float one = {1}, float six = {6}, float half = {0.5}";
  EXPECT_EQ(after(model("float[N]", "a = Sigmoid(x)\n y = Clip(a, zero, one)", bounds)), "Sigmoid");
  EXPECT_EQ(after(model("float[N]", "a = Sigmoid(x)\n y = Clip(a, zero)", bounds)), "Sigmoid");
  EXPECT_EQ(after(model("float[N]", "a = Sigmoid(x)\n y = Clip(a, zero, half)", bounds)),
            "Sigmoid Clip");
  EXPECT_EQ(after(model("float[N]", "a = Sigmoid(x)\n y = Clip(a, half, one)", bounds)),
            "Sigmoid Clip");
  EXPECT_EQ(after(model("float[N]", "a = Clip(x, zero, one)\n y = Clip(a, zero, six)", bounds)),
            "Clip");
  EXPECT_EQ(after(model("float[N]", "a = Clip(x, zero, six)\n y = Relu(a)", bounds)), "Clip");
  EXPECT_EQ(after(model("float[N]", "a = Clip(x, half, six)\n y = Abs(a)", bounds)), "Clip");
}

// An absent bound is the largest finite number: infinity does not pass.
TEST(RemoveIdempotent, KeepsClipOfInfinities) {
  EXPECT_EQ(after(model("float[N]", "a = Relu(x)\n y = Clip(a, zero)", "float zero = {0}")),
            "Relu Clip");
  EXPECT_EQ(after(model("float[N]", "a = Relu(x)\n y = Clip(a, zero, end)",
                        "float zero = {0}, float end = {inf}")),
            "Relu");
}

TEST(RemoveIdempotent, KnowsClipOfOldOpsets) {
  EXPECT_EQ(after(model("float[N]", "a = Sigmoid(x)\n y = Clip<min = 0.0, max = 1.0>(a)", "", 10)),
            "Sigmoid");
  EXPECT_EQ(after(model("float[N]", "a = Sigmoid(x)\n y = Clip<min = 0.1, max = 1.0>(a)", "", 10)),
            "Sigmoid Clip");
  EXPECT_EQ(after(model("float[N]", "a = Clip<min = 0.0>(x)\n y = Relu(a)", "", 7)), "Clip");
  EXPECT_EQ(after(model("float[N]", "a = Clip<max = 0.0>(x)\n y = Relu(a)", "", 7)), "Clip Relu");
}

TEST(RemoveIdempotent, TrustsOnlyConstantBounds) {
  const std::string text =
      "<ir_version: 8, opset_import: [\"\" : 17]>\nagraph (float[N] x, float zero) => (y)\n"
      "<float one = {1}>\n{ a = Clip(x, zero, one)\n y = Relu(a) }";
  EXPECT_EQ(after(text), "Clip Relu");
}

}  // namespace
}  // namespace opsmith::transform
