#include "opsmith/schema/onnx_conversion.h"

#include <string>

#include "onnx/onnx_pb.h"

namespace opsmith::schema {
namespace {

constexpr std::int64_t largest_size = std::int64_t{1} << 40;
constexpr int deepest_type = 64;

void to_proto(const ir::Dim& dim, onnx::TensorShapeProto::Dimension& proto) {
  if (dim.known() && dim.value >= -largest_size && dim.value <= largest_size) {
    proto.set_dim_value(dim.value);
  } else if (dim.kind == ir::Dim::Kind::param && !dim.param.empty()) {
    proto.set_dim_param(dim.param);
  }
}

// Tensor and sparse tensor types share their fields, not their class.
template <typename TensorType>
void fill_tensor(const ir::Type& type, TensorType& proto) {
  proto.set_elem_type(static_cast<int>(type.element_type));
  if (!type.shape) return;
  auto* shape = proto.mutable_shape();
  for (const ir::Dim& dim : *type.shape) to_proto(dim, *shape->add_dim());
}

template <typename TensorType>
ir::TypePtr read_tensor(const TensorType& proto, ir::Type::Kind kind) {
  if (proto.elem_type() == 0) return nullptr;
  auto type = std::make_shared<ir::Type>();
  type->kind = kind;
  type->element_type = static_cast<ir::DataType>(proto.elem_type());
  if (!proto.has_shape()) return type;
  ir::Shape shape;
  for (const auto& dim : proto.shape().dim()) {
    if (dim.has_dim_value() && dim.dim_value() >= 0) {
      shape.push_back(ir::Dim::of(dim.dim_value()));
    } else if (dim.has_dim_param() && !dim.dim_param().empty()) {
      shape.push_back(ir::Dim::symbol(dim.dim_param()));
    } else {
      shape.emplace_back();
    }
  }
  type->shape = std::move(shape);
  return type;
}

ir::TypePtr read_type(const onnx::TypeProto& proto, int depth) {
  if (depth > deepest_type) return nullptr;
  switch (proto.value_case()) {
    case onnx::TypeProto::kTensorType:
      return read_tensor(proto.tensor_type(), ir::Type::Kind::tensor);
    case onnx::TypeProto::kSparseTensorType:
      return read_tensor(proto.sparse_tensor_type(), ir::Type::Kind::sparse_tensor);
    case onnx::TypeProto::kSequenceType: {
      const auto element = read_type(proto.sequence_type().elem_type(), depth + 1);
      return element ? ir::Type::sequence(element) : nullptr;
    }
    case onnx::TypeProto::kOptionalType: {
      const auto element = read_type(proto.optional_type().elem_type(), depth + 1);
      return element ? ir::Type::optional_of(element) : nullptr;
    }
    case onnx::TypeProto::kMapType: {
      const auto element = read_type(proto.map_type().value_type(), depth + 1);
      if (!element) return nullptr;
      auto type = std::make_shared<ir::Type>();
      type->kind = ir::Type::Kind::map;
      type->key_type = static_cast<ir::DataType>(proto.map_type().key_type());
      type->element = element;
      return type;
    }
    default:
      return nullptr;
  }
}

void write_type(const ir::Type& type, onnx::TypeProto& proto, int depth) {
  if (depth > deepest_type) return;
  switch (type.kind) {
    case ir::Type::Kind::tensor:
      fill_tensor(type, *proto.mutable_tensor_type());
      break;
    case ir::Type::Kind::sparse_tensor:
      fill_tensor(type, *proto.mutable_sparse_tensor_type());
      break;
    case ir::Type::Kind::sequence: {
      auto* element = proto.mutable_sequence_type()->mutable_elem_type();
      if (type.element) write_type(*type.element, *element, depth + 1);
      break;
    }
    case ir::Type::Kind::optional: {
      auto* element = proto.mutable_optional_type()->mutable_elem_type();
      if (type.element) write_type(*type.element, *element, depth + 1);
      break;
    }
    case ir::Type::Kind::map: {
      auto* map = proto.mutable_map_type();
      map->set_key_type(static_cast<int>(type.key_type));
      if (type.element) write_type(*type.element, *map->mutable_value_type(), depth + 1);
      break;
    }
    case ir::Type::Kind::none:
    case ir::Type::Kind::opaque:
      break;
  }
}

std::string text(std::string_view view) { return std::string(view); }

struct AttributeWriter {
  onnx::AttributeProto& proto;
  std::size_t limit;
  ir::AttributeType recorded;

