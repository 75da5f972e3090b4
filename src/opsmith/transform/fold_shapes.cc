// Shape arithmetic whose result is known becomes a constant: Shape of known dims, and Gather,
// Slice, Concat, Cast, Add, … of such values. What is known comes from shape inference, element by
// element; nothing is evaluated here.
#include <array>
#include <cstring>

#include "opsmith/transform/passes.h"

namespace opsmith::transform {
namespace {

// The element types that the known elements are kept for, in which every such integer is exact.
std::optional<std::vector<std::byte>> pack(const std::vector<ir::Dim>& elements,
                                           ir::DataType type) {
  const int bits = ir::bits_of(type);
  if (bits < 8 || bits > 64 || (!ir::is_integer(type) && type != ir::DataType::boolean))
    return std::nullopt;
  const auto width = static_cast<std::size_t>(bits) / 8;
  std::vector<std::byte> bytes(elements.size() * width);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (!elements[i].known()) return std::nullopt;
    const std::int64_t value = elements[i].value;
    std::memcpy(bytes.data() + i * width, &value,
                width);  // little-endian: the low bytes come first
    if (width < 8) {
      // Must read back as the same number, or it never fitted.
      const std::int64_t limit = std::int64_t{1} << (bits - 1);
      const bool fits = type == ir::DataType::boolean ? value == 0 || value == 1
                        : ir::is_signed_integer(type) ? value >= -limit && value < limit
                                                      : value >= 0 && value < 2 * limit;
      if (!fits) return std::nullopt;
    } else if (type == ir::DataType::uint64 && value < 0) {
      return std::nullopt;
    }
  }
  return bytes;
}

class FoldShapes : public NodePass {
 public:
  std::string_view name() const override { return "fold_shapes"; }
  std::string_view doc() const override {
    return "Integer and boolean values of rank 0 or 1 whose every element is known become "
           "constants.";
  }
  std::span<const std::string_view> operators() const override { return {}; }

  bool apply(ir::Node& node, PassContext& context) const override {
    if (!node.is_default_domain() || node.is("Constant") || node.has_graphs()) return false;
    if (node.outputs().empty()) return false;
    ir::Value* output = node.output(0);
    if (!output || !output->has_uses() || node.outputs().size() > 1) return false;
    const std::vector<ir::Dim>* elements = context.shapes.elements(output);
    const ir::TypePtr& type = context.type(output);
    if (!elements || !type || !type->is_tensor() || !type->shape || type->shape->size() > 1)
      return false;
    auto bytes = pack(*elements, type->element_type);
    if (!bytes || static_cast<std::int64_t>(bytes->size()) > context.options.max_growth)
      return false;
    std::vector<std::int64_t> dims;
    if (!type->shape->empty()) dims.push_back(static_cast<std::int64_t>(elements->size()));
    if (!context.rewriter.begin(name(), node)) return false;
    const auto tensor = ir::Tensor::owned(type->element_type, std::move(dims), std::move(*bytes));
    context.rewriter.constant_takes_place(output, tensor);
    return true;
  }
};

}  // namespace

std::unique_ptr<NodePass> make_fold_shapes() { return std::make_unique<FoldShapes>(); }

}  // namespace opsmith::transform
