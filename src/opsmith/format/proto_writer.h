// Writes the IR as serialized ONNX messages. Internal to the format room; see serialize.h and
// save.h for the ways in.
//
// Fields go out in the order of their numbers, as protobuf's own serializers write them, and lists
// of numbers unpacked, as onnx.proto asks for: an untouched model that such a serializer wrote
// comes out byte for byte.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "opsmith/format/wire_writer.h"
#include "opsmith/ir/model.h"

namespace opsmith::format {

// Where a tensor's elements go.
struct TensorPlacement {
  enum class Kind : std::uint8_t {
    as_is,    // as it was loaded: verbatim, an external one with its reference; a new tensor inside
              // the message
    inlined,  // inside the message; external data is pulled in
    external,  // as the reference `reference`
  };
  Kind kind = Kind::as_is;
  ir::ExternalData reference;
};
// `value` is the initializer; null for a tensor of an attribute.
using PlaceTensor =
    std::function<TensorPlacement(const ir::Value* value, const ir::Tensor& tensor)>;

// The IR's strings and tensors must outlive the WireWriter's content (large ranges are referenced).
class ProtoWriter {
 public:
  // `place` may be empty: everything as it is.
  ProtoWriter(WireWriter& out, const PlaceTensor& place) : out_(out), place_(place) {}

  // Contents of messages, without tag and length.
  void model(const ir::Model& model);
  void function(const ir::Function& function);
  void graph(const ir::Graph& graph);
  void node(const ir::Node& node, bool with_graphs = true);
  void attribute(const ir::Attribute& attribute);
  void type(const ir::Type& type);
  // How a tensor's name field is to be: as loaded, or `name` (null: none).
  struct TensorName {
    bool as_loaded = true;
    std::string_view name;
  };
  void tensor(const ir::Tensor& tensor, const TensorName& name, const TensorPlacement& placement);

 private:
  void entries(std::uint32_t field, const std::vector<ir::StringPair>& entries);
  void opset(std::uint32_t field, const ir::OpsetImport& import);
  void initializers(const ir::Graph& graph, bool sparse);
  void value_info(std::uint32_t field, std::string_view name, const ir::ValueInfo* info);
  void value_infos(std::uint32_t field, const ir::Graph& graph);
  void annotations(const ir::Graph& graph);
  void name(std::uint32_t field, const ir::Value* value);

  void attribute_tensor(std::uint32_t field, const ir::TensorPtr& tensor);
  void payload(const ir::Attribute& attribute);
  void late_payload(const ir::Attribute& attribute);

  void built_type(const ir::Type& type);
  void shape(const ir::Shape& shape);

  void renamed_tensor(const ir::Tensor& tensor, std::string_view name);
  void renamed_sparse(const ir::Tensor& tensor, std::string_view name);
  void built_tensor(const ir::Tensor& tensor, std::string_view name,
                    const TensorPlacement& placement);
  void elements(const ir::Tensor& tensor);
  void reference(const ir::ExternalData& external);

  WireWriter& out_;
  const PlaceTensor& place_;
};

}  // namespace opsmith::format
