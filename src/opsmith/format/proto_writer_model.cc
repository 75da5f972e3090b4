// ModelProto, FunctionProto and the small messages.
#include "opsmith/format/field_numbers.h"
#include "opsmith/format/proto_writer.h"

namespace opsmith::format {

void ProtoWriter::model(const ir::Model& model) {
  if (model.ir_version) out_.integer(field::model::ir_version, *model.ir_version);
  out_.optional_text(field::model::producer_name, model.producer_name);
  out_.optional_text(field::model::producer_version, model.producer_version);
  out_.optional_text(field::model::domain, model.domain);
  if (model.model_version) out_.integer(field::model::model_version, *model.model_version);
  out_.optional_text(field::model::doc_string, model.doc_string);
  if (model.has_graph) {
    const auto mark = out_.begin(field::model::graph);
    graph(model.graph());
    out_.end(mark);
  }
  for (const ir::OpsetImport& import : model.opset_imports)
    opset(field::model::opset_import, import);
  entries(field::model::metadata_props, model.metadata);
  for (const auto& each : model.functions()) {
    const auto mark = out_.begin(field::model::functions);
    function(*each);
    out_.end(mark);
  }
  out_.verbatim(model.unknown);
}

void ProtoWriter::function(const ir::Function& function) {
  const ir::Graph& body = function.body();
  out_.optional_text(field::function::name, function.name);
  for (const ir::Value* input : body.inputs()) name(field::function::input, input);
  for (const ir::Use& output : body.outputs()) name(field::function::output, output.value());
  for (const std::string_view attribute_name : function.attribute_names) {
    out_.text(field::function::attribute, attribute_name);
  }
  for (const ir::Node& each : body.nodes()) {
    const auto mark = out_.begin(field::function::node);
    node(each);
    out_.end(mark);
  }
  out_.optional_text(field::function::doc_string, function.doc_string);
  for (const ir::OpsetImport& import : function.opset_imports) {
    opset(field::function::opset_import, import);
  }
  out_.optional_text(field::function::domain, function.domain);
  for (const ir::Attribute& each : function.attribute_defaults) {
    const auto mark = out_.begin(field::function::attribute_proto);
    attribute(each);
    out_.end(mark);
  }
  value_infos(field::function::value_info, body);
  out_.optional_text(field::function::overload, function.overload);
  entries(field::function::metadata_props, function.metadata);
  out_.verbatim(function.unknown);
}

void ProtoWriter::opset(std::uint32_t field, const ir::OpsetImport& import) {
  const auto mark = out_.begin(field);
  out_.optional_text(field::opset::domain, import.domain);
  if (import.version) out_.integer(field::opset::version, *import.version);
  out_.verbatim(import.unknown);
  out_.end(mark);
}

void ProtoWriter::entries(std::uint32_t field, const std::vector<ir::StringPair>& entries) {
  for (const ir::StringPair& entry : entries) {
    const auto mark = out_.begin(field);
    out_.optional_text(field::entry::key, entry.key);
    out_.optional_text(field::entry::value, entry.value);
    out_.verbatim(entry.unknown);
    out_.end(mark);
  }
}

// An omitted operand or output is an empty name.
void ProtoWriter::name(std::uint32_t field, const ir::Value* value) {
  out_.text(field, value ? value->name() : std::string_view());
}

}  // namespace opsmith::format
