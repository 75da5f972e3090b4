#include "opsmith/format/text_parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "opsmith/base/error.h"

namespace opsmith::format {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string error_of(std::string_view text) {
  try {
    parse_text(text, "t.onnxtxt");
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::malformed);
    EXPECT_EQ(error.place().file, "t.onnxtxt");
    return error.message();
  }
  return "no error";
}

std::unique_ptr<ir::Model> parse_body(const std::string& nodes) {
  return parse_text("g (float[N] x) => (float[N] y) {" + nodes + "}", "t");
}

const ir::Attribute& only_attribute(const ir::Model& model) {
  return model.graph().first_node()->attributes.at(0);
}

TEST(TextParser, ReadsAModel) {
  const auto model = parse_text(R"(
    <ir_version: 8, opset_import: ["": 17, "my": 1], producer_name: "me", model_version: 3,
     doc_string: "what", metadata_props: ["k": "v"]>
    main (float[N, 3] x, float[3] w = {1, 2, 3}) => (float[N, 3] y)
    <float[3] b = {0.5, -1e-3, nan}, float[N, 3] t>
    { [mul] t = Mul (x, w)
      y = my.op.Add:fast <axis = 1> (t, b) }
    <domain: "my.op", overload: "fast", opset_import: ["": 17]>
    Add <axis, scale: float = 2> (a, b) => (c) { c = Mul <to: int = @axis> (a, b) })",
                                "t");
  EXPECT_EQ(model->ir_version, 8);
  EXPECT_EQ(model->opset("my"), 1);
  EXPECT_EQ(model->producer_name, "me");
  EXPECT_EQ(model->metadata.at(0).value, "v");
  const ir::Graph& graph = model->graph();
  EXPECT_EQ(graph.node_count(), 2U);
  EXPECT_TRUE(graph.find("w")->is_overridable());
  EXPECT_EQ(graph.find("t")->info()->type->text(), "float[N,3]");
  const ir::Node& add = *graph.last_node();
  EXPECT_EQ(add.domain, "my.op");
  EXPECT_EQ(add.overload, "fast");
  EXPECT_EQ(add.input(0), graph.find("t"));
  EXPECT_EQ(graph.output(0), add.output(0));
  ASSERT_EQ(model->functions().size(), 1U);
  const ir::Function& function = *model->functions()[0];
  EXPECT_EQ(model->called_function(add), &function);
  EXPECT_EQ(function.attribute_names.at(0), "axis");
  EXPECT_EQ(*function.attribute_defaults.at(0).get<float>(), 2.0F);
  EXPECT_EQ(function.body().first_node()->attributes.at(0).ref_attr_name, "axis");
  EXPECT_TRUE(model->link_problems.empty());
  EXPECT_TRUE(model->verify_links().empty());
}

TEST(TextParser, NestedGraphsSeeOuterValuesWhateverTheOrder) {
  const auto model = parse_body(R"(
    y = If (x) <then_branch = a () => (float z) { z = Neg (late) },
                else_branch = "b" () => (q) <float q = {1}> {}>
    late = Abs (x))");
  const ir::Node& node = *model->graph().first_node();
  const auto graphs = node.graphs();
  ASSERT_EQ(graphs.size(), 2U);
  EXPECT_EQ(graphs[0]->first_node()->input(0), model->graph().find("late"));
  EXPECT_EQ(graphs[1]->name, "b");
  EXPECT_TRUE(graphs[1]->output(0)->is_initializer());
}

TEST(TextParser, OmittedOperandsAsInOnnxsParser) {
  auto inputs = [](const std::string& operands) {
    return parse_body("y = Op (" + operands + ")")->graph().first_node()->inputs().size();
  };
  EXPECT_EQ(inputs(""), 0U);
  EXPECT_EQ(inputs("x"), 1U);
  EXPECT_EQ(inputs("x,"), 1U);
  EXPECT_EQ(inputs(",x"), 2U);
  EXPECT_EQ(inputs(","), 1U);
  EXPECT_EQ(inputs("x, , x"), 3U);
  EXPECT_EQ(inputs("\"\", x"), 2U);
}

