#include "opsmith/transform/pass.h"

namespace opsmith::transform {

ir::DataType PassContext::element_type(const ir::Value* value) const {
  const ir::TypePtr& known = type(value);
  return known && known->is_tensor() ? known->element_type : ir::DataType::undefined;
}

std::int64_t PassContext::opset(const ir::Node& node) const {
  return model.opset_in(*node.graph(), node.domain).value_or(0);
}

bool PassContext::same_shape(const ir::Value* a, const ir::Value* b) const {
  const ir::Shape* x = shape(a);
  const ir::Shape* y = shape(b);
  if (!x || !y || x->size() != y->size()) return false;
  for (std::size_t i = 0; i < x->size(); ++i) {
    if (!(*x)[i].same_as((*y)[i])) return false;
  }
  return true;
}

std::optional<std::vector<std::int64_t>> PassContext::constant_ints(const ir::Value* value) const {
  if (!value) return std::nullopt;
  const ir::TensorPtr tensor = value->constant();
  return tensor ? tensor->as_int64s() : std::nullopt;
}

std::optional<double> PassContext::constant_scalar(const ir::Value* value) const {
  if (!value) return std::nullopt;
  const ir::TensorPtr tensor = value->constant();
  if (!tensor || tensor->element_count() != 1) return std::nullopt;
  const auto elements = tensor->as_doubles(1);
  return elements ? std::optional(elements->front()) : std::nullopt;
}

std::optional<std::vector<std::int64_t>> PassContext::axes(const ir::Node& node,
                                                           std::size_t index) const {
  if (const auto* attribute = node.ints_attribute("axes")) return *attribute;
  if (!node.input(index)) return std::vector<std::int64_t>{};
  return constant_ints(node.input(index));
}

}  // namespace opsmith::transform
