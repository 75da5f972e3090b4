// Serialized ONNX messages in memory: for the schema and runtime rooms, whose libraries read them.
// To write files use save.h, which streams.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "opsmith/ir/model.h"

namespace opsmith::format {

struct SerializeOptions {
  // Asked for every initializer; what it returns is written as the tensor's external reference, in
  // place of its elements. nullopt: the tensor as it is. May be empty.
  std::function<std::optional<ir::ExternalData>(const ir::Value&, const ir::Tensor&)> externalize;
};

// ModelProto. Weights are copied into the result unless `externalize` says otherwise.
std::string serialize_model(const ir::Model& model, const SerializeOptions& options = {});
// TypeProto, and back. The parsed type holds its own memory, and `type_proto` may go. Throws
// Error(malformed).
std::string serialize_type(const ir::Type& type);
ir::TypePtr parse_type(std::string_view type_proto);
std::string serialize_attribute(const ir::Attribute& attribute);
// TensorProto (SparseTensorProto for a sparse one) under `name`; null data: without a name.
std::string serialize_tensor(const ir::Tensor& tensor, std::string_view name);
// NodeProto; without graphs, attributes that hold graphs are left out.
std::string serialize_node(const ir::Node& node, bool with_graphs);

}  // namespace opsmith::format
