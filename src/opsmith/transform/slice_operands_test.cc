#include "opsmith/transform/slice_operands.h"

#include <gtest/gtest.h>

#include "opsmith/format/text_parser.h"

namespace opsmith::transform {
namespace {

SliceOperands operands_of(const std::string& opset, const std::string& body) {
  const auto model = format::parse_text(
      "<ir_version: 8, opset_import: [\"\": " + opset +
          "]>\ng (float[N,6] x, int64[1] dynamic) => (float[M,K] y) {" + body + "}",
      "test");
  shape::Inference shapes(*model);
  shapes.run();
  Rewriter rewriter(*model, shapes);
  const PassOptions options;
  const PassContext context{*model, rewriter, shapes, options, {}, {}, {}};
  return slice_operands(*model->graph().last_node(), context);
}

TEST(SliceOperands, are_attributes_in_old_opsets) {
  const auto slice = operands_of("9", "y = Slice <axes = [1], starts = [2], ends = [4]> (x)");
  EXPECT_EQ(slice.starts->at(0).value, 2);
  EXPECT_EQ(slice.ends->at(0).value, 4);
  EXPECT_EQ(slice.axes->at(0).value, 1);
  EXPECT_TRUE(slice.steps->empty());
}

TEST(SliceOperands, are_operands_from_opset_10_on) {
  const auto slice =
      operands_of("13",
                  "s = Constant <value_ints = [2]> ()  e = Constant <value_ints = [4]> ()"
                  "  a = Constant <value_ints = [1]> ()  y = Slice (x, s, e, a)");
  EXPECT_EQ(slice.starts->at(0).value, 2);
  EXPECT_EQ(slice.axes->at(0).value, 1);
  EXPECT_TRUE(slice.steps->empty());
}

TEST(SliceOperands, that_are_computed_are_unknown) {
  const auto slice =
      operands_of("13", "e = Constant <value_ints = [4]> ()  y = Slice (x, dynamic, e)");
  EXPECT_TRUE(!slice.starts || !slice.starts->at(0).known());
  EXPECT_EQ(slice.ends->at(0).value, 4);
}

}  // namespace
}  // namespace opsmith::transform
