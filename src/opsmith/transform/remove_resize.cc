#include <algorithm>

#include "opsmith/transform/no_op_pass.h"
#include "opsmith/transform/passes.h"

namespace opsmith::transform {
namespace {

constexpr std::string_view handled[] = {"Resize", "Upsample"};

bool all_one(const std::vector<double>& scales) {
  return !scales.empty() &&
         std::all_of(scales.begin(), scales.end(), [](double scale) { return scale == 1.0; });
}

// A constant list of ones.
bool scales_by_one(const ir::Value* scales) {
  const ir::TensorPtr constant = scales ? scales->constant() : nullptr;
  const auto values = constant ? constant->as_doubles(64) : std::nullopt;
  return values && all_one(*values);
}

bool is_absent(const ir::Value* operand) {
  if (!operand) return true;
  const ir::TensorPtr constant = operand->constant();
  return constant && constant->element_count() == 0;
}

// With scale 1, a place in the result must come from the same place in the operand.
// tf_crop_and_resize reads the region of interest instead, and tf_half_pixel_for_nn is off by half.
bool keeps_places(const ir::Node& node) {
  const std::string_view mode =
      node.string_attribute("coordinate_transformation_mode", "half_pixel");
  return mode == "half_pixel" || mode == "half_pixel_symmetric" || mode == "pytorch_half_pixel" ||
         mode == "align_corners" || mode == "asymmetric";
}

bool is_no_op(const ir::Node& node, const PassContext& context) {
  const std::int64_t opset = context.opset(node);
  if (node.is("Upsample")) {
    if (opset >= 9) return scales_by_one(node.input(1));
    const ir::Attribute* scales = node.find_attribute("scales");
    const auto* values = scales ? scales->get<std::vector<float>>() : nullptr;
    return values && all_one({values->begin(), values->end()});
  }
  if (opset < 10) return false;
  if (opset == 10) return scales_by_one(node.input(1));
  if (!keeps_places(node) || node.int_attribute("antialias", 0) != 0) return false;
  if (scales_by_one(node.input(2))) return true;
  // Sizes equal to the dimensions give scales of exactly 1.
  if (!is_absent(node.input(2)) || !node.input(3)) return false;
  if (node.string_attribute("keep_aspect_ratio_policy", "stretch") != "stretch") return false;
  return context.same_shape(node.input(0), node.output(0));
}

}  // namespace

// y = Resize|Upsample(x), scales all 1 or sizes those of x, coordinates kept  ->  y is x
std::unique_ptr<NodePass> make_remove_resize() {
  return make_no_op_pass("remove_resize", "Removes Resize and Upsample that change no size.",
                         handled, is_no_op);
}

}  // namespace opsmith::transform
