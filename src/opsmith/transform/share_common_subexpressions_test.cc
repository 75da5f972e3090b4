#include <gtest/gtest.h>

#include "opsmith/format/text_parser.h"
#include "opsmith/transform/testing.h"

namespace opsmith::transform {
namespace {

std::string model(const std::string& graph, const std::string& imports = "\"\" : 17") {
  return "<ir_version: 8, opset_import: [" + imports + "]>\n" + graph;
}
std::string after(const std::string& text) {
  return testing::operators_after(text, {"share_common_subexpressions"});
}
std::string printed(const std::string& text) {
  return testing::simplified(text, {"share_common_subexpressions"});
}
bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Two nodes `a` and `b`, and a node that reads both.
std::string two(const std::string& first, const std::string& second,
                const std::string& imports = "\"\" : 17") {
  return model(
      "agraph (float[N,4] x, float[N,4] w, bool[N,4] p) => (y)\n<float one = {1}, float two = "
      "{2}>\n{ a = " +
          first + "\n b = " + second + "\n y = Concat<axis = 0>(a, b) }",
      imports);
}

TEST(ShareCommonSubexpressions, MergesEqualNodes) {
  const std::pair<const char*, const char*> cases[] = {
      {"Relu(x)", "Relu(x)"},
      {"Add(x, w)", "Add(w, x)"},
      {"Mul(x, one)", "Mul(one, x)"},
      {"Max(x, w)", "Max(w, x)"},
      {"Transpose<perm = [1, 0]>(x)", "Transpose<perm = [1, 0]>(x)"},
      {"Selu<alpha = 1.5, gamma = 2.0>(x)", "Selu<gamma = 2.0, alpha = 1.5>(x)"},
      {"Clip(x, one)", "Clip(x, one, \"\")"},
  };
  for (const auto& [first, second] : cases) {
    const std::string text = two(first, second);
    EXPECT_TRUE(has(printed(text), "(a, a)")) << printed(text);
    testing::expect_same_results(text, {"share_common_subexpressions"});
  }
}

TEST(ShareCommonSubexpressions, KeepsDifferentNodes) {
  const std::pair<const char*, const char*> cases[] = {
      {"Relu(x)", "Relu(w)"},
      {"Relu(x)", "Abs(x)"},
      {"Sub(x, w)", "Sub(w, x)"},
      {"Transpose<perm = [1, 0]>(x)", "Transpose<perm = [0, 1]>(x)"},
      {"LeakyRelu<alpha = 0.5>(x)", "LeakyRelu(x)"},
      {"Clip(x, one)", "Clip(x, \"\", one)"},
      {"Sum(x, w, one)", "Sum(w, x, one)"},
  };
  for (const auto& [first, second] : cases) {
    EXPECT_TRUE(has(printed(two(first, second)), "(a, b)")) << first << " and " << second;
  }
}

TEST(ShareCommonSubexpressions, NeverMergesRandomNumbers) {
  EXPECT_TRUE(has(printed(two("RandomNormalLike(x)", "RandomNormalLike(x)")), "(a, b)"));
  EXPECT_TRUE(
      has(printed(two("RandomUniform<shape = [2, 4]>()", "RandomUniform<shape = [2, 4]>()")),
          "(a, b)"));
  EXPECT_TRUE(has(printed(two("Bernoulli(x)", "Bernoulli(x)")), "(a, b)"));
  EXPECT_TRUE(has(printed(two("Dropout(x)", "Dropout(x)")), "(a, b)"));
}

TEST(ShareCommonSubexpressions, NeverMergesWhatItDoesNotKnow) {
  EXPECT_TRUE(has(printed(two("my.Thing(x)", "my.Thing(x)", "\"\" : 17, \"my\" : 1")), "(a, b)"));
  EXPECT_TRUE(has(printed(two("PluginThing(x)", "PluginThing(x)")), "(a, b)"));
}

// Case 7b.
TEST(ShareCommonSubexpressions, ComparesStringTensors) {
  const auto encoders = [](const std::string& second) {
    const auto encoder = [](const std::string& key) {
      return "ai.onnx.ml.LabelEncoder<keys_tensor = string[2] {\"p\", \"" + key +
             "\"}, values_tensor = float[2] {1, 2}, default_tensor = float[1] {0}>(x)";
    };
    return model("agraph (string[N] x) => (y)\n{ a = " + encoder("q") +
                     "\n b = " + encoder(second) + "\n y = Concat<axis = 0>(a, b) }",
                 "\"\" : 17, \"ai.onnx.ml\" : 4");
  };
  EXPECT_TRUE(has(printed(encoders("q")), "(a, a)")) << printed(encoders("q"));
  EXPECT_TRUE(has(printed(encoders("r")), "(a, b)"));
}

TEST(ShareCommonSubexpressions, FollowsChains) {
  const std::string text = model(R"(agraph (float[N] x) => (float[N] y)
{ a = Relu(x)
  b = Neg(a)
  c = Relu(x)
  d = Neg(c)
  y = Add(b, d) })");
  EXPECT_EQ(after(text), "Relu Neg Add");
}

TEST(ShareCommonSubexpressions, MergesAllOutputsOrNone) {
  const std::string text = model(R"(agraph (float[4,N] x) => (y)
{ a, b = Split(x)
  c, d = Split(x)
  y = Sum(a, b, c, d) })");
  EXPECT_EQ(after(text), "Split Sum");
  testing::expect_same_results(text, {"share_common_subexpressions"});
  const std::string other_count = model(R"(agraph (float[4,N] x) => (y)
{ a, b = Split(x)
  c, d, e, f = Split(x)
  y = Concat<axis = 0>(a, b, c, d, e, f) })");
  EXPECT_EQ(after(other_count), "Split Split Concat");
  const std::string omitted = model(R"(agraph (float[N] x, int64[1] k) => (y, z)
{ a = TopK(x, k)
  b, c = TopK(x, k)
  y = Add(a, b)
  z = Neg(c) })");
  EXPECT_EQ(after(omitted), "TopK TopK Add Neg");
}

TEST(ShareCommonSubexpressions, KeepsOutputNames) {
  const std::string one = model(
      "agraph (float[N] x) => (float[N] y, float[N] z)\n{ a = Relu(x)\n y = Neg(a)\n z = Relu(x) "
      "}");
  EXPECT_EQ(after(one), "Relu Neg");
  EXPECT_TRUE(has(printed(one), "z = Relu (x)")) << printed(one);
  const std::string two_outputs =
      model("agraph (float[N] x) => (float[N] y, float[N] z)\n{ y = Relu(x)\n z = Relu(x) }");
  EXPECT_EQ(after(two_outputs), "Relu Relu");
}

TEST(ShareCommonSubexpressions, LetsBodiesReadOuterNodes) {
  const std::string text = model(R"(agraph (float[N] x, bool c) => (float[N] y, float[N] z)
{
  a = Exp(x)
  y = If(c) <then_branch = t () => (float[N] o) { b = Exp(x)
        o = Neg(b) },
      else_branch = e () => (float[N] o) { o = Exp(x) }>
  z = Neg(a)
})");
  const std::string result = printed(text);
  EXPECT_TRUE(has(result, "o = Neg (a)")) << result;
  EXPECT_TRUE(has(result, "o = Exp (x)")) << result;
  testing::expect_same_results(text, {"share_common_subexpressions"});
}

TEST(ShareCommonSubexpressions, KeepsABodysNodeThatALaterOuterOneRepeats) {
  const std::string text = model(R"(agraph (float[N] x, bool c) => (float[N] y, float[N] z)
{
  y = If(c) <then_branch = t () => (float[N] o) { b = Exp(x)
        o = Neg(b) },
      else_branch = e () => (float[N] o) { d = Exp(x)
        o = Abs(d) }>
  a = Exp(x)
  z = Neg(a)
})");
  EXPECT_EQ(after(text), "If Exp Neg");
  EXPECT_TRUE(has(printed(text), "b = Exp"));
  EXPECT_TRUE(has(printed(text), "d = Exp"));
}

TEST(ShareCommonSubexpressions, MergesConstantNodesInFunctions) {
  const std::string text = model(R"(agraph (float[N] x) => (float[N] y) { y = my.f(x) }
<domain: "my", opset_import: ["" : 17]>
f (x) => (y)
{ c = Constant<value = float {1}>()
  d = Constant<value = float {1}>()
  e = Constant<value = float {2}>()
  a = Add(x, c)
  b = Add(a, d)
  y = Add(b, e) })",
                                 "\"\" : 17, \"my\" : 1");
  const std::string result = printed(text);
  EXPECT_TRUE(has(result, "b = Add (a, c)")) << result;
  EXPECT_TRUE(has(result, "y = Add (b, e)")) << result;
}

TEST(ShareCommonSubexpressions, NeverMergesCallsThatRedefineAnOperator) {
  const std::string text = model(R"(agraph (float[N,4] x) => (y) { a = Relu(x)
  b = Relu(x)
  y = Add(a, b) }
<domain: "", opset_import: ["" : 17]>
Relu (x) => (y) { y = RandomNormalLike(x) })");
  EXPECT_EQ(after(text), "Relu Relu Add");
}

}  // namespace
}  // namespace opsmith::transform
