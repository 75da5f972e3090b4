// onnx's own checker as a second opinion, on the model without its weights.
#include <algorithm>
#include <limits>

#include "onnx/checker.h"
#include "onnx/onnx_pb.h"
#include "opsmith/format/serialize.h"
#include "opsmith/schema/check_report.h"

namespace opsmith::schema {
namespace {

constexpr std::uint64_t small_tensor = 1024;  // bytes; larger ones are left out

// A tensor that was left out becomes an empty one, for which the checker asks no data.
void empty_external(onnx::TensorProto& tensor) {
  if (tensor.data_location() != onnx::TensorProto::EXTERNAL) return;
  tensor.clear_external_data();
  tensor.clear_data_location();
  tensor.clear_dims();
  tensor.add_dims(0);
}

void empty_external(onnx::GraphProto& graph) {
  for (auto& tensor : *graph.mutable_initializer()) empty_external(tensor);
  for (auto& node : *graph.mutable_node()) {
    for (auto& attribute : *node.mutable_attribute()) {
      if (attribute.has_t()) empty_external(*attribute.mutable_t());
      for (auto& tensor : *attribute.mutable_tensors()) empty_external(tensor);
      if (attribute.has_g()) empty_external(*attribute.mutable_g());
      for (auto& nested : *attribute.mutable_graphs()) empty_external(nested);
    }
  }
}

std::string first_line(std::string text) {
  text.erase(std::find(text.begin(), text.end(), '\n'), text.end());
  return text;
}

}  // namespace

void check_with_onnx(const ir::Model& model, Report& report) {
  if (!model.has_graph) return;
  try {
    format::SerializeOptions options;
    options.externalize = [](const ir::Value& value,
                             const ir::Tensor& tensor) -> std::optional<ir::ExternalData> {
      if (tensor.is_sparse() || tensor.byte_size().value_or(0) <= small_tensor) return std::nullopt;
      ir::ExternalData left_out;
      left_out.location = std::string(value.name());
      return left_out;
    };
    const std::string bytes = format::serialize_model(model, options);
    if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) return;
    onnx::ModelProto proto;
    // protobuf refuses nesting that is fine for us; then there is no second opinion.
    if (!proto.ParseFromString(bytes)) return;
    empty_external(*proto.mutable_graph());
    onnx::checker::check_model(proto);
  } catch (const std::exception& error) {
    report.add(ProblemKind::other, "onnx's checker says: " + first_line(error.what()),
               "see the ONNX specification; the model may still run");
  }
}

}  // namespace opsmith::schema
