#include "opsmith/format/text_printer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "opsmith/format/load.h"
#include "opsmith/format/serialize.h"
#include "opsmith/format/text_parser.h"

namespace opsmith::format {
namespace {

using testing::HasSubstr;

// Text that is already as the printer writes it: it must come back letter for letter, and mean the
// same.
void expect_fixed(const std::string& text) {
  const auto model = parse_text(text, "t");
  const std::string bytes = serialize_model(*model);
  EXPECT_EQ(print_text(*model), text);
  // Through protobuf.
  const auto loaded = parse_model(MappedFile::from_memory("", bytes));
  const std::string printed = print_text(*loaded);
  EXPECT_EQ(printed, text);
  EXPECT_EQ(serialize_model(*parse_text(printed, "t")), bytes);
}

void expect_fixed_value(const std::string& initializer) {
  expect_fixed("g () => ()\n<\n  " + initializer + "\n>\n{\n}\n");
}

void expect_fixed_node(const std::string& node) {
  expect_fixed("g (float[N] x) => (float[N] y) {\n  " + node + "\n}\n");
}

TEST(TextPrinter, WholeModel) {
  expect_fixed(R"(<
  ir_version: 8,
  opset_import: ["": 17, "my.op": 1],
  producer_name: "me",
  producer_version: "",
  domain: "d",
  model_version: 3,
  doc_string: e"two\nlines",
  metadata_props: ["k": "v", "absent": ?]
>
main (float[N, 3] x, float[3] w) => (float[N, 3] y)
<
  float[3] w = {1, 2, 3},
  float[3] b = {0.5, -0.001, nan},
  float[N, 3] t
>
{
  [mul] t = Mul (x, w)
  y = my.op.Add:fast <axis = 1> (t, b)
}

<
  domain: "my.op",
  overload: "fast",
  opset_import: ["": 17],
  doc_string: "f",
  metadata_props: ["k": "v"]
>
Add <axis, scale = 2.0> (a, b) => (c) {
  c = Mul <to: int = @axis> (a, b)
}
)");
}

TEST(TextPrinter, Types) {
  for (const char* type :
       {"float", "float[]", "bfloat16[N, 3, ?]", "float8e4m3fnuz[1]", "int2[-1]",
        "float[\"a b\", \"N/2\"]", "seq(float[N])", "map(int64, seq(string))",
        "optional(seq(float[]))", "sparse_tensor(float[3, M])", "opaque()", "opaque(thing)",
        "opaque(ai.onnx.ml, thing)", "float[N: \"DATA_BATCH\", 3: \"C\"]: \"IMAGE\"",
        "seq(float[2]: \"A\"): \"B\""}) {
    expect_fixed("g (" + std::string(type) + " x) => (x) {\n}\n");
  }
}

TEST(TextPrinter, Elements) {
  for (const char* value : {"float[4] w = {1.5, -0, inf, -inf}",
                            "float[2] w = {nan, 0x7fc00001}",
                            "float w = {1}",
                            "double[2] w = {0.1, -nan}",
                            "int64[0] w = {}",
                            "int64[2] w = {-9223372036854775808, 1}",
                            "uint64[1] w = {18446744073709551615}",
                            "bool[2] w = {1, 0}",
                            "string[2] w = {\"a\", e\"\\x00\\xff\"}",
                            "string[0] w = {}",
                            "float16[3] w = {1.0, 0.1, 0x7e01}",
                            "bfloat16[2] w = {1.0, -nan}",
                            "float8e4m3fn[2] w = {448.0, nan}",
                            "float8e5m2[2] w = {inf, 0.5}",
                            "float8e8m0[1] w = {1.0}",
                            "float4e2m1[3] w = {0.5, -6.0, 1.0}",
                            "int4[3] w = {-8, 7, 1}",
                            "uint4[1] w = {15}",
                            "int2[5] w = {-2, 1, 0, 1, -1}",
                            "uint2[2] w = {3, 0}",
                            "complex64[1] w = {1, -2}",
                            "complex128[2] w = {0.1, 0, nan, inf}",
                            "uint32[1] w = {4294967295}",
                            "int8[2] w = {-128, 127}"}) {
    expect_fixed_value(value);
  }
}

TEST(TextPrinter, Storage) {
  expect_fixed(
      "# opsmith: typed tensors\ng () => ()\n<\n  float[2] w = {1, 2},\n  int64[1] i = {3},\n  "
      "float r = raw_data {1}\n>\n{\n}\n");
  expect_fixed_value("float[1] a = {1},\n  float[1] b = float_data {2}");
  expect_fixed_value(
      "float16[2] a = int32_data {1.0, 2.0},\n  float[1] b = {1},\n  float[1] c = {1}");
  expect_fixed_value(
      "float[2] w = [\"location\": \"a.data\", \"offset\": \"0\", \"length\": \"8\"]");
  expect_fixed_value("float[2] w = [\"location\": \"a.data\", \"basepath\": \"x\"]");
  expect_fixed_value("float[2] w = {1, 2} @{doc_string: \"d\", metadata_props: [\"k\": \"v\"]}");
  expect_fixed_value("sparse_tensor(float[3, 4]) w = {float[2] w {1, 2}, int64[2] {0, 5}}");
}

TEST(TextPrinter, LargeTensorsInBase64) {
  std::vector<float> elements(2000, 0.25F);
  ir::Model model;
  model.graph().add_initializer("w", ir::Tensor::of(ir::DataType::float32, {2000}, elements));
  const std::string text = print_text(model);
  EXPECT_THAT(text, HasSubstr("float[2000] w = base64 \"\n"));
  EXPECT_EQ(serialize_model(*parse_text(text, "t")), serialize_model(model));
  TextOptions numbers;
  numbers.number_limit = 5000;
  const std::string listed = print_text(model, numbers);
  EXPECT_THAT(listed, HasSubstr("{0.25, 0.25,"));
  EXPECT_EQ(serialize_model(*parse_text(listed, "t")), serialize_model(model));
}

TEST(TextPrinter, WeightsByReference) {
  ir::Model model;
  const auto large = ir::Tensor::of(ir::DataType::float32, {1000}, std::vector<float>(1000));
  model.graph().add_initializer("a", large);
  model.graph().add_initializer("b",
                                ir::Tensor::of(ir::DataType::float32, {1}, std::vector<float>{1}));
  model.graph().add_initializer(
      "c", ir::Tensor::of(ir::DataType::float32, {1000}, std::vector<float>(1000)));
  TextOptions options;
  options.weights = TextOptions::Weights::by_reference;
  options.external_location = "m.data";
  const std::string text = print_text(model, options);
  EXPECT_THAT(text,
              HasSubstr("a = [\"location\": \"m.data\", \"offset\": \"0\", \"length\": \"4000\"]"));
  EXPECT_THAT(text, HasSubstr("b = {1}"));
  EXPECT_THAT(text, HasSubstr("\"offset\": \"4096\""));
  const auto references = text_references(model, options);
  ASSERT_EQ(references.size(), 2U);
  EXPECT_EQ(references[0].tensor, large.get());
  EXPECT_EQ(references[1].offset, 4096U);
}

TEST(TextPrinter, Attributes) {
  for (const char* attribute :
       {"a = 1",
        "a = 1.0",
        "a = -nan",
        "a: float = 0x7fc00001",
        "a = \"s\"",
        "a = e\"\\n\"",
        "a = [1, 2]",
        "a = [1.0, inf]",
        "a = [\"x\", \"y\"]",
        "a: ints = []",
        "a: tensors = []",
        "a: sparse_tensors = []",
        "a: undefined = 1",
        "a: int = @b",
        "a: type_protos = [float[N], seq(int64)]",
        "a = float[2]",
        "a = float[2] {1, 2}",
        "a = float[2] t {1, 2}",
        "a = float[1] {1} @{doc_string: \"d\"}",
        "a: tensors = [float {1}, int64[1] {2}]",
        "a = 1 @{doc_string: \"why\"}",
        "\"odd name\" = 1",
        "a: sparse_tensor = sparse_tensor(float[3]) {float[1] {1}, int64[1] {0}}",
        "a: tensor",
        "a: graph"}) {
    expect_fixed_node("y = Op <" + std::string(attribute) + "> (x)");
  }
}

TEST(TextPrinter, NestedGraphs) {
  expect_fixed(R"(g (bool c, float[N] x) => (float[N] y) {
  y = If (c) <
    then_branch = a () => (float[N] t) {
      t = Neg (x)
    },
    else_branch: graph = "odd name" () => (u)
    <
      float u = {1}
    >
    {
    },
    more: graphs = [() => () {
    }]
  >
}
)");
}

TEST(TextPrinter, NamesAndNotes) {
  expect_fixed_node(
      "[\"a/b:0\"] \"1\", \"\", y = \"my domain\".\"1op\":\"o v\" (x, \"\", x, \"float\")");
  expect_fixed(R"(g (x) => (y) {
  y = Op (x) @{domain: "", doc_string: "d", metadata_props: ["k": "v"], unknown: "mgEA"}
  z = Op (y)
  w = Op (z)
}
)");
  expect_fixed_node("[\"ünï\"] y = ai.onnx.ml.Op (x)");
  expect_fixed(R"(g @{doc_string: "d", quantization: ["x": ["SCALE": "s"]]} (float[N] x) => (y) {
  y = Op (x)
}
)");
  expect_fixed(R"(g @{metadata_props: ["k": "v"]} (x @{doc_string: "i"}, u, v) => (y) {
  y = Op (x)
}
)");
}

