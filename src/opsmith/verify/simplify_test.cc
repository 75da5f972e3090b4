#include "opsmith/verify/simplify.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>

#include "opsmith/format/text_parser.h"
#include "opsmith/format/text_printer.h"

namespace opsmith::verify {
namespace {

constexpr const char* kModel = R"(
<ir_version: 8, opset_import: ["": 17]>
g (float[N,4] x) => (float[N,4] y) {
  [id1] a = Identity (x)
  [good] b = Relu (a)
  [id2] c = Identity (b)
  [bad] d = Neg (c)
  [id3] e = Identity (d)
  [last] y = Relu (e)
})";

// Wrong on purpose: takes Neg for a no-op.
class DropNeg : public transform::NodePass {
 public:
  std::string_view name() const override { return "drop_neg"; }
  std::string_view doc() const override { return "Wrong."; }
  std::span<const std::string_view> operators() const override { return kOperators; }
  bool apply(ir::Node& node, transform::PassContext& context) const override {
    if (!context.rewriter.can_replace(node.output(0), node.input(0))) return false;
    if (!context.rewriter.begin(name(), node)) return false;
    context.rewriter.replace(node.output(0), node.input(0));
    return true;
  }

 private:
  static constexpr std::array<std::string_view, 1> kOperators = {"Neg"};
};

std::function<std::unique_ptr<ir::Model>()> loader(const std::string& text) {
  return [text] { return format::parse_text(text, "test"); };
}

const std::function<std::shared_ptr<const runtime::Library>()> kLibrary = [] {
  return runtime::Library::load();
};

std::string operators(const ir::Model& model) {
  std::string names;
  for (const ir::Node& node : model.graph().nodes()) names += std::string(node.op_type) + " ";
  return names;
}

TEST(Simplify, is_verified_under_two_bindings) {
  const auto result = simplify(loader(kModel), kLibrary, {});
  EXPECT_TRUE(result.verified);
  ASSERT_EQ(result.bindings.size(), 2U);
  EXPECT_NE(result.bindings[0], result.bindings[1]);
  EXPECT_EQ(operators(*result.model), "Relu Neg Relu ");
  EXPECT_TRUE(result.left_out.empty());
}

TEST(Simplify, finds_the_guilty_rewrite_leaves_it_out_and_keeps_the_rest) {
  SimplifyOptions options;
  options.extra_node_passes.push_back(std::make_shared<DropNeg>());
  const auto result = simplify(loader(kModel), kLibrary, options);
  EXPECT_TRUE(result.verified);
  ASSERT_EQ(result.left_out.size(), 1U);
  EXPECT_EQ(result.left_out[0].pass, "drop_neg");
  EXPECT_EQ(result.left_out[0].at, "bad");
  EXPECT_EQ(operators(*result.model), "Relu Neg Relu ");
}

TEST(Simplify, leaves_a_pass_out_that_is_guilty_again_and_again) {
  std::string text =
      "<ir_version: 8, opset_import: [\"\": 17]>\ng (float[N,4] x) => (float[N,4] y) {\n";
  std::string value = "x";
  for (int i = 0; i < 7; ++i) {
    const std::string n = std::to_string(i);
    text += "  [exp" + n + "] e" + n + " = Sigmoid (" + value + ")\n  [neg" + n + "] n" + n +
            " = Neg (e" + n + ")\n";
    value = "n" + n;
  }
  text += "  y = Exp (" + value + ")\n}";
  SimplifyOptions options;
  options.extra_node_passes.push_back(std::make_shared<DropNeg>());
  const auto result = simplify(loader(text), kLibrary, options);
  EXPECT_TRUE(result.verified);
  EXPECT_EQ(result.left_out.size(), 4U);
  EXPECT_TRUE(result.left_out.back().at.empty());
  EXPECT_EQ(result.model->graph().node_count(), 15U);
}

constexpr const char* kCustom = R"(
<ir_version: 8, opset_import: ["": 17, "my.ops": 1]>
g (float[4] x) => (float[4] y) {
  a = Identity (x)
  y = my.ops.Thing (a)
})";

TEST(Simplify, says_so_when_a_model_cannot_be_run) {
  const auto result = simplify(loader(kCustom), kLibrary, {});
  EXPECT_TRUE(result.sound);
  EXPECT_FALSE(result.verified);
  EXPECT_NE(result.unverified_because.find("my.ops"), std::string::npos)
      << result.unverified_because;
  EXPECT_EQ(operators(*result.model), "Thing ");
}

TEST(Simplify, refuses_what_cannot_be_run_when_strict) {
  SimplifyOptions options;
  options.verify = VerifyMode::strict;
  const auto result = simplify(loader(kCustom), kLibrary, options);
  EXPECT_FALSE(result.sound);
  EXPECT_EQ(result.model, nullptr);
}

TEST(Simplify, works_without_a_runtime) {
  const auto result =
      simplify(loader(kModel), [] { return std::shared_ptr<const runtime::Library>(); }, {});
  EXPECT_TRUE(result.sound);
  EXPECT_FALSE(result.verified);
  EXPECT_EQ(operators(*result.model), "Relu Neg Relu ");
}

// x*b as (x*1.0000001)*b: rounding noise at the input.
class Nudge : public transform::NodePass {
 public:
  std::string_view name() const override { return "nudge"; }
  std::string_view doc() const override { return "Rounding noise."; }
  std::span<const std::string_view> operators() const override { return kOperators; }
  bool apply(ir::Node& node, transform::PassContext& context) const override {
    const auto factor = context.constant_scalar(node.input(1));
    if (!node.input(0)->is_input() || !factor || *factor < 2) return false;
    if (!context.rewriter.begin(name(), node)) return false;
    ir::Value* noise = context.rewriter.constant(
        *node.graph(), &node, ir::Tensor::of<float>(ir::DataType::float32, {}, {1.0000001F}),
        "noise");
    ir::Node* scaled = context.rewriter.insert(&node, "Mul", {node.input(0), noise}, node);
    context.rewriter.finish(scaled);
    context.rewriter.set_input(&node, 0, scaled->output(0));
    context.rewriter.finish(&node);
    return true;
  }

 private:
  static constexpr std::array<std::string_view, 1> kOperators = {"Mul"};
};

std::string amplifier(const std::string& factor) {
  return "<ir_version: 8, opset_import: [\"\": 17]>\ng (float[1,64] x) => (float[1,64] y)\n<float "
         "f = {" +
         factor + "}> {\n  s = Mul (x, f)\n  y = Sin (s)\n}";
}

TEST(Simplify, judges_a_chaotic_model_by_its_own_sensitivity) {
  SimplifyOptions options;
  options.extra_node_passes.push_back(std::make_shared<Nudge>());
  // An ulp of x is about a radian here: the outputs share nothing, and neither do the original's
  // own.
  const auto chaotic = simplify(loader(amplifier("10000000.0")), kLibrary, options);
  EXPECT_TRUE(chaotic.verified);
  EXPECT_TRUE(chaotic.left_out.empty());
  EXPECT_GT(chaotic.verdict.outputs.at(0).allowed_abs, 0);
  // The same noise in a tame model is within the tolerance without any allowance.
  const auto tame = simplify(loader(amplifier("3.0")), kLibrary, options);
  EXPECT_TRUE(tame.verified);
  EXPECT_EQ(tame.verdict.outputs.at(0).allowed_abs, 0);
}

}  // namespace
}  // namespace opsmith::verify
