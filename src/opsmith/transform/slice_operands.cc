#include "opsmith/transform/slice_operands.h"

namespace opsmith::transform {
namespace {

std::optional<SliceOperands::Elements> list(const ir::Node& node, const PassContext& context,
                                            bool as_attribute, std::string_view attribute,
                                            std::size_t operand) {
  SliceOperands::Elements result;
  if (as_attribute) {
    if (const auto* values = node.ints_attribute(attribute)) {
      for (const std::int64_t value : *values) result.push_back(ir::Dim::of(value));
    }
    return result;
  }
  if (!node.input(operand)) return result;
  const SliceOperands::Elements* elements = context.shapes.elements(node.input(operand));
  if (!elements) return std::nullopt;
  return *elements;
}

}  // namespace

SliceOperands slice_operands(const ir::Node& slice, const PassContext& context) {
  const bool as_attribute = context.opset(slice) < 10;
  return {list(slice, context, as_attribute, "starts", 1),
          list(slice, context, as_attribute, "ends", 2),
          list(slice, context, as_attribute, "axes", 3),
          list(slice, context, as_attribute, "steps", 4)};
}

}  // namespace opsmith::transform
