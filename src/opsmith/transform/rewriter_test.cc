#include "opsmith/transform/rewriter.h"

#include <gtest/gtest.h>

#include "opsmith/format/text_parser.h"

namespace opsmith::transform {
namespace {

struct Fixture {
  explicit Fixture(const std::string& text)
      : model(format::parse_text("<ir_version: 8, opset_import: [\"\": 17]>\n" + text, "test")),
        shapes(*model),
        rewriter(*model, shapes) {
    shapes.run();
  }
  ir::Value* value(std::string_view name) { return model->graph().find(name); }
  ir::Node* node(std::string_view output) { return value(output)->producer(); }

  std::unique_ptr<ir::Model> model;
  shape::Inference shapes;
  Rewriter rewriter;
};

TEST(Replace, drops_the_producers_that_nobody_reads_any_more) {
  Fixture f("g (float[2] x) => (float[2] y) { a = Neg (x)  b = Abs (a)  y = Relu (b) }");
  ASSERT_TRUE(f.rewriter.begin("test", *f.node("b")));
  EXPECT_TRUE(f.rewriter.replace(f.value("b"), f.value("x")));
  EXPECT_EQ(f.model->graph().node_count(), 1U);
  ASSERT_EQ(f.rewriter.log().size(), 1U);
  EXPECT_EQ(f.rewriter.log()[0].removed, (std::vector<std::string_view>{"b", "a"}));
  EXPECT_EQ(f.rewriter.log()[0].replaced.at(0),
            (std::pair<std::string_view, std::string_view>{"b", "x"}));
  EXPECT_TRUE(f.model->verify_links().empty());
}

TEST(Replace, hands_the_name_of_an_output_on) {
  Fixture f("g (float[2] x) => (float[2] y) { a = Neg (x)  y = Identity (a) }");
  f.rewriter.begin("test", *f.node("y"));
  EXPECT_TRUE(f.rewriter.can_replace(f.value("y"), f.value("a")));
  EXPECT_TRUE(f.rewriter.replace(f.value("y"), f.value("a")));
  EXPECT_EQ(f.model->graph().output(0)->name(), "y");
  EXPECT_EQ(f.node("y")->op_type, "Neg");
}

TEST(Replace, an_output_cannot_become_an_input_or_a_second_output) {
  Fixture f(
      "g (float[2] x) => (float[2] y, float[2] z) { y = Identity (x)  a = Neg (x)  z = Identity "
      "(y) }");
  EXPECT_FALSE(f.rewriter.can_replace(f.value("y"), f.value("x")));
  EXPECT_FALSE(f.rewriter.can_replace(f.value("z"), f.value("y")));
  f.rewriter.begin("test", *f.node("y"));
  // Readers that are no outputs change all the same.
  EXPECT_FALSE(f.rewriter.replace(f.value("y"), f.value("x")));
  EXPECT_EQ(f.node("z")->input(0), f.value("x"));
  EXPECT_EQ(f.model->graph().output(0), f.value("y"));
}

TEST(Replace, an_outer_value_cannot_be_a_branch_output) {
  Fixture f(
      "g (float[2] x, bool c) => (float[2] y) { y = If (c) < then_branch = t () => (float[2] o) { "
      "o = Identity (x) },"
      " else_branch = e () => (float[2] p) { p = Neg (x) } > }");
  ir::Graph& branch = *f.node("y")->graphs().front();
  EXPECT_FALSE(f.rewriter.can_replace(branch.find("o"), f.value("x")));
}

TEST(ConstantTakesPlace, keeps_value_name_and_readers) {
  Fixture f("g (float[2] x) => (float[2] y) { a = Neg (x)  y = Relu (a) }");
  ir::Value* a = f.value("a");
  f.rewriter.begin("test", *f.node("a"));
  f.rewriter.constant_takes_place(a, ir::Tensor::of<float>(ir::DataType::float32, {2}, {1, 2}));
  EXPECT_EQ(f.value("a"), a);
  EXPECT_TRUE(a->is_initializer());
  EXPECT_EQ(f.model->graph().node_count(), 1U);
  EXPECT_EQ(f.shapes.type(a)->text(), "float[2]");
  EXPECT_TRUE(f.model->verify_links().empty());
}

TEST(ConstantTakesPlace, is_a_node_below_ir_version_4) {
  Fixture f("g (float[2] x) => (float[2] y) { a = Neg (x)  y = Relu (a) }");
  f.model->ir_version = 3;
  f.rewriter.begin("test", *f.node("a"));
  f.rewriter.constant_takes_place(f.value("a"),
                                  ir::Tensor::of<float>(ir::DataType::float32, {2}, {1, 2}));
  EXPECT_EQ(f.model->graph().initializer_count(), 0U);
  EXPECT_EQ(f.node("y")->input(0)->producer()->op_type, "Constant");
}

TEST(Begin, asks_the_veto_with_a_running_number) {
  Fixture f("g (float[2] x) => (float[2] y) { y = Relu (x) }");
  std::vector<std::size_t> numbers;
  f.rewriter.set_veto([&](std::string_view, std::string_view at, std::size_t number) {
    numbers.push_back(number);
    return at == "y" && number == 0;
  });
  EXPECT_FALSE(f.rewriter.begin("test", *f.node("y")));
  EXPECT_TRUE(f.rewriter.begin("test", *f.node("y")));
  EXPECT_EQ(numbers, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(f.rewriter.log().size(), 1U);
  EXPECT_EQ(f.rewriter.begun(), 2U);
}

TEST(Unused, an_initializer_that_an_annotation_names_stays) {
  Fixture f("g (float[2] x) => (float[2] y) <float s = {1}> { y = Relu (x) }");
  ir::Graph& graph = f.model->graph();
  graph.quantization_annotations.push_back({{}, f.value("x"), {{"SCALE_TENSOR", "s", {}}}, {}});
  graph.quantization_annotations.push_back({"s", f.value("s"), {}, {}});
  f.rewriter.erase_initializer_if_unused(f.value("s"));
  EXPECT_NE(f.value("s"), nullptr);
  graph.quantization_annotations.clear();
  f.rewriter.erase_initializer_if_unused(f.value("s"));
  EXPECT_EQ(f.value("s"), nullptr);
}

}  // namespace
}  // namespace opsmith::transform
