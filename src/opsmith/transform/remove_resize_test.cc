#include "opsmith/transform/pass_cases.h"

namespace opsmith::transform::testing {
namespace {

std::string resize(const std::string& attributes, const std::string& initializers,
                   const std::string& operands, const std::string& type = "float[1,2,3,4]") {
  return "g (" + type + " x) => (float[] y) <" + initializers + "> { a = Resize <" + attributes +
         "> (" + operands + ") y = Relu (a) }";
}

TEST(RemoveResize, NoSizeChanges) {
  const std::string ones = "float[4] s = {1, 1, 1, 1}";
  const std::string doubled = "float[4] s = {1, 1, 2, 1}";
  const std::string almost = "float[4] s = {1, 1, 1.1, 1}";
  const std::string sizes = "int64[4] s = {1, 2, 3, 4}";
  const std::string symbolic = "float[N,2,H,W]";
  expect_cases(
      "remove_resize",
      {
          {"scales of 1", 13, resize("mode = \"linear\"", ones, "x,, s", symbolic), "Relu"},
          {"scale of 2", 13, resize("mode = \"linear\"", doubled, "x,, s"), "Resize Relu"},
          {"scale that keeps the size, but not the places", 13,
           resize("mode = \"linear\"", almost, "x,, s"), "Resize Relu"},
          {"sizes as they are", 13, resize("mode = \"nearest\"", sizes, "x,,, s"), "Relu"},
          {"sizes that are perhaps others", 13,
           resize("mode = \"nearest\"", sizes, "x,,, s", symbolic), "Resize Relu", false},
          {"aligned corners", 13,
           resize("mode = \"linear\", coordinate_transformation_mode = \"align_corners\"", ones,
                  "x,, s"),
           "Relu"},
          {"cropped", 13,
           resize("mode = \"linear\", coordinate_transformation_mode = \"tf_crop_and_resize\"",
                  ones + ", float[8] r = {0, 0, 0, 0, 1, 1, 0.5, 0.5}", "x, r, s"),
           "Resize Relu"},
          {"off by half", 11,
           resize("mode = \"nearest\", coordinate_transformation_mode = \"tf_half_pixel_for_nn\"",
                  ones + ", float[0] r = {}", "x, r, s"),
           "Resize Relu"},
          {"opset 11, empty scales", 11,
           resize("mode = \"nearest\"", sizes + ", float[0] e = {}", "x, e, e, s"), "Relu"},
          {"opset 10", 10, resize("mode = \"nearest\"", ones, "x, s"), "Relu"},
          {"opset 10, scale of 2", 10, resize("mode = \"nearest\"", doubled, "x, s"),
           "Resize Relu"},
          {"antialias", 18, resize("mode = \"linear\", antialias = 1", ones, "x,, s"),
           "Resize Relu"},
          {"some axes", 18,
           resize("mode = \"linear\", axes = [2, 3]", "int64[2] s = {3, 4}", "x,,, s"), "Relu"},
          {"some axes, other sizes", 18,
           resize("mode = \"linear\", axes = [2, 3]", "int64[2] s = {3, 5}", "x,,, s"),
           "Resize Relu"},
          {"scales not constant", 13,
           "g (float[1,2,3,4] x, float[4] s) => (float[] y) { a = Resize (x,, s) y = Relu (a) }",
           "Resize Relu", false},
      });
}

TEST(RemoveResize, Upsample) {
  expect_cases("remove_resize", {
                                    {"opset 9", 9,
                                     "g (float[N,2,3,4] x) => (float[] y) <float[4] s = {1,1,1,1}> "
                                     "{ a = Upsample (x, s) y = Relu (a) }",
                                     "Relu"},
                                    {"opset 9, scale of 2", 9,
                                     "g (float[N,2,3,4] x) => (float[] y) <float[4] s = {1,1,2,2}> "
                                     "{ a = Upsample (x, s) y = Relu (a) }",
                                     "Upsample Relu"},
                                    {"opset 7", 7,
                                     "g (float[N,2,3,4] x) => (float[] y) { a = Upsample <scales = "
                                     "[1.0, 1.0, 1.0, 1.0]> (x) y = Relu (a) }",
                                     "Relu"},
                                    {"opset 7, scale of 2", 7,
                                     "g (float[N,2,3,4] x) => (float[] y) { a = Upsample <scales = "
                                     "[1.0, 1.0, 1.0, 2.0]> (x) y = Relu (a) }",
                                     "Upsample Relu"},
                                });
}

}  // namespace
}  // namespace opsmith::transform::testing
