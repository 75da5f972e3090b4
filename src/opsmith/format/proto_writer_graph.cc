// GraphProto, ValueInfoProto, TensorAnnotation.
#include "opsmith/format/field_numbers.h"
#include "opsmith/format/proto_writer.h"

namespace opsmith::format {

void ProtoWriter::graph(const ir::Graph& graph) {
  for (const ir::Node& each : graph.nodes()) {
    const auto mark = out_.begin(field::graph::node);
    node(each);
    out_.end(mark);
  }
  out_.optional_text(field::graph::name, graph.name);
  initializers(graph, false);
  out_.optional_text(field::graph::doc_string, graph.doc_string);
  for (const ir::Value* input : graph.inputs()) {
    value_info(field::graph::input, input->name(), input->info());
  }
  for (std::size_t i = 0; i < graph.outputs().size(); ++i) {
    const ir::Value* output = graph.output(i);
    value_info(field::graph::output, output ? output->name() : std::string_view(),
               &graph.output_info(i));
  }
  value_infos(field::graph::value_info, graph);
  annotations(graph);
  initializers(graph, true);
  entries(field::graph::metadata_props, graph.metadata);
  out_.verbatim(graph.unknown);
}

void ProtoWriter::initializers(const ir::Graph& graph, bool sparse) {
  for (const ir::Value& value : graph.initializers()) {
    const ir::Tensor& each = *value.initializer();
    if (each.is_sparse() != sparse) continue;
    const auto mark =
        out_.begin(sparse ? field::graph::sparse_initializer : field::graph::initializer);
    tensor(each, {false, value.name()}, place_ ? place_(&value, each) : TensorPlacement());
    out_.end(mark);
  }
}

void ProtoWriter::value_info(std::uint32_t field, std::string_view name,
                             const ir::ValueInfo* info) {
  const auto mark = out_.begin(field);
  out_.optional_text(field::value_info::name, name);
  if (info) {
    if (info->type) {
      const auto type_mark = out_.begin(field::value_info::type);
      type(*info->type);
      out_.end(type_mark);
    }
    out_.optional_text(field::value_info::doc_string, info->doc_string);
    entries(field::value_info::metadata_props, info->metadata);
    out_.verbatim(info->unknown);
  }
  out_.end(mark);
}

void ProtoWriter::value_infos(std::uint32_t field, const ir::Graph& graph) {
  for (const ir::Graph::ValueInfoSlot& slot : graph.value_info_order()) {
    if (slot.value) {
      if (slot.value->info()) value_info(field, slot.value->name(), slot.value->info());
    } else if (slot.raw.data() != nullptr) {
      const auto mark = out_.begin(field);
      out_.verbatim(slot.raw);
      out_.end(mark);
    }
  }
}

void ProtoWriter::annotations(const ir::Graph& graph) {
  for (const ir::Graph::QuantizationAnnotation& annotation : graph.quantization_annotations) {
    const auto mark = out_.begin(field::graph::quantization_annotation);
    out_.optional_text(field::annotation::tensor_name,
                       annotation.value ? annotation.value->name() : annotation.tensor_name);
    entries(field::annotation::parameters, annotation.parameters);
    out_.verbatim(annotation.unknown);
    out_.end(mark);
  }
}

}  // namespace opsmith::format