TEST(TextParser, AttributesTellTheirTypes) {
  using Type = ir::AttributeType;
  auto type = [](const std::string& attribute) {
    return only_attribute(*parse_body("y = Op <" + attribute + "> (x)")).type;
  };
  EXPECT_EQ(type("a = 1"), Type::int_);
  EXPECT_EQ(type("a: float = 1"), Type::float_);
  EXPECT_EQ(type("a = -inf"), Type::float_);
  EXPECT_EQ(type("a = \"s\""), Type::string);
  EXPECT_EQ(type("a = [1, 2]"), Type::ints);
  EXPECT_EQ(type("a = [1, 2.5]"), Type::floats);
  EXPECT_EQ(type("a: floats = [1]"), Type::floats);
  EXPECT_EQ(type("a: strings = []"), Type::strings);
  EXPECT_EQ(type("a: sparse_tensors = []"), Type::sparse_tensors);
  EXPECT_EQ(type("a = float[2] {1, 2}"), Type::tensor);
  EXPECT_EQ(type("a = float[2] t = {1, 2}"), Type::tensor);
  EXPECT_EQ(type("a = seq(float[N])"), Type::type_proto);
  EXPECT_EQ(type("a = g () => () {}"), Type::graph);
  EXPECT_EQ(type("a = [g () => () {}, h () => () {}]"), Type::graphs);
  EXPECT_EQ(type("a: int = @b"), Type::int_);
  EXPECT_EQ(type("a: undefined = 1"), Type::undefined);
  EXPECT_EQ(type("a: tensor"), Type::tensor);
}

TEST(TextParser, AttributesMayFollowTheOperands) {
  EXPECT_EQ(only_attribute(*parse_body("y = Op (x) <a = 1>")).name, "a");
  EXPECT_THAT(error_of("g () => () { y = Op <a = 1> () <b = 1> }"), StartsWith("1:32: "));
}

TEST(TextParser, StringsKeepWhatABackslashMeans) {
  const auto model = parse_body(R"(y = Op <a = "q\"\n", b = e"q\"\n\x00\\"> (x))");
  const auto& attributes = model->graph().first_node()->attributes;
  EXPECT_EQ(*attributes[0].get<std::string_view>(), "q\"n");
  EXPECT_EQ(*attributes[1].get<std::string_view>(), std::string("q\"\n\0\\", 5));
}

TEST(TextParser, BrokenLinksAreReportedNotThrown) {
  const auto model = parse_body("y = Neg (nowhere) y = Abs (x)");
  ASSERT_EQ(model->link_problems.size(), 2U);
  EXPECT_EQ(model->link_problems[0].value, "y");
  EXPECT_EQ(model->link_problems[0].node, "Abs #1");
  EXPECT_EQ(model->link_problems[1].value, "nowhere");
  EXPECT_TRUE(model->graph().first_node()->input(0)->is_undefined());
}

TEST(TextParser, ExternalDataIsNotOpened) {
  const auto model = parse_text(
      R"(g () => () <float[2] w = ["location": "no.data", "offset": "8", "length": "8"]> {})", "t");
  const ir::TensorPtr& tensor = model->graph().find("w")->initializer();
  ASSERT_TRUE(tensor->is_external());
  EXPECT_EQ(tensor->external()->location, "no.data");
  EXPECT_EQ(tensor->external()->offset, 8U);
  EXPECT_THROW(tensor->bytes(), Error);
}

