// ModelProto, FunctionProto and the small messages; memory and merging.
#include <utility>

#include "opsmith/base/error.h"
#include "opsmith/format/field_numbers.h"
#include "opsmith/format/file_tensor_source.h"
#include "opsmith/format/proto_reader.h"

namespace opsmith::format {
namespace {

// IR objects beyond this, weights not counted, are refused. The largest real models take a tenth of
// it.
constexpr std::size_t kMaxObjectBytes = 4ULL << 30;

}  // namespace

ProtoReader::ProtoReader(ir::Model& model, std::string_view bytes,
                         std::shared_ptr<const ir::TensorSource> source)
    : model_(model), bytes_(bytes), origin_{bytes}, source_(std::move(source)) {}

void ProtoReader::read() {
  bool is_model = false;
  std::string_view graph;
  std::vector<std::string_view> functions;
  WireReader reader(origin_, "ModelProto", bytes_);
  while (reader.next()) {
    is_model = is_model || reader.field() == field::model::ir_version ||
               reader.field() == field::model::graph ||
               reader.field() == field::model::opset_import;
    switch (reader.field()) {
      case field::model::ir_version:
        model_.ir_version = reader.integer("ir_version");
        break;
      case field::model::producer_name:
        model_.producer_name = reader.text("producer_name");
        break;
      case field::model::producer_version:
        model_.producer_version = reader.text("producer_version");
        break;
      case field::model::domain:
        model_.domain = reader.text("domain");
        break;
      case field::model::model_version:
        model_.model_version = reader.integer("model_version");
        break;
      case field::model::doc_string:
        model_.doc_string = reader.text("doc_string");
        break;
      case field::model::graph:
        merge(graph, reader.text("graph"));
        break;
      case field::model::opset_import:
        model_.opset_imports.push_back(read_opset(reader.text("opset_import")));
        break;
      case field::model::metadata_props:
        model_.metadata.push_back(read_entry(reader.text("metadata_props")));
        break;
      case field::model::functions:
        functions.push_back(reader.text("functions"));
        break;
      case field::model::training_info:
        model_.has_training_info = true;
        reader.keep();
        break;
      default:
        reader.keep();
    }
  }
  if (!is_model) reader.fail(nullptr, "has no IR version, no graph and no opset import");
  model_.unknown = unknown_of(reader);
  model_.has_graph = graph.data() != nullptr;
  if (model_.has_graph) read_graph(graph, model_.graph(), 1);
  for (const std::string_view function : functions) read_function(function);
  resolve();
}

ir::OpsetImport ProtoReader::read_opset(std::string_view bytes) {
  charge(sizeof(ir::OpsetImport));
  ir::OpsetImport opset;
  WireReader reader(origin_, "OperatorSetIdProto", bytes);
  while (reader.next()) {
    switch (reader.field()) {
      case field::opset::domain:
        opset.domain = reader.text("domain");
        break;
      case field::opset::version:
        opset.version = reader.integer("version");
        break;
      default:
        reader.keep();
    }
  }
  opset.unknown = unknown_of(reader);
  return opset;
}

ir::StringPair ProtoReader::read_entry(std::string_view bytes) {
  charge(sizeof(ir::StringPair));
  ir::StringPair entry;
  WireReader reader(origin_, "StringStringEntryProto", bytes);
  while (reader.next()) {
    switch (reader.field()) {
      case field::entry::key:
        entry.key = reader.text("key");
        break;
      case field::entry::value:
        entry.value = reader.text("value");
        break;
      default:
        reader.keep();
    }
  }
  entry.unknown = unknown_of(reader);
  return entry;
}

void ProtoReader::read_function(std::string_view bytes) {
  charge(sizeof(ir::Function) + sizeof(ir::Graph));
  ir::Function& function = *model_.add_function();
  ir::Graph& body = function.body();
  std::vector<std::string_view> nodes, inputs, value_infos, defaults;
  WireReader reader(origin_, "FunctionProto", bytes);
  while (reader.next()) {
    switch (reader.field()) {
      case field::function::name:
        function.name = reader.text("name");
        break;
      case field::function::input:
        inputs.push_back(reader.text("input"));
        break;
      case field::function::output: {
        PendingOutput output;
        output.graph = &body;
        output.name = reader.text("output");
        pending_outputs_.push_back(std::move(output));
        break;
      }
      case field::function::attribute:
        function.attribute_names.push_back(reader.text("attribute"));
        break;
      case field::function::node:
        nodes.push_back(reader.text("node"));
        break;
      case field::function::doc_string:
        function.doc_string = reader.text("doc_string");
        break;
      case field::function::opset_import:
        function.opset_imports.push_back(read_opset(reader.text("opset_import")));
        break;
      case field::function::domain:
        function.domain = reader.text("domain");
        break;
      case field::function::attribute_proto:
        defaults.push_back(reader.text("attribute_proto"));
        break;
      case field::function::value_info:
        value_infos.push_back(reader.text("value_info"));
        break;
      case field::function::overload:
        function.overload = reader.text("overload");
        break;
      case field::function::metadata_props:
        function.metadata.push_back(read_entry(reader.text("metadata_props")));
        break;
      default:
        reader.keep();
    }
  }
  function.unknown = unknown_of(reader);
  for (const std::string_view attribute : defaults) {
    function.attribute_defaults.push_back(read_attribute(attribute, nullptr, 1));
  }
  for (const std::string_view name : inputs) {
    charge(sizeof(ir::Value) + 64);
    const ir::Value* value = body.add_input_unchecked(name);
    if (!name.empty() && !value->has_own_name()) report_duplicate(body, nullptr, name);
  }
  for (const std::string_view node : nodes) read_node(node, body, 1);
  for (const std::string_view info : value_infos) read_value_info(info, body);
}

std::string_view ProtoReader::unknown_of(const WireReader& reader) {
  return reader.scattered().empty() ? reader.kept() : own(reader.scattered());
}

void ProtoReader::merge(std::string_view& merged, std::string_view bytes) {
  if (merged.data() == nullptr) {
    merged = bytes;
    return;
  }
  charge(merged.size() + bytes.size());
  merged = own(std::string(merged).append(bytes));
}

std::string_view ProtoReader::own(std::string text) {
  charge(text.size());
  auto owner = std::make_shared<const std::string>(std::move(text));
  model_.keep(owner);
  return *owner;
}

void ProtoReader::charge(std::size_t bytes) {
  charged_ += bytes;
  if (charged_ <= kMaxObjectBytes) return;
  throw Error(ErrorCode::limit,
              "the model's structure, without weights, would take more than 4 GiB of memory", {},
              "the file is damaged or hostile");
}

std::shared_ptr<const ir::TensorSource> ProtoReader::source_of(std::string_view tensor_proto) {
  const auto* source = dynamic_cast<const FileTensorSource*>(source_.get());
  const bool in_file = bytes_.empty() || (tensor_proto.data() >= bytes_.data() &&
                                          tensor_proto.data() <= bytes_.data() + bytes_.size());
  if (!source || in_file) return source_;
  // A merged message lies in memory of the model's own, which a tensor that moves to another model
  // would lose.
  return source->with_memory(model_.backing().back());
}

}  // namespace opsmith::format
