#include "opsmith/transform/extract.h"

#include <gtest/gtest.h>

#include "opsmith/base/error.h"
#include "opsmith/format/text_parser.h"
#include "opsmith/format/text_printer.h"
#include "opsmith/ir/address.h"
#include "opsmith/shape/inference.h"

namespace opsmith::transform {
namespace {

using ir::Model;

// Loads text and cuts.
class Cut {
 public:
  explicit Cut(const std::string& text) : model_(format::parse_text(text, "test")) {
    shape::Inference(*model_).run();
  }

  Model& between(const std::vector<std::string>& inputs, const std::vector<std::string>& outputs) {
    return take(region_between(*model_, values(inputs), values(outputs)));
  }
  Model& nodes(const std::vector<std::string>& patterns) {
    std::vector<ir::Node*> found;
    for (const std::string& pattern : patterns) {
      for (ir::Node* node : ir::find_nodes(*model_, pattern)) found.push_back(node);
    }
    return take(region_of(*model_, found));
  }
  Model& around(const std::string& name, std::size_t hops) {
    return take(region_of(*model_, neighbourhood(*ir::find_nodes(*model_, name).front(), hops)));
  }
  std::string refusal(const std::vector<std::string>& inputs,
                      const std::vector<std::string>& outputs) {
    try {
      between(inputs, outputs);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  std::unique_ptr<Model> model_;

 private:
  std::vector<ir::Value*> values(const std::vector<std::string>& names) {
    std::vector<ir::Value*> found;
    for (const std::string& name : names) found.push_back(ir::find_value(*model_, name));
    return found;
  }
  Model& take(const Region& region) {
    part_ = extract(*model_, region);
    EXPECT_TRUE(part_->verify_links().empty());
    return *part_;
  }
  std::unique_ptr<Model> part_;
};

std::string inputs_of(const Model& model) {
  std::string text;
  for (const ir::Value* input : model.graph().inputs()) {
    text += std::string(input->name()) + ":" + input->info()->type->text() + " ";
  }
  return text;
}

std::string outputs_of(const Model& model) {
  std::string text;
  for (const ir::Use& output : model.graph().outputs())
    text += std::string(output.value()->name()) + " ";
  return text;
}

std::string operators_of(const Model& model) {
  std::string text;
  for (const ir::Node& node : model.graph().nodes()) text += std::string(node.op_type) + " ";
  return text;
}

constexpr const char* kChain = R"(
<ir_version: 9, opset_import: ["" : 17, "unused" : 3]>
g (float[N,4] x, float[N,4] other) => (float[N,2] y, float[N,4] z)
<float[4,2] w = {1, 2, 3, 4, 5, 6, 7, 8}>
{
  [one] a = Relu (x)
  [two] b = Sigmoid (a)
  [three] c = Add (b, other)
  [four] y = MatMul (c, w)
  [five] z = Neg (a)
}
)";

TEST(Extract, BetweenValues) {
  Cut cut(kChain);
  const Model& part = cut.between({"b", "other"}, {"y"});
  EXPECT_EQ(operators_of(part), "Add MatMul ");
  EXPECT_EQ(inputs_of(part), "b:float[N,4] other:float[N,4] ");
  EXPECT_EQ(outputs_of(part), "y ");
}

TEST(Extract, WeightsAreSharedAndUnusedImportsDropped) {
  Cut cut(kChain);
  const Model& part = cut.between({"c"}, {"y"});
  EXPECT_EQ(part.graph().find("w")->initializer(), cut.model_->graph().find("w")->initializer());
  ASSERT_EQ(part.opset_imports.size(), 1U);
  EXPECT_EQ(part.opset("").value(), 17);
}

TEST(Extract, WithoutInputsGoesBackToTheModels) {
  Cut cut(kChain);
  const Model& part = cut.between({}, {"b"});
  EXPECT_EQ(operators_of(part), "Relu Sigmoid ");
  EXPECT_EQ(inputs_of(part), "x:float[N,4] ");
}

TEST(Extract, WithoutOutputsTakesThoseThatDepend) {
  Cut cut(kChain);
  EXPECT_EQ(outputs_of(cut.between({"b", "other"}, {})), "y ");
}

TEST(Extract, MissingInputsAreNamed) {
  Cut cut(kChain);
  const std::string message = cut.refusal({"b"}, {"y"});
  EXPECT_NE(message.find("also on 'other'"), std::string::npos) << message;
}

TEST(Extract, InputThatNothingDependsOn) {
  Cut cut(kChain);
  const std::string message = cut.refusal({"x", "other"}, {"z"});
  EXPECT_NE(message.find("no requested output depends on this input"), std::string::npos)
      << message;
  EXPECT_NE(message.find("'other'"), std::string::npos) << message;
}

TEST(Extract, OutputThatIsAnInput) {
  Cut cut(kChain);
  EXPECT_EQ(operators_of(cut.between({"a"}, {"a", "z"})), "Neg Identity ");
}

TEST(Extract, Nodes) {
  Cut cut(kChain);
  const Model& part = cut.nodes({"t*"});
  EXPECT_EQ(operators_of(part), "Sigmoid Add ");
  EXPECT_EQ(inputs_of(part), "a:float[N,4] other:float[N,4] ");
  EXPECT_EQ(outputs_of(part), "c ");
}

TEST(Extract, NodesWhoseValueIsReadInsideAndOutside) {
  Cut cut(kChain);
  EXPECT_EQ(outputs_of(cut.nodes({"one", "two"})), "a b ");
}

TEST(Extract, Around) {
  Cut cut(kChain);
  EXPECT_EQ(operators_of(cut.around("two", 0)), "Sigmoid ");
  EXPECT_EQ(operators_of(cut.around("two", 1)), "Relu Sigmoid Add ");
  EXPECT_EQ(operators_of(cut.around("two", 2)), "Relu Sigmoid Add MatMul Neg ");
}

TEST(Extract, WithoutConvexityTheLeavingPathBecomesAnInput) {
  Cut cut(kChain);
  const Model& part = cut.nodes({"one", "three"});
  EXPECT_EQ(inputs_of(part), "x:float[N,4] b:float[N,4] other:float[N,4] ");
}

constexpr const char* kFunctions = R"(
<ir_version: 9, opset_import: ["" : 17, "local" : 1]>
g (float[N] x, bool c) => (float[N] y)
<float[1] w = {2}>
{
  [call] a = local.f (x)
  [pick] y = If (c) <
    then_branch = t () => (float[N] r) { s = Mul (a, w) [last] r = local.g (s) },
    else_branch = e () => (float[N] q) { q = Neg (a) }
  >
}
<domain: "local", opset_import: ["" : 17, "local" : 1]> f (p) => (o) { o = Abs (p) }
<domain: "local", opset_import: ["" : 17, "local" : 1]> g (p) => (o) { o = local.deep (p) }
<domain: "local", opset_import: ["" : 17]> h (p) => (o) { o = Abs (p) }
<domain: "local", opset_import: ["" : 17]> deep (p) => (o) { o = Neg (p) }
)";

std::string functions_of(const Model& model) {
  std::string text;
  for (const auto& function : model.functions()) text += std::string(function->name) + " ";
  return text;
}

TEST(Extract, FunctionsThatAreCalledAnywhereAreKept) {
  Cut cut(kFunctions);
  EXPECT_EQ(functions_of(cut.between({}, {"y"})), "f g deep ");
  EXPECT_EQ(functions_of(cut.between({}, {"a"})), "f ");
}

TEST(Extract, BranchWithItsCapturesAsInputs) {
  Cut cut(kFunctions);
  const Model& part = cut.between({}, {"pick/then_branch/r"});
  EXPECT_EQ(operators_of(part), "Mul g ");
  EXPECT_EQ(part.graph().inputs().size(), 1U);
  EXPECT_EQ(part.graph().inputs()[0]->name(), "a");
  EXPECT_NE(part.graph().find("w"), nullptr);
  EXPECT_EQ(functions_of(part), "g deep ");
}

TEST(Extract, NodeAroundANestedGraphKeepsItsCaptures) {
  Cut cut(kFunctions);
  const Model& part = cut.nodes({"pick"});
  EXPECT_EQ(part.graph().inputs().size(), 2U);
  EXPECT_EQ(part.graph().inputs()[0]->name(), "c");
  EXPECT_EQ(part.graph().inputs()[1]->name(), "a");
}

TEST(Extract, ValuesOfDifferentBranchesNameTheScopes) {
  Cut cut(kFunctions);
  const std::string message = cut.refusal({}, {"pick/then_branch/r", "pick/else_branch/q"});
  EXPECT_NE(message.find("different graphs"), std::string::npos);
  EXPECT_NE(message.find("main/pick.else_branch"), std::string::npos);
}

TEST(Extract, InputInsideABranchForAnOutputOutside) {
  Cut cut(kFunctions);
  EXPECT_NE(cut.refusal({"pick/then_branch/s"}, {"y"}).find("cannot see"), std::string::npos);
}

TEST(Extract, UnsortedNodesAndCycles) {
  Cut cut(R"(<ir_version: 9, opset_import: ["" : 17]>
g (float[N] x) => (float[N] y) { y = Neg (a) a = Relu (x) })");
  EXPECT_EQ(operators_of(cut.between({}, {"y"})), "Relu Neg ");
  Cut cycle(R"(<ir_version: 9, opset_import: ["" : 17]>
g (float[N] x) => (float[N] y) { a = Add (x, b) b = Neg (a) y = Relu (b) })");
  EXPECT_NE(cycle.refusal({}, {"y"}).find("cycle"), std::string::npos);
}

TEST(Extract, OldModelsKeepWeightsAsInputs) {
  Cut cut(R"(<ir_version: 3, opset_import: ["" : 9]>
g (float[2] x, float[2] w) => (float[2] y) <float[2] w = {1, 2}> { a = Relu (x) y = Add (a, w) })");
  const Model& part = cut.between({"a"}, {"y"});
  EXPECT_EQ(inputs_of(part), "a:float[2] w:float[2] ");
  EXPECT_TRUE(part.graph().find("w")->is_overridable());
}

}  // namespace
}  // namespace opsmith::transform
