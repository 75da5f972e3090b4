// NodeProto and AttributeProto.
#include <utility>

#include "opsmith/base/error.h"
#include "opsmith/format/attribute_fields.h"
#include "opsmith/format/field_numbers.h"
#include "opsmith/format/proto_reader.h"

namespace opsmith::format {

void ProtoReader::read_node(std::string_view bytes, ir::Graph& graph, int depth) {
  charge(sizeof(ir::Node) + 64);
  ir::Node* node = graph.append({}, {});
  node->op_type = {};
  node->domain = {};
  const std::size_t first_operand = operand_names_.size();
  std::vector<std::string_view> attributes;
  WireReader reader(origin_, "NodeProto", bytes);
  while (reader.next()) {
    switch (reader.field()) {
      case field::node::input:
        charge(64);
        operand_names_.push_back(reader.text("input"));
        break;
      case field::node::output: {
        const std::string_view name = reader.text("output");
        charge(sizeof(ir::Value) + 64);
        const ir::Value* value = graph.add_output_unchecked(node, name);
        if (value && !value->has_own_name()) report_duplicate(graph, node, name);
        break;
      }
      case field::node::name:
        node->name = reader.text("name");
        break;
      case field::node::op_type:
        node->op_type = reader.text("op_type");
        break;
      case field::node::attribute:
        attributes.push_back(reader.text("attribute"));
        break;
      case field::node::doc_string:
        node->doc_string = reader.text("doc_string");
        break;
      case field::node::domain:
        node->domain = reader.text("domain");
        break;
      case field::node::overload:
        node->overload = reader.text("overload");
        break;
      case field::node::metadata_props:
        node->metadata.push_back(read_entry(reader.text("metadata_props")));
        break;
      default:
        reader.keep();
    }
  }
  node->unknown = unknown_of(reader);
  pending_nodes_.push_back({node, first_operand, operand_names_.size() - first_operand});
  // Last: nested graphs queue operands of their own, and their paths want the node's name.
  node->attributes.reserve(attributes.size());
  for (const std::string_view attribute : attributes) {
    node->attributes.push_back(read_attribute(attribute, node, depth));
  }
}

ir::Attribute ProtoReader::read_attribute(std::string_view bytes, ir::Node* owner, int depth) {
  charge(sizeof(ir::Attribute));
  ir::Attribute attribute;
  // First which payload there is, and what the file calls it; then the payload itself.
  std::uint32_t payload_field = 0;
  std::uint32_t recorded_field = 0;
  WireReader survey(origin_, "AttributeProto", bytes);
  while (survey.next()) {
    const std::uint32_t number = survey.field();
    if (number == field::attribute::type) {
      const auto type = survey.integer("type");
      recorded_field = type > 0 && type <= kLastAttributeType
                           ? payload_field_of(static_cast<ir::AttributeType>(type))
                           : 0;
      attribute.type =
          recorded_field ? static_cast<ir::AttributeType>(type) : ir::AttributeType::undefined;
    } else {
      if (payload_field == 0 && is_payload_field(number)) payload_field = number;
      survey.skip();
    }
  }
  // Without a recorded type (very old files) the first payload says what the attribute is.
  const std::uint32_t chosen = recorded_field ? recorded_field : payload_field;
  start_payload(chosen, attribute);

  WireReader reader(origin_, "AttributeProto", bytes);
  while (reader.next()) {
    const std::uint32_t number = reader.field();
    if (number == field::attribute::name) {
      attribute.name = reader.text("name");
    } else if (number == field::attribute::ref_attr_name) {
      attribute.ref_attr_name = reader.text("ref_attr_name");
    } else if (number == field::attribute::doc_string) {
      attribute.doc_string = reader.text("doc_string");
    } else if (number == field::attribute::type && recorded_field) {
      reader.skip();
    } else if (number == chosen) {
      read_payload(reader, attribute, owner, depth);
    } else {
      reader.keep();
    }
  }
  attribute.unknown = unknown_of(reader);
  // A reference to the caller's attribute has a type but no payload of its own.
  if (payload_field == 0 && attribute.ref_attr_name.data() != nullptr)
    attribute.payload = std::monostate();
  return attribute;
}

void ProtoReader::read_payload(WireReader& reader, ir::Attribute& attribute, ir::Node* owner,
                               int depth) {
  auto nested_graph = [&](std::string_view bytes) {
    charge(sizeof(ir::Graph));
    if (!owner)
      reader.fail("g", "stands where no graph can be: in a function's attribute defaults");
    auto graph = std::make_unique<ir::Graph>(&model_, owner);
    read_graph(bytes, *graph, depth + 1);
    return graph;
  };
  // A singular message that occurs again is merged into what came before.
  auto merged_tensor = [&](std::string_view bytes) {
    const auto* before = std::get_if<ir::TensorPtr>(&attribute.payload);
    std::string_view whole = before && *before ? (*before)->proto() : std::string_view();
    merge(whole, bytes);
    return whole;
  };
  switch (reader.field()) {
    case field::attribute::f:
      attribute.payload = reader.float32("f");
      break;
    case field::attribute::i:
      attribute.payload = reader.integer("i");
      break;
    case field::attribute::s:
      attribute.payload = reader.text("s");
      break;
    case field::attribute::t:
      attribute.payload = read_tensor(merged_tensor(reader.text("t")));
      break;
    case field::attribute::sparse_tensor:
      attribute.payload = read_sparse_tensor(merged_tensor(reader.text("sparse_tensor")));
      break;
    case field::attribute::g:
      if (auto* graph = std::get_if<std::unique_ptr<ir::Graph>>(&attribute.payload)) {
        read_graph(reader.text("g"), **graph, depth + 1);
      } else {
        attribute.payload = nested_graph(reader.text("g"));
      }
      break;
    case field::attribute::tp: {
      const auto* before = std::get_if<ir::TypePtr>(&attribute.payload);
      std::string_view whole = before ? (*before)->proto : std::string_view();
      merge(whole, reader.text("tp"));
      attribute.payload = read_type(whole);
      break;
    }
    case field::attribute::floats:
      reader.floats("floats", std::get<std::vector<float>>(attribute.payload));
      break;
    case field::attribute::ints:
      reader.integers("ints", std::get<std::vector<std::int64_t>>(attribute.payload));
      break;
    case field::attribute::strings:
      charge(sizeof(std::string_view));
      std::get<std::vector<std::string_view>>(attribute.payload).push_back(reader.text("strings"));
      break;
    case field::attribute::tensors:
      std::get<std::vector<ir::TensorPtr>>(attribute.payload)
          .push_back(read_tensor(reader.text("tensors")));
      break;
    case field::attribute::sparse_tensors:
      std::get<std::vector<ir::TensorPtr>>(attribute.payload)
          .push_back(read_sparse_tensor(reader.text("sparse_tensors")));
      break;
    case field::attribute::graphs:
      std::get<ir::Attribute::Graphs>(attribute.payload)
          .push_back(nested_graph(reader.text("graphs")));
      break;
    case field::attribute::type_protos:
      std::get<std::vector<ir::TypePtr>>(attribute.payload)
          .push_back(read_type(reader.text("type_protos")));
      break;
    default:
      reader.keep();
  }
}

}  // namespace opsmith::format
