#include "opsmith/runtime/session_model.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <protozero/pbf_writer.hpp>

#include "opsmith/base/error.h"
#include "opsmith/format/serialize.h"
#include "opsmith/ir/clone.h"

namespace opsmith::runtime {
namespace {

// Shape inference inside ONNX Runtime looks at small constants, so they travel with the model.
constexpr std::uint64_t kSmall = 1024;
constexpr std::uint64_t kSmallInteger = 64 * 1024;
constexpr std::size_t kProtobufLimit = (std::size_t{1} << 31) - 1;

bool is_liftable(const ir::Value& value, const ir::Tensor& tensor) {
  // ONNX Runtime finds added initializers in the main graph only. A default of an input is no
  // initializer to it, except before IR version 4, when every initializer had to be an input.
  if (!value.graph()->is_main()) return false;
  if (value.is_input() && value.graph()->model().ir_version.value_or(0) >= 4) return false;
  if (tensor.is_sparse() || tensor.is_string()) return false;
  const std::optional<std::uint64_t> size = tensor.byte_size();
  if (!size) return false;
  const bool shape_like =
      tensor.type() == ir::DataType::int64 || tensor.type() == ir::DataType::int32;
  return *size > (shape_like ? kSmallInteger : kSmall);
}

// A reference to a data file means nothing in bytes handed over in memory: such tensors become
// views of the mapped file, which are written out with the model.
ir::TensorPtr internal_view(const ir::TensorPtr& tensor) {
  return ir::Tensor::view(tensor->type(), tensor->dims(), tensor->bytes(), tensor);
}

bool is_stranded(const ir::Value& value, bool lift_weights) {
  const ir::Tensor& tensor = *value.initializer();
  return tensor.is_external() && !(lift_weights && is_liftable(value, tensor));
}

bool has_external_attribute(const ir::Node& node) {
  for (const ir::Attribute& attribute : node.attributes) {
    const auto* tensor = attribute.get<ir::TensorPtr>();
    if (tensor && *tensor && (*tensor)->is_external()) return true;
  }
  return false;
}

bool has_stranded_tensors(const ir::Model& model, bool lift_weights) {
  bool found = false;
  model.for_each_graph([&](const ir::Graph& graph) {
    for (const ir::Value& value : graph.initializers()) {
      found = found || is_stranded(value, lift_weights);
    }
    for (const ir::Node& node : graph.nodes()) found = found || has_external_attribute(node);
  });
  return found;
}

std::unique_ptr<ir::Model> without_stranded_tensors(const ir::Model& model, bool lift_weights) {
  std::unique_ptr<ir::Model> copy = ir::clone_model(model);
  copy->for_each_graph([&](ir::Graph& graph) {
    for (ir::Value& value : graph.initializers()) {
      if (is_stranded(value, lift_weights)) {
        graph.set_initializer(&value, internal_view(value.initializer()));
      }
    }
    for (ir::Node& node : graph.nodes()) {
      if (!has_external_attribute(node)) continue;
      for (ir::Attribute& attribute : node.attributes) {
        auto* tensor = std::get_if<ir::TensorPtr>(&attribute.payload);
        if (tensor && *tensor && (*tensor)->is_external()) *tensor = internal_view(*tensor);
      }
    }
  });
  return copy;
}

// Messages of the same field merge when protobuf reads them, so outputs are added by appending to
// the serialized model.
std::string serialized_outputs(const ir::Graph& graph, const std::vector<std::string>& names) {
  constexpr protozero::pbf_tag_type kModelGraph = 7, kGraphOutput = 12, kInfoName = 1,
                                    kInfoType = 2;
  std::string outputs;
  for (const std::string& name : names) {
    std::string info;
    protozero::pbf_writer writer(info);
    writer.add_string(kInfoName, name);
    const ir::Value* value = graph.find(name);
    if (value && value->inferred()) {
      ir::Type type = *value->inferred();
      type.proto = {};
      // The deduced shape is left to ONNX Runtime: a symbol of ours could clash with one of its
      // own.
      if (type.is_tensor()) type.shape.reset();
      writer.add_message(kInfoType, format::serialize_type(type));
    }
    protozero::pbf_writer(outputs).add_message(kGraphOutput, info);
  }
  std::string appended;
  if (!names.empty()) protozero::pbf_writer(appended).add_message(kModelGraph, outputs);
  return appended;
}

std::uint64_t inline_bytes(const ir::Model& model) {
  std::uint64_t total = 0;
  model.for_each_graph([&](const ir::Graph& graph) {
    for (const ir::Value& value : graph.initializers()) {
      total += value.initializer()->byte_size().value_or(0);
    }
  });
  return total;
}

}  // namespace

SessionModel prepare_session_model(const ir::Model& model, const std::vector<std::string>& outputs,
                                   bool lift_weights) {
  auto check_size = [&model](std::uint64_t size) {
    if (size <= kProtobufLimit) return;
    throw Error(ErrorCode::limit,
                "the model is too large to be handed over without its weights apart",
                {.file = model.path});
  };
  if (!lift_weights) check_size(inline_bytes(model));

  std::unique_ptr<ir::Model> copy;
  if (has_stranded_tensors(model, lift_weights)) {
    copy = without_stranded_tensors(model, lift_weights);
  }
  const ir::Model& source = copy ? *copy : model;

  SessionModel prepared;
  format::SerializeOptions options;
  if (lift_weights) {
    options.externalize = [&prepared](const ir::Value& value,
                                      const ir::Tensor& tensor) -> std::optional<ir::ExternalData> {
      if (!is_liftable(value, tensor)) return std::nullopt;
      const std::uint64_t size = *tensor.byte_size();
      prepared.weights.emplace_back(std::string(value.name()), value.initializer());
      prepared.largest_weight = std::max(prepared.largest_weight, size);
      return ir::ExternalData{kWeightsFile, 0, size, {}};
    };
  }
  prepared.bytes = format::serialize_model(source, options);
  prepared.bytes += serialized_outputs(source.graph(), outputs);
  check_size(prepared.bytes.size());
  return prepared;
}

}  // namespace opsmith::runtime