TEST(TextParser, ErrorsSayWhereAndWhatWasExpected) {
  EXPECT_EQ(error_of("g (float[N] x) => (y)\n{\n  y = Add (x, 1)\n}"),
            "3:15: expected ')' but found '1'\n    y = Add (x, 1)\n                ^");
  EXPECT_THAT(error_of(""), HasSubstr("expected a graph"));
  EXPECT_THAT(error_of("g () => ()"), HasSubstr("expected '{' but found the end of the text"));
  EXPECT_THAT(error_of("g () => () { x"), HasSubstr("expected '='"));
  EXPECT_THAT(error_of("g () => () { ) }"), HasSubstr("expected a node"));
  EXPECT_THAT(error_of("<colour: 1> g () => () {}"), HasSubstr("'colour' is no field"));
  EXPECT_THAT(error_of("g (seq(x) y) => () {}"), HasSubstr("expected a type"));
  EXPECT_THAT(error_of("g () => () <float[2] w = {1}> {}"),
              HasSubstr("asks for 2 elements, but 1 element stand"));
  EXPECT_THAT(error_of("g () => () <float[N] w = {1}> {}"), HasSubstr("a shape of numbers"));
  EXPECT_THAT(error_of("g () => () <float[] w = {1}> {}"), HasSubstr("needs a shape"));
  EXPECT_THAT(error_of("g () => () <int8[1] w = {300}> {}"),
              HasSubstr("'300' does not fit in int8"));
  EXPECT_THAT(error_of("g () => () <int8[1] w = {x}> {}"),
              HasSubstr("expected an element of type int8"));
  EXPECT_THAT(error_of("g () => () {y = O <a = 99999999999999999999> ()}"), HasSubstr("64 bits"));
  EXPECT_THAT(error_of("g () => () {y = O <a = []> ()}"), HasSubstr("empty list"));
  EXPECT_THAT(error_of("g () => () {y = O <a: int = \"s\"> ()}"),
              HasSubstr("expected a value of type int"));
  EXPECT_THAT(error_of("g () => () {y = O <a: colour = 1> ()}"), HasSubstr("no attribute type"));
  EXPECT_THAT(error_of("g () => () {y = O () @{colour: 1}}"), HasSubstr("no note is called"));
  EXPECT_THAT(error_of("g () => () {y = O <s = e\"\\q\"> ()}"), HasSubstr("unknown escape"));
  EXPECT_THAT(error_of("g () => () <float[1] w = base64 \"A\"> {}"), HasSubstr("not base 64"));
  EXPECT_THAT(error_of("g () => () <float[1] w = base64 \"AAAA\"> {}"), HasSubstr("3 bytes"));
}

TEST(TextParser, NestingHasLimits) {
  std::string types;
  for (int i = 0; i < 100000; ++i) types += "seq(";
  EXPECT_THAT(error_of("g (" + types), HasSubstr("nested deeper than 64"));
  std::string graphs = "g";
  for (int i = 0; i < 100000; ++i) graphs += " () => () { y = If () <a = g";
  EXPECT_THAT(error_of(graphs), HasSubstr("graphs nest deeper than 100"));
}

TEST(TextParser, AbsurdSizesAreRefusedAtOnce) {
  EXPECT_THAT(error_of("g () => () <float[4611686018427387904, 8] w = {1}> {}"),
              HasSubstr("such dimensions cannot be"));
  EXPECT_THAT(error_of("g () => () <float[1000000000000] w = {}> {}"),
              HasSubstr("asks for 1000000000000 elements"));
}

TEST(TextParser, TimeIsLinear) {
  std::string text = "g (float[N] v0) => (float[N] v50000) {\n";
  for (int i = 0; i < 50000; ++i) {
    const std::string from = "v" + std::to_string(i);
    text += "[n" + std::to_string(i) + "] v" + std::to_string(i + 1) + " = Add <axis = 1> (" +
            from + ", v0)\n";
  }
  text += "}";
  const auto start = std::chrono::steady_clock::now();
  const auto model = parse_text(text, "t");
  const auto taken = std::chrono::steady_clock::now() - start;
  EXPECT_EQ(model->graph().node_count(), 50000U);
  // Some 30 ms; the bound only catches what is not linear.
  EXPECT_LT(std::chrono::duration<double>(taken).count(), 5.0);
}

}  // namespace
}  // namespace opsmith::format
