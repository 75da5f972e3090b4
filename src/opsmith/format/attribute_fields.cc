#include "opsmith/format/attribute_fields.h"

#include "opsmith/format/field_numbers.h"
#include "opsmith/ir/graph.h"

namespace opsmith::format {

std::uint32_t payload_field_of(ir::AttributeType type) {
  using ir::AttributeType;
  switch (type) {
    case AttributeType::float_:
      return field::attribute::f;
    case AttributeType::int_:
      return field::attribute::i;
    case AttributeType::string:
      return field::attribute::s;
    case AttributeType::tensor:
      return field::attribute::t;
    case AttributeType::graph:
      return field::attribute::g;
    case AttributeType::floats:
      return field::attribute::floats;
    case AttributeType::ints:
      return field::attribute::ints;
    case AttributeType::strings:
      return field::attribute::strings;
    case AttributeType::tensors:
      return field::attribute::tensors;
    case AttributeType::graphs:
      return field::attribute::graphs;
    case AttributeType::sparse_tensor:
      return field::attribute::sparse_tensor;
    case AttributeType::sparse_tensors:
      return field::attribute::sparse_tensors;
    case AttributeType::type_proto:
      return field::attribute::tp;
    case AttributeType::type_protos:
      return field::attribute::type_protos;
    case AttributeType::undefined:
      break;
  }
  return 0;
}

bool is_payload_field(std::uint32_t number) {
  switch (number) {
    case field::attribute::f:
    case field::attribute::i:
    case field::attribute::s:
    case field::attribute::t:
    case field::attribute::g:
    case field::attribute::floats:
    case field::attribute::ints:
    case field::attribute::strings:
    case field::attribute::tensors:
    case field::attribute::graphs:
    case field::attribute::tp:
    case field::attribute::type_protos:
    case field::attribute::sparse_tensor:
    case field::attribute::sparse_tensors:
      return true;
    default:
      return false;
  }
}

void start_payload(std::uint32_t field, ir::Attribute& attribute) {
  switch (field) {
    case field::attribute::f:
      attribute.payload = 0.0F;
      break;
    case field::attribute::i:
      attribute.payload = std::int64_t{0};
      break;
    case field::attribute::s:
      attribute.payload = std::string_view();
      break;
    case field::attribute::floats:
      attribute.payload = std::vector<float>();
      break;
    case field::attribute::ints:
      attribute.payload = std::vector<std::int64_t>();
      break;
    case field::attribute::strings:
      attribute.payload = std::vector<std::string_view>();
      break;
    case field::attribute::tensors:
    case field::attribute::sparse_tensors:
      attribute.payload = std::vector<ir::TensorPtr>();
      break;
    case field::attribute::graphs:
      attribute.payload = ir::Attribute::Graphs();
      break;
    case field::attribute::type_protos:
      attribute.payload = std::vector<ir::TypePtr>();
      break;
    default:
      attribute.payload = std::monostate();
  }
}

}  // namespace opsmith::format
