// NodeProto and AttributeProto.
#include "opsmith/format/field_numbers.h"
#include "opsmith/format/proto_writer.h"

namespace opsmith::format {
namespace {

bool holds_graphs(const ir::Attribute& attribute) {
  return attribute.get<std::unique_ptr<ir::Graph>>() || attribute.get<ir::Attribute::Graphs>();
}

// A list of sparse tensors; an empty one goes by the recorded type.
bool is_sparse_list(const ir::Attribute& attribute, const std::vector<ir::TensorPtr>& tensors) {
  return tensors.empty() ? attribute.type == ir::AttributeType::sparse_tensors
                         : tensors[0]->is_sparse();
}

}  // namespace

void ProtoWriter::node(const ir::Node& node, bool with_graphs) {
  for (const ir::Use& input : node.inputs()) name(field::node::input, input.value());
  for (const ir::Value* output : node.outputs()) name(field::node::output, output);
  out_.optional_text(field::node::name, node.name);
  out_.optional_text(field::node::op_type, node.op_type);
  for (const ir::Attribute& each : node.attributes) {
    if (!with_graphs && holds_graphs(each)) continue;
    const auto mark = out_.begin(field::node::attribute);
    attribute(each);
    out_.end(mark);
  }
  out_.optional_text(field::node::doc_string, node.doc_string);
  out_.optional_text(field::node::domain, node.domain);
  out_.optional_text(field::node::overload, node.overload);
  entries(field::node::metadata_props, node.metadata);
  out_.verbatim(node.unknown);
}

void ProtoWriter::attribute(const ir::Attribute& attribute) {
  out_.optional_text(field::attribute::name, attribute.name);
  payload(attribute);
  out_.optional_text(field::attribute::doc_string, attribute.doc_string);
  if (const auto* each = attribute.get<ir::TypePtr>(); each && *each) {
    const auto mark = out_.begin(field::attribute::tp);
    type(**each);
    out_.end(mark);
  }
  if (const auto* types = attribute.get<std::vector<ir::TypePtr>>()) {
    for (const ir::TypePtr& each : *types) {
      const auto mark = out_.begin(field::attribute::type_protos);
      type(*each);
      out_.end(mark);
    }
  }
  if (attribute.type != ir::AttributeType::undefined) {
    out_.integer(field::attribute::type, static_cast<std::int64_t>(attribute.type));
  }
  out_.optional_text(field::attribute::ref_attr_name, attribute.ref_attr_name);
  late_payload(attribute);
  out_.verbatim(attribute.unknown);
}

// The payloads whose field numbers come before doc_string.
void ProtoWriter::payload(const ir::Attribute& attribute) {
  if (const auto* f = attribute.get<float>()) out_.float32(field::attribute::f, *f);
  if (const auto* i = attribute.get<std::int64_t>()) out_.integer(field::attribute::i, *i);
  if (const auto* s = attribute.get<std::string_view>())
    out_.optional_text(field::attribute::s, *s);
  if (const auto* t = attribute.get<ir::TensorPtr>(); t && *t && !(*t)->is_sparse()) {
    attribute_tensor(field::attribute::t, *t);
  }
  if (const auto* g = attribute.get<std::unique_ptr<ir::Graph>>(); g && *g) {
    const auto mark = out_.begin(field::attribute::g);
    graph(**g);
    out_.end(mark);
  }
  if (const auto* floats = attribute.get<std::vector<float>>()) {
    for (const float f : *floats) out_.float32(field::attribute::floats, f);
  }
  if (const auto* ints = attribute.get<std::vector<std::int64_t>>()) {
    for (const std::int64_t i : *ints) out_.integer(field::attribute::ints, i);
  }
  if (const auto* strings = attribute.get<std::vector<std::string_view>>()) {
    for (const std::string_view s : *strings) out_.text(field::attribute::strings, s);
  }
  if (const auto* tensors = attribute.get<std::vector<ir::TensorPtr>>()) {
    if (!is_sparse_list(attribute, *tensors)) {
      for (const ir::TensorPtr& t : *tensors) attribute_tensor(field::attribute::tensors, t);
    }
  }
  if (const auto* graphs = attribute.get<ir::Attribute::Graphs>()) {
    for (const auto& g : *graphs) {
      const auto mark = out_.begin(field::attribute::graphs);
      graph(*g);
      out_.end(mark);
    }
  }
}

// Sparse tensors, whose field numbers come last.
void ProtoWriter::late_payload(const ir::Attribute& attribute) {
  if (const auto* t = attribute.get<ir::TensorPtr>(); t && *t && (*t)->is_sparse()) {
    attribute_tensor(field::attribute::sparse_tensor, *t);
  }
  if (const auto* tensors = attribute.get<std::vector<ir::TensorPtr>>()) {
    if (is_sparse_list(attribute, *tensors)) {
      for (const ir::TensorPtr& t : *tensors) attribute_tensor(field::attribute::sparse_tensors, t);
    }
  }
}

void ProtoWriter::attribute_tensor(std::uint32_t field, const ir::TensorPtr& each) {
  const auto mark = out_.begin(field);
  tensor(*each, {}, place_ ? place_(nullptr, *each) : TensorPlacement());
  out_.end(mark);
}

}  // namespace opsmith::format
