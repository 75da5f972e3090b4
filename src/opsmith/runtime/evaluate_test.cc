#include "opsmith/runtime/evaluate.h"

#include <map>

#include "opsmith/runtime/testing_model.h"

namespace opsmith::runtime {
namespace {

class EvaluateTest : public WithLibrary {
 protected:
  // Evaluates every node of the main graph, wanting every output.
  void evaluate_all(ir::Model& model) {
    std::vector<ir::Node*> nodes;
    std::vector<ir::Value*> wanted;
    for (ir::Node& node : model.graph().nodes()) {
      nodes.push_back(&node);
      for (ir::Value* value : node.outputs()) {
        if (value) wanted.push_back(value);
      }
    }
    for (auto& [value, tensor] : evaluate(library, nodes, wanted, &failures)) {
      results[std::string(value->name())] = tensor;
    }
  }
  std::map<std::string, ir::TensorPtr> results;
  std::vector<EvaluateFailure> failures;
};

TEST_F(EvaluateTest, ChainsKeepExactTypesAndDims) {
  const auto model = graph_of(R"(() => (float[2] z)
    <float[2] a = {1, 2}, float[2] b = {3, 4}, int64[1] zero = {0}> {
      s = Add(a, b)
      z = Mul(s, s)
      h = Cast <to = 10> (s)
      e = Slice(s, zero, zero)
      n = Shape(a)
      c = Cast <to = 9> (n)
    })");
  evaluate_all(*model);
  EXPECT_TRUE(failures.empty()) << failures[0].reason;
  EXPECT_EQ(*results["z"]->as_doubles(), (std::vector<double>{16, 36}));
  EXPECT_EQ(results["h"]->type(), ir::DataType::float16);
  EXPECT_EQ(*results["h"]->as_doubles(), (std::vector<double>{4, 6}));
  EXPECT_EQ(results["e"]->dims(), std::vector<std::int64_t>{0});
  EXPECT_EQ(*results["n"]->as_int64s(), std::vector<std::int64_t>{2});
  EXPECT_EQ(results["c"]->type(), ir::DataType::boolean);
}

TEST_F(EvaluateTest, OnlyTheNodesAtFaultAreLeftOut) {
  const auto model = graph_of(R"(() => (float[2] y)
    <float[2] a = {1, 2}, int64[1] far = {9}, int64[1] three = {3}> {
      b = Neg(a)
      bad = Gather(a, far)
      worse = Reshape(a, three)
      needs = Neg(bad)
      odd = NoSuchOperator(a)
      y = Abs(b)
    })");
  evaluate_all(*model);
  EXPECT_EQ(results.size(), 2U);
  EXPECT_EQ(*results["y"]->as_doubles(), (std::vector<double>{1, 2}));
  EXPECT_EQ(failures.size(), 4U);
  for (const EvaluateFailure& failure : failures) EXPECT_FALSE(failure.reason.empty());
}

TEST_F(EvaluateTest, AnOperandThatIsNotConstantIsReported) {
  const auto model =
      graph_of("(float[2] x) => (float[2] y) <float[2] a = {1, 2}> { b = Neg(a) y = Add(x, b) }");
  evaluate_all(*model);
  EXPECT_EQ(results.size(), 1U);
  ASSERT_EQ(failures.size(), 1U);
  EXPECT_NE(failures[0].reason.find("'x'"), std::string::npos);
}

TEST_F(EvaluateTest, NestedGraphsSeeConstantCaptures) {
  const auto model =
      graph_of(R"(() => (float[2] y) <bool yes = {1}, float[2] a = {1, 2}, float[2] b = {5, 6}> {
      y = If(yes) <
        then_branch = t () => (float[2] p) { p = Add(a, b) },
        else_branch = e () => (float[2] q) { q = Sub(a, b) }>
    })");
  evaluate_all(*model);
  ASSERT_TRUE(failures.empty()) << failures[0].reason;
  EXPECT_EQ(*results["y"]->as_doubles(), (std::vector<double>{6, 8}));
}

TEST_F(EvaluateTest, FunctionsComeAlong) {
  const auto model = model_of(R"(<ir_version: 8, opset_import: ["" : 17, "my" : 1]>
    g () => (float[2] y) <float[2] a = {1, 2}> { y = my.Twice(a) }
    <domain: "my", opset_import: ["" : 17]> Twice (x) => (z) { z = Add(x, x) })");
  evaluate_all(*model);
  ASSERT_TRUE(failures.empty()) << failures[0].reason;
  EXPECT_EQ(*results["y"]->as_doubles(), (std::vector<double>{2, 4}));
}

TEST_F(EvaluateTest, ConstantNodesAndStringsFold) {
  const auto model = graph_of(R"(() => (string[2] s) {
    s = Constant <value_strings = ["a", "b"]> ()
    t = Identity(s)
    i = Constant <value_int = 3> ()
    j = Neg(i)
  })");
  evaluate_all(*model);
  ASSERT_TRUE(failures.empty()) << failures[0].reason;
  EXPECT_EQ(results["t"]->strings(), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(*results["j"]->as_int64s(), std::vector<std::int64_t>{-3});
  EXPECT_EQ(results["j"]->rank(), 0U);
}

}  // namespace
}  // namespace opsmith::runtime
