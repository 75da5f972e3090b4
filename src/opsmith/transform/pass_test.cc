#include "opsmith/transform/pass.h"

#include <gtest/gtest.h>

#include "opsmith/format/text_parser.h"

namespace opsmith::transform {
namespace {

struct Fixture {
  explicit Fixture(const std::string& text)
      : model(format::parse_text(text, "test")), shapes(*model), rewriter(*model, shapes) {
    shapes.run();
  }
  const ir::Value* value(std::string_view name) const { return model->graph().find(name); }

  std::unique_ptr<ir::Model> model;
  shape::Inference shapes;
  Rewriter rewriter;
  PassOptions options;
  PassContext context{*model, rewriter, shapes, options, {}, {}, {}};
};

TEST(PassContext, knows_constants_shapes_and_opsets) {
  Fixture f(
      "<ir_version: 8, opset_import: [\"\": 13, \"l\": 4]>\n"
      "g (float[N,3] x, float[N,3] z, float[M,3] w) => (float[N,3] y) <int64[2] s = {4, 5}, float "
      "k = {2.5}> {\n"
      "  a = l.Op (x)  y = Add (x, z) }");
  EXPECT_TRUE(f.context.same_shape(f.value("x"), f.value("z")));
  EXPECT_FALSE(f.context.same_shape(f.value("x"), f.value("w")));
  EXPECT_FALSE(f.context.same_shape(f.value("x"), f.value("a")));
  EXPECT_EQ(f.context.constant_ints(f.value("s")), (std::vector<std::int64_t>{4, 5}));
  EXPECT_EQ(f.context.constant_ints(f.value("x")), std::nullopt);
  EXPECT_EQ(f.context.constant_ints(nullptr), std::nullopt);
  EXPECT_EQ(f.context.constant_scalar(f.value("k")), 2.5);
  EXPECT_EQ(f.context.constant_scalar(f.value("s")), std::nullopt);
  EXPECT_EQ(f.context.element_type(f.value("x")), ir::DataType::float32);
  EXPECT_EQ(f.context.element_type(f.value("a")), ir::DataType::undefined);
  EXPECT_EQ(f.context.opset(*f.value("y")->producer()), 13);
  EXPECT_EQ(f.context.opset(*f.value("a")->producer()), 4);
}

TEST(PassContext, axes_are_an_attribute_or_an_operand) {
  Fixture f(
      "<ir_version: 8, opset_import: [\"\": 13]>\n"
      "g (float[1,3] x, int64[1] d) => (float[3] y) <int64[1] s = {0}> {\n"
      "  a = Squeeze <axes = [0]> (x)  b = Squeeze (x, s)  c = Squeeze (x)  e = Squeeze (x, d)  y "
      "= Relu (a) }");
  const auto axes = [&f](std::string_view name) {
    return f.context.axes(*f.value(name)->producer(), 1);
  };
  EXPECT_EQ(axes("a"), (std::vector<std::int64_t>{0}));
  EXPECT_EQ(axes("b"), (std::vector<std::int64_t>{0}));
  EXPECT_EQ(axes("c"), (std::vector<std::int64_t>{}));
  EXPECT_EQ(axes("e"), std::nullopt);
}

}  // namespace
}  // namespace opsmith::transform
