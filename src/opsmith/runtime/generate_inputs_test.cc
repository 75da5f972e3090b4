#include "opsmith/runtime/generate_inputs.h"

#include <algorithm>
#include <set>

#include "opsmith/runtime/input_dims.h"
#include "opsmith/runtime/testing_model.h"

namespace opsmith::runtime {
namespace {

Array input_of(const ir::Model& model, std::string_view name, int binding = 0,
               std::uint64_t seed = 0) {
  GenerateOptions options;
  options.seed = seed;
  options.binding = binding;
  const NamedArrays inputs = generate_inputs(model, options);
  const Array* array = find_array(inputs, name);
  return array ? *array : Array{};
}

TEST(GenerateInputs, SameSeedGivesTheSameOtherSeedOther) {
  const auto model = graph_of("(float[N, 4] x) => (float[N, 4] y) { y = Neg(x) }");
  EXPECT_EQ(input_of(*model, "x").bytes, input_of(*model, "x").bytes);
  EXPECT_NE(input_of(*model, "x").bytes, input_of(*model, "x", 0, 1).bytes);
  // The numbers themselves are part of the promise: the same on every machine.
  EXPECT_EQ(values_of<float>(input_of(*model, "x")).size(), 8U);
}

TEST(GenerateInputs, IndicesStayWithinASmallTable) {
  const auto model = graph_of(
      R"((int64[N, 50] ids) => (float[N, 50, 2] y) <float[3, 2] table = {1, 2, 3, 4, 5, 6}, int64 one = {1}> {
    c = Cast <to = 6> (ids)
    d = Cast <to = 7> (c)
    shifted = Add(d, one)
    y = Gather(table, shifted)
  })");
  for (const std::int64_t id : values_of<std::int64_t>(input_of(*model, "ids"))) {
    EXPECT_GE(id, -1);
    EXPECT_LE(id, 1);
  }
}

TEST(GenerateInputs, CapturedAndFunctionReadersCount) {
  const auto model = model_of(R"(<ir_version: 8, opset_import: ["" : 17, "my" : 1]>
    g (int64[20] i, int64[20] j, bool c) => (float[20] y, float[20] z) <float[2] table = {1, 2}> {
      y = If(c) <then_branch = t () => (float[20] p) { p = Gather(table, i) },
                 else_branch = e () => (float[20] q) { q = Gather(table, i) }>
      z = my.Pick(table, j)
    }
    <domain: "my", opset_import: ["" : 17]> Pick (data, index) => (r) { r = Gather(data, index) })");
  for (const char* name : {"i", "j"}) {
    const auto values = values_of<std::int64_t>(input_of(*model, name));
    EXPECT_GE(*std::min_element(values.begin(), values.end()), 0) << name;
    EXPECT_LE(*std::max_element(values.begin(), values.end()), 1) << name;
  }
}

TEST(GenerateInputs, MasksAreZeroOrOneAndHaveBoth) {
  const auto model = graph_of(R"((int64[N, 16] a, bool[16] b) => (float[N, 16] y, float[16] z)
    <float one = {1}, float low = {-10000}, float[1] p = {1}, float[1] q = {2}> {
      f = Cast <to = 1> (a)
      g = Sub(one, f)
      y = Mul(g, low)
      z = Where(b, p, q)
    })");
  const auto a = values_of<std::int64_t>(input_of(*model, "a"));
  EXPECT_EQ(std::set<std::int64_t>(a.begin(), a.end()), (std::set<std::int64_t>{0, 1}));
  const auto b = values_of<std::uint8_t>(input_of(*model, "b"));
  EXPECT_EQ(std::set<std::uint8_t>(b.begin(), b.end()), (std::set<std::uint8_t>{0, 1}));
}

TEST(GenerateInputs, ComparedValuesAreDrawnFromTheConstants) {
  const auto model =
      graph_of("(int64 rate) => (bool y) <int64 a = {16000}> { y = Equal(rate, a) }");
  std::set<std::int64_t> seen;
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    seen.insert(values_of<std::int64_t>(input_of(*model, "rate", 0, seed))[0]);
  EXPECT_TRUE(seen.contains(16000));
  for (const std::int64_t rate : seen) EXPECT_LE(std::abs(rate - 16000), 1);
}

TEST(GenerateInputs, LengthsCountsAndDomainsFit) {
  const auto model = graph_of(
      R"((float[7, 2, 3] x, int32[2] lens, int64[1] k, float[9] v) => (float[7, 2, 3] y, float[1] t, float[9] w) {
    y = ReverseSequence <time_axis = 0, batch_axis = 1> (x, lens)
    flat = ReduceMax <axes = [0, 1], keepdims = 0> (x)
    t, i = TopK(flat, k)
    w = Log(v)
  })");
  for (const std::int32_t length : values_of<std::int32_t>(input_of(*model, "lens"))) {
    EXPECT_GE(length, 1);
    EXPECT_LE(length, 7);
  }
  EXPECT_GE(values_of<std::int64_t>(input_of(*model, "k"))[0], 1);
  for (const float value : values_of<float>(input_of(*model, "v"))) EXPECT_GT(value, 0);
}