  void type(onnx::AttributeProto::AttributeType value) const {
    proto.set_type(recorded == ir::AttributeType::undefined
                       ? value
                       : static_cast<onnx::AttributeProto::AttributeType>(recorded));
  }
  void operator()(std::monostate) const { type(onnx::AttributeProto::UNDEFINED); }
  void operator()(float value) const {
    type(onnx::AttributeProto::FLOAT);
    proto.set_f(value);
  }
  void operator()(std::int64_t value) const {
    type(onnx::AttributeProto::INT);
    proto.set_i(value);
  }
  void operator()(std::string_view value) const {
    type(onnx::AttributeProto::STRING);
    proto.set_s(text(value));
  }
  void operator()(const ir::TensorPtr& value) const {
    if (value && value->is_sparse()) return type(onnx::AttributeProto::SPARSE_TENSOR);
    type(onnx::AttributeProto::TENSOR);
    if (value) schema::to_proto(*value, *proto.mutable_t(), limit);
  }
  void operator()(const std::unique_ptr<ir::Graph>&) const {
    type(onnx::AttributeProto::GRAPH);
    proto.mutable_g();
  }
  void operator()(const ir::TypePtr& value) const {
    type(onnx::AttributeProto::TYPE_PROTO);
    if (value) write_type(*value, *proto.mutable_tp(), 0);
  }
  void operator()(const std::vector<float>& values) const {
    type(onnx::AttributeProto::FLOATS);
    for (const float value : values) proto.add_floats(value);
  }
  void operator()(const std::vector<std::int64_t>& values) const {
    type(onnx::AttributeProto::INTS);
    for (const std::int64_t value : values) proto.add_ints(value);
  }
  void operator()(const std::vector<std::string_view>& values) const {
    type(onnx::AttributeProto::STRINGS);
    for (const std::string_view value : values) proto.add_strings(text(value));
  }
  void operator()(const std::vector<ir::TensorPtr>& values) const {
    type(onnx::AttributeProto::TENSORS);
    for (const ir::TensorPtr& value : values) {
      auto* tensor = proto.add_tensors();
      if (value) schema::to_proto(*value, *tensor, limit);
    }
  }
  void operator()(const ir::Attribute::Graphs& values) const {
    type(onnx::AttributeProto::GRAPHS);
    for (std::size_t i = 0; i < values.size(); ++i) proto.add_graphs();
  }
  void operator()(const std::vector<ir::TypePtr>& values) const {
    type(onnx::AttributeProto::TYPE_PROTOS);
    for (const ir::TypePtr& value : values) {
      auto* type_proto = proto.add_type_protos();
      if (value) write_type(*value, *type_proto, 0);
    }
  }
};

}  // namespace

void to_proto(const ir::Type& type, onnx::TypeProto& proto) { write_type(type, proto, 0); }

ir::TypePtr from_proto(const onnx::TypeProto& proto) { return read_type(proto, 0); }

bool to_proto(const ir::Tensor& tensor, onnx::TensorProto& proto, std::size_t limit) {
  proto.set_data_type(static_cast<int>(tensor.type()));
  for (const std::int64_t size : tensor.dims()) proto.add_dims(size);
  const auto count = tensor.element_count();
  if (!count || *count < 0 || static_cast<std::uint64_t>(*count) > limit) return false;
  try {
    if (tensor.is_string()) {
      for (const std::string& element : tensor.strings()) proto.add_string_data(element);
    } else {
      const ByteView bytes = tensor.bytes();
      proto.set_raw_data(bytes.data(), bytes.size());
    }
  } catch (const std::exception&) {
    return false;  // missing or short data: the checker reports it
  }
  return true;
}

void to_proto(const ir::Attribute& attribute, onnx::AttributeProto& proto,
              std::size_t tensor_limit) {
  proto.set_name(text(attribute.name));
  if (attribute.is_reference()) proto.set_ref_attr_name(text(attribute.ref_attr_name));
  std::visit(AttributeWriter{proto, tensor_limit, attribute.type}, attribute.payload);
}

void to_proto(const std::vector<ir::Dim>& elements, const ir::Type& type,
              onnx::TensorProto& proto) {
  proto.set_data_type(static_cast<int>(type.element_type));
  if (type.shape && !type.shape->empty())
    proto.add_dims(static_cast<std::int64_t>(elements.size()));
  for (const ir::Dim& element : elements) {
    switch (type.element_type) {
      case ir::DataType::int64:
        proto.add_int64_data(element.value);
        break;
      case ir::DataType::uint32:
      case ir::DataType::uint64:
        proto.add_uint64_data(static_cast<std::uint64_t>(element.value));
        break;
      default:
        proto.add_int32_data(static_cast<std::int32_t>(element.value));
        break;
    }
  }
}

void to_proto(const std::vector<ir::Dim>& elements, onnx::TensorShapeProto& proto) {
  for (const ir::Dim& element : elements) to_proto(element, *proto.add_dim());
}

}  // namespace opsmith::schema
