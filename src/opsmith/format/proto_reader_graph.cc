// GraphProto, ValueInfoProto, TensorAnnotation: declares what a graph holds.
#include <utility>

#include "opsmith/base/error.h"
#include "opsmith/format/field_numbers.h"
#include "opsmith/format/proto_reader.h"

namespace opsmith::format {

void ProtoReader::read_graph(std::string_view bytes, ir::Graph& graph, int depth) {
  if (depth > kMaxGraphDepth) {
    throw Error(ErrorCode::limit,
                "graphs nest deeper than " + std::to_string(kMaxGraphDepth) + " levels", {},
                "the file is damaged or hostile");
  }
  // Files list nodes before the inputs and initializers; here inputs come first, so that a name
  // defined twice belongs to the input, and an initializer finds the input that it is the default
  // of.
  std::vector<std::string_view> nodes, initializers, sparse_initializers, inputs, value_infos,
      annotations;
  WireReader reader(origin_, "GraphProto", bytes);
  while (reader.next()) {
    switch (reader.field()) {
      case field::graph::node:
        nodes.push_back(reader.text("node"));
        break;
      case field::graph::name:
        graph.name = reader.text("name");
        break;
      case field::graph::initializer:
        initializers.push_back(reader.text("initializer"));
        break;
      case field::graph::doc_string:
        graph.doc_string = reader.text("doc_string");
        break;
      case field::graph::input:
        inputs.push_back(reader.text("input"));
        break;
      case field::graph::output: {
        PendingOutput output;
        output.graph = &graph;
        output.info = read_info(reader.text("output"), output.name);
        pending_outputs_.push_back(std::move(output));
        break;
      }
      case field::graph::value_info:
        value_infos.push_back(reader.text("value_info"));
        break;
      case field::graph::quantization_annotation:
        annotations.push_back(reader.text("quantization_annotation"));
        break;
      case field::graph::sparse_initializer:
        sparse_initializers.push_back(reader.text("sparse_initializer"));
        break;
      case field::graph::metadata_props:
        graph.metadata.push_back(read_entry(reader.text("metadata_props")));
        break;
      default:
        reader.keep();
    }
  }
  graph.unknown = unknown_of(reader);
  charge(sizeof(std::string_view) *
         (nodes.size() + initializers.size() + inputs.size() + value_infos.size()));

  graph.reserve_names(inputs.size() + initializers.size() + sparse_initializers.size() +
                      nodes.size());

  for (const std::string_view input : inputs) read_input(input, graph);
  for (const std::string_view tensor : initializers)
    declare_initializer(read_tensor(tensor), graph);
  for (const std::string_view tensor : sparse_initializers) {
    declare_initializer(read_sparse_tensor(tensor), graph);
  }
  for (const std::string_view node : nodes) read_node(node, graph, depth);
  for (const std::string_view info : value_infos) read_value_info(info, graph);
  for (const std::string_view annotation : annotations) read_annotation(annotation, graph);
}

ir::ValueInfo ProtoReader::read_info(std::string_view bytes, std::string_view& name) {
  charge(sizeof(ir::ValueInfo));
  ir::ValueInfo info;
  std::string_view type;
  WireReader reader(origin_, "ValueInfoProto", bytes);
  while (reader.next()) {
    switch (reader.field()) {
      case field::value_info::name:
        name = reader.text("name");
        break;
      case field::value_info::type:
        merge(type, reader.text("type"));
        break;
      case field::value_info::doc_string:
        info.doc_string = reader.text("doc_string");
        break;
      case field::value_info::metadata_props:
        info.metadata.push_back(read_entry(reader.text("metadata_props")));
        break;
      default:
        reader.keep();
    }
  }
  if (type.data() != nullptr) info.type = read_type(type);
  info.unknown = unknown_of(reader);
  return info;
}

void ProtoReader::read_input(std::string_view bytes, ir::Graph& graph) {
  charge(sizeof(ir::Value) + 64);
  std::string_view name;
  ir::ValueInfo info = read_info(bytes, name);
  ir::Value* value = graph.add_input_unchecked(name);
  if (!name.empty() && !value->has_own_name()) report_duplicate(graph, nullptr, name);
  value->make_info() = std::move(info);
}

void ProtoReader::declare_initializer(const ir::TensorPtr& tensor, ir::Graph& graph) {
  charge(sizeof(ir::Value) + 64);
  const std::string_view name = tensor->proto_name();
  ir::Value* known = name.empty() ? nullptr : graph.find(name);
  if (known && known->is_input() && !known->is_initializer()) {
    graph.set_initializer(known, tensor);  // the default of a graph input
    return;
  }
  graph.add_initializer_unchecked(name, tensor);
  if (known) report_duplicate(graph, nullptr, name);
}

void ProtoReader::read_value_info(std::string_view bytes, ir::Graph& graph) {
  std::string_view name;
  ir::ValueInfo info = read_info(bytes, name);
  ir::Value* value = name.empty() ? nullptr : graph.find(name);
  // Of a value that has one already (an input, a second entry), or that does not exist here: kept
  // as it came.
  if (!value || value->info()) {
    graph.add_stray_value_info(bytes);
    return;
  }
  value->make_info() = std::move(info);
  graph.list_value_info(value);
}

void ProtoReader::read_annotation(std::string_view bytes, ir::Graph& graph) {
  charge(sizeof(ir::Graph::QuantizationAnnotation));
  ir::Graph::QuantizationAnnotation annotation;
  WireReader reader(origin_, "TensorAnnotation", bytes);
  while (reader.next()) {
    switch (reader.field()) {
      case field::annotation::tensor_name:
        annotation.tensor_name = reader.text("tensor_name");
        break;
      case field::annotation::parameters:
        annotation.parameters.push_back(read_entry(reader.text("quant_parameter_tensor_names")));
        break;
      default:
        reader.keep();
    }
  }
  annotation.unknown = unknown_of(reader);
  if (!annotation.tensor_name.empty()) annotation.value = graph.find(annotation.tensor_name);
  graph.quantization_annotations.push_back(std::move(annotation));
}

}  // namespace opsmith::format