TEST(TextPrinter, WhatHoldsEverywhereIsSaidOnce) {
  expect_fixed("# opsmith: empty node.domain node.doc_string\ng (x) => (y) {\n  y = Op (x)\n}\n");
  expect_fixed(R"(# opsmith: absent opset.domain
<
  opset_import: ["": 6]
>
g (x) => (y) {
  y = Op (x)
}
)");
}

TEST(TextPrinter, StrayInfosAndBrokenLinksStay) {
  expect_fixed(
      "g (float[N] x) => (nothing)\n<\n  float[2] elsewhere,\n  float[3] x\n>\n{\n  y = Op "
      "(undefined)\n  y = Op (x)\n}\n");
}

TEST(TextPrinter, ModelWithoutGraph) { expect_fixed("<\n  ir_version: 3,\n  has_graph: 0\n>\n"); }

TEST(TextPrinter, NodeForPeople) {
  const auto model =
      parse_text("g (x) => (y) { y = Op <v = int64[12] {1,2,3,4,5,6,7,8,9,10,11,12}> (x) }", "t");
  EXPECT_EQ(print_node(*model->graph().first_node()),
            "y = Op <v = int64[12] {1, 2, 3, 4, 5, 6, 7, 8, ...}> (x)");
}

// A type of a newer ONNX, an empty symbol, a tensor stored in two ways: kept whole.
TEST(TextPrinter, WhatCannotBeSpelledIsKeptWhole) {
  // ModelProto { graph { input { name: "x" type { tensor_type { elem_type: 99 } } } } }
  const std::string bytes("\x08\x08\x3a\x0d\x5a\x0b\x0a\x01x\x12\x06\x0a\x02\x08\x63\x32\x00", 17);
  const auto model = parse_model(MappedFile::from_memory("", bytes));
  const std::string text = print_text(*model);
  EXPECT_THAT(text, HasSubstr("proto \""));
  EXPECT_EQ(serialize_model(*parse_text(text, "t")), bytes);
}

}  // namespace
}  // namespace opsmith::format
