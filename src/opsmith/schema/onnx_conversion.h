// Types, attributes and small tensors as onnx's protobuf messages, and types back. For this room
// only.
#pragma once

#include <vector>

#include "opsmith/ir/attribute.h"
#include "opsmith/ir/type.h"

namespace onnx {
class AttributeProto;
class TensorProto;
class TensorShapeProto;
class TypeProto;
}  // namespace onnx

namespace opsmith::schema {

// Sizes whose products might overflow inside onnx are passed as unknown: it computes on them
// unchecked.
void to_proto(const ir::Type& type, onnx::TypeProto& proto);
// Null when nothing is set. Negative sizes become unknown.
ir::TypePtr from_proto(const onnx::TypeProto& proto);

// The type and dims; the elements too when there are at most `limit`. False when the elements were
// left out.
bool to_proto(const ir::Tensor& tensor, onnx::TensorProto& proto, std::size_t limit);
// Graphs become empty ones.
void to_proto(const ir::Attribute& attribute, onnx::AttributeProto& proto,
              std::size_t tensor_limit);
// Known elements of an integer tensor with the shape of `type`. All of them must be numbers.
void to_proto(const std::vector<ir::Dim>& elements, const ir::Type& type, onnx::TensorProto& proto);
// Elements as a partly known shape, the form in which onnx's inference takes them.
void to_proto(const std::vector<ir::Dim>& elements, onnx::TensorShapeProto& proto);

}  // namespace opsmith::schema