TEST(GenerateInputs, EqualNamesGetEqualSizesAndBindingsDiffer) {
  const auto model =
      graph_of("(float[N, seq] a, float[seq, N] b) => (float[N, N] y) { y = MatMul(a, b) }");
  const auto candidates = candidate_bindings(*model);
  ASSERT_GE(candidates.size(), 4U);
  EXPECT_NE(candidates[0], candidates[1]);
  const Array a = input_of(*model, "a"), b = input_of(*model, "b");
  EXPECT_EQ(a.dims[0], b.dims[1]);
  EXPECT_EQ(a.dims[1], b.dims[0]);
  const auto fixed = candidate_bindings(*model, {{"N", 9}, {"seq", 4}});
  ASSERT_EQ(fixed.size(), 1U);
  EXPECT_EQ(fixed[0].at("N"), 9);
}

TEST(GenerateInputs, WeightsDecideChannelsAndImagesAreLarge) {
  const auto model = graph_of(R"((float[N, C, H, W] x) => (float[N, 1, H, W] y)
    <float[1, 5, 1, 1] w = {1, 2, 3, 4, 5}> { y = Conv(x, w) })");
  const Array x = input_of(*model, "x");
  EXPECT_EQ(x.dims[1], 5);
  EXPECT_EQ(x.dims[2] % 32, 0);
}

TEST(GenerateInputs, DefaultsOfOldModelsAreNotGenerated) {
  const auto model = model_of(
      "<ir_version: 3, opset_import: [\"\" : 8]> g (float[1] x, float[1] b = {3}) => (float[1] y) "
      "{ y = Add(x, b) }");
  const NamedArrays inputs = generate_inputs(*model);
  ASSERT_EQ(inputs.size(), 1U);
  EXPECT_EQ(inputs[0].first, "x");
}

TEST(GenerateInputs, SequencesStringsAndScalarsAreMade) {
  const auto model = graph_of(
      "(seq(float[2]) s, string[3] t, float x) => (float[2] y, string[3] u, float z) {"
      " y = ConcatFromSequence <axis = 0> (s) u = Identity(t) z = Neg(x) }");
  const NamedArrays inputs = generate_inputs(*model);
  EXPECT_EQ(inputs[0].second.kind, Array::Kind::sequence);
  EXPECT_EQ(inputs[1].second.strings.size(), 3U);
  EXPECT_EQ(inputs[2].second.count(), 1U);
}

TEST(DimExpression, FollowsFromItsParts) {
  const Binding binding = {{"past", 4}, {"seq", 3}, {"h", 65}};
  EXPECT_EQ(evaluate_expression("past + seq", binding), 7);
  EXPECT_EQ(evaluate_expression("2*seq - 1", binding), 5);
  EXPECT_EQ(evaluate_expression("floor((h - 1)/2) + 1", binding), 33);
  EXPECT_EQ(evaluate_expression("h // 32", binding), 2);
  EXPECT_EQ(evaluate_expression("max(past, seq)", binding), 4);
  EXPECT_EQ(evaluate_expression("other + 1", binding), std::nullopt);
  EXPECT_EQ(evaluate_expression("(((((", binding), std::nullopt);
  EXPECT_EQ(evaluate_expression(std::string(5000, '('), binding), std::nullopt);
  EXPECT_EQ(evaluate_expression("seq / 0", binding), std::nullopt);
}

}  // namespace
}  // namespace opsmith::runtime
