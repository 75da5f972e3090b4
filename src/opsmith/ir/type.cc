#include "opsmith/ir/type.h"

#include <utility>

namespace opsmith::ir {
namespace {

std::string shape_text(const std::optional<Shape>& shape) {
  if (!shape) return "";
  std::string text = "[";
  for (std::size_t i = 0; i < shape->size(); ++i) {
    if (i > 0) text += ",";
    text += (*shape)[i].text();
  }
  return text + "]";
}

}  // namespace

std::string Dim::text() const {
  switch (kind) {
    case Kind::value:
      return std::to_string(value);
    case Kind::param:
      return param;
    case Kind::unknown:
      break;
  }
  return "?";
}

TypePtr Type::tensor(DataType element_type, std::optional<Shape> shape) {
  auto type = std::make_shared<Type>();
  type->kind = Kind::tensor;
  type->element_type = element_type;
  type->shape = std::move(shape);
  return type;
}

TypePtr Type::sequence(TypePtr element) {
  auto type = std::make_shared<Type>();
  type->kind = Kind::sequence;
  type->element = std::move(element);
  return type;
}

TypePtr Type::optional_of(TypePtr element) {
  auto type = std::make_shared<Type>();
  type->kind = Kind::optional;
  type->element = std::move(element);
  return type;
}

std::string Type::text() const {
  const std::string inner = element ? element->text() : "?";
  switch (kind) {
    case Kind::tensor:
      return std::string(name_of(element_type)) + shape_text(shape);
    case Kind::sparse_tensor:
      return "sparse_tensor(" + std::string(name_of(element_type)) + shape_text(shape) + ")";
    case Kind::sequence:
      return "seq(" + inner + ")";
    case Kind::map:
      return "map(" + std::string(name_of(key_type)) + ", " + inner + ")";
    case Kind::optional:
      return "optional(" + inner + ")";
    case Kind::opaque:
      return "opaque(" + std::string(opaque_domain) + "." + std::string(opaque_name) + ")";
    case Kind::none:
      break;
  }
  return "?";
}

bool same_type(const Type& a, const Type& b) {
  if (a.kind != b.kind || a.element_type != b.element_type || a.key_type != b.key_type)
    return false;
  if (a.opaque_domain != b.opaque_domain || a.opaque_name != b.opaque_name) return false;
  if (a.shape.has_value() != b.shape.has_value()) return false;
  if (a.shape) {
    if (a.shape->size() != b.shape->size()) return false;
    for (std::size_t i = 0; i < a.shape->size(); ++i) {
      const Dim& x = (*a.shape)[i];
      const Dim& y = (*b.shape)[i];
      if (x.kind != y.kind || x.value != y.value || x.param != y.param) return false;
    }
  }
  if ((a.element == nullptr) != (b.element == nullptr)) return false;
  return a.element == nullptr || same_type(*a.element, *b.element);
}

}  // namespace opsmith::ir
