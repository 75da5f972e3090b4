#include "opsmith/report/json.h"

#include <cmath>

#include "opsmith/report/text_width.h"

namespace opsmith::report {

Json json_text(std::string_view text) { return valid_utf8(text); }

std::string valid_key(std::string_view text) { return valid_utf8(text); }

Json json_number(double number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
  return number;
}

Json json_shape(const ir::Type* type) {
  if (!type || !type->shape) return nullptr;
  Json shape = Json::array();
  for (const ir::Dim& dim : *type->shape) {
    switch (dim.kind) {
      case ir::Dim::Kind::value:
        shape.push_back(dim.value);
        break;
      case ir::Dim::Kind::param:
        shape.push_back(json_text(dim.param));
        break;
      case ir::Dim::Kind::unknown:
        shape.push_back(nullptr);
        break;
    }
  }
  return shape;
}

Json json_dims(const std::vector<std::int64_t>& dims) {
  Json shape = Json::array();
  for (const std::int64_t dim : dims) shape.push_back(dim);
  return shape;
}

Json json_value(std::string_view name, const ir::Type* type) {
  Json json;
  json["name"] = json_text(name);
  const ir::Type* element = type;
  while (element && element->element_type == ir::DataType::undefined && element->element) {
    element = element->element.get();
  }
  const bool known = element && element->element_type != ir::DataType::undefined;
  json["dtype"] = known ? Json(std::string(ir::name_of(element->element_type))) : Json(nullptr);
  json["shape"] = json_shape(type);
  json["type"] = type ? json_text(type->text()) : Json(nullptr);
  return json;
}

std::string dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace opsmith::report
