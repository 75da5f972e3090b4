#include "opsmith/shape/operation.h"

namespace opsmith::shape {
namespace {

const TypePtr no_type;

bool is_clean(const Shape& shape) {
  for (const Dim& dim : shape) {
    if (dim.known() && dim.value < 0) return false;
    if (dim.kind == Dim::Kind::param && dim.param.empty()) return false;
    if (dim.denotation.data()) return false;
  }
  return true;
}

}  // namespace

const TypePtr& Operation::type(std::size_t index) const {
  const ir::Value* value = node_.input(index);
  return value ? value->inferred() : no_type;
}

DataType Operation::element_type(std::size_t index) const {
  const TypePtr& known = type(index);
  return known && known->is_tensor() ? known->element_type : DataType::undefined;
}

const Shape* Operation::shape(std::size_t index) const {
  const TypePtr& known = type(index);
  return known && known->is_tensor() && known->shape ? &*known->shape : nullptr;
}

ir::TensorPtr Operation::constant(std::size_t index) const {
  const ir::Value* value = node_.input(index);
  return value ? value->constant() : nullptr;
}

const std::vector<Dim>* Operation::elements(std::size_t index) const {
  const ir::Value* value = node_.input(index);
  return value ? facts_.elements(value) : nullptr;
}

std::optional<std::vector<std::int64_t>> Operation::numbers(std::size_t index) const {
  const std::vector<Dim>* known = elements(index);
  if (!known) return std::nullopt;
  std::vector<std::int64_t> result;
  result.reserve(known->size());
  for (const Dim& dim : *known) {
    if (!dim.known()) return std::nullopt;
    result.push_back(dim.value);
  }
  return result;
}

Operation::Integers Operation::integers(std::string_view attribute, std::size_t input,
                                        std::int64_t operand_since) const {
  if (opset_ >= operand_since) {
    if (!has_input(input)) return {};
    return {true, numbers(input)};
  }
  const std::vector<std::int64_t>* values = node_.ints_attribute(attribute);
  if (!values) return {};
  return {true, *values};
}

void Operation::set(std::size_t output, DataType element, std::optional<Shape> shape) {
  if (output >= types_.size() || !node_.output(output)) return;
  if (shape && shape->size() > max_rank) shape.reset();
  if (element == DataType::undefined) return;
  types_[output] = ir::Type::tensor(element, std::move(shape));
}

void Operation::set_elements(std::size_t output, std::vector<Dim> elements) {
  if (!has_output(output) || elements.size() > max_elements) return;
  elements_.emplace_back(output, std::move(elements));
}

std::size_t normalize_axis(std::int64_t axis, std::size_t rank) {
  const auto signed_rank = static_cast<std::int64_t>(rank);
  if (axis < -signed_rank || axis >= signed_rank) {
    throw Contradiction("axis " + std::to_string(axis) + " is out of range for rank " +
                        std::to_string(rank));
  }
  return static_cast<std::size_t>(axis < 0 ? axis + signed_rank : axis);
}

Shape clean(Shape shape) {
  for (Dim& dim : shape) {
    dim.denotation = {};
    if (dim.known() && dim.value < 0) dim = {};
    if (dim.kind == Dim::Kind::param && dim.param.empty()) dim = {};
  }
  return shape;
}

TypePtr clean(const TypePtr& type) {
  if (!type || type->kind == ir::Type::Kind::none) return nullptr;
  const bool has_shape = type->shape.has_value();
  const TypePtr element = type->element ? clean(type->element) : nullptr;
  if (type->proto.empty() && !type->denotation.data() && element == type->element &&
      (!has_shape || (is_clean(*type->shape) && type->shape->size() <= max_rank))) {
    return type;
  }
  auto result = std::make_shared<ir::Type>(*type);
  result->proto = {};
  result->denotation = {};
  result->element = element;
  if (has_shape) {
    if (result->shape->size() > max_rank) {
      result->shape.reset();
    } else {
      result->shape = clean(std::move(*result->shape));
    }
  }
  return result;
}

TypePtr join(const TypePtr& a, const TypePtr& b) {
  if (!a || !b || a->kind != b->kind) return nullptr;
  if (a == b || ir::same_type(*a, *b)) return a;
  using Kind = ir::Type::Kind;
  switch (a->kind) {
    case Kind::tensor:
    case Kind::sparse_tensor: {
      if (a->element_type != b->element_type) return nullptr;
      auto result = std::make_shared<ir::Type>();
      result->kind = a->kind;
      result->element_type = a->element_type;
      if (a->shape && b->shape && a->shape->size() == b->shape->size()) {
        Shape shape;
        shape.reserve(a->shape->size());
        for (std::size_t axis = 0; axis < a->shape->size(); ++axis) {
          shape.push_back(join((*a->shape)[axis], (*b->shape)[axis]));
        }
        result->shape = std::move(shape);
      }
      return result;
    }
    case Kind::sequence:
    case Kind::optional: {
      const TypePtr element = join(a->element, b->element);
      if (!element) return nullptr;
      return a->kind == Kind::sequence ? ir::Type::sequence(element)
                                       : ir::Type::optional_of(element);
    }
    case Kind::map:
      if (a->key_type == b->key_type) {
        const TypePtr element = join(a->element, b->element);
        if (!element) return nullptr;
        auto result = std::make_shared<ir::Type>(*a);
        result->element = element;
        return result;
      }
      return nullptr;
    default:
      return nullptr;
  }
}

Shape unknown_shape(std::size_t rank) { return Shape(rank); }

}  // namespace opsmith::shape
