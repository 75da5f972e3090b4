#include "opsmith/format/serialize.h"

#include <memory>
#include <utility>

#include "opsmith/format/proto_reader.h"
#include "opsmith/format/proto_writer.h"

namespace opsmith::format {
namespace {

template <typename Write>
std::string serialized(const PlaceTensor& place, Write write) {
  WireWriter out;
  ProtoWriter writer(out, place);
  write(writer);
  return out.joined();
}

// A type and the bytes that its views look into.
struct OwnedType {
  std::shared_ptr<const std::string> bytes;
  ir::Type type;
};

// Copies `type` so that every level keeps `bytes` alive, whoever takes it apart. The depth is
// bounded by the reader.
ir::TypePtr keep_bytes(const ir::Type& type, const std::shared_ptr<const std::string>& bytes) {
  auto owned = std::make_shared<OwnedType>(OwnedType{bytes, type});
  owned->type.proto = {};
  if (type.element) owned->type.element = keep_bytes(*type.element, bytes);
  return {owned, &owned->type};
}

}  // namespace

std::string serialize_model(const ir::Model& model, const SerializeOptions& options) {
  PlaceTensor place;
  if (options.externalize) {
    place = [&options](const ir::Value* value, const ir::Tensor& tensor) {
      TensorPlacement placement;
      if (!value || tensor.is_sparse()) return placement;
      if (auto reference = options.externalize(*value, tensor)) {
        placement.kind = TensorPlacement::Kind::external;
        placement.reference = std::move(*reference);
      }
      return placement;
    };
  }
  return serialized(place, [&](ProtoWriter& writer) { writer.model(model); });
}

std::string serialize_type(const ir::Type& type) {
  return serialized({}, [&](ProtoWriter& writer) { writer.type(type); });
}

ir::TypePtr parse_type(std::string_view type_proto) {
  const auto bytes = std::make_shared<const std::string>(type_proto);
  const WireOrigin origin{*bytes};
  return keep_bytes(*read_type_proto(origin, *bytes), bytes);
}

std::string serialize_attribute(const ir::Attribute& attribute) {
  return serialized({}, [&](ProtoWriter& writer) { writer.attribute(attribute); });
}

std::string serialize_tensor(const ir::Tensor& tensor, std::string_view name) {
  return serialized({}, [&](ProtoWriter& writer) { writer.tensor(tensor, {false, name}, {}); });
}

std::string serialize_node(const ir::Node& node, bool with_graphs) {
  return serialized({}, [&](ProtoWriter& writer) { writer.node(node, with_graphs); });
}

}  // namespace opsmith::format
