// TensorProto and SparseTensorProto.
#include <string>

#include "opsmith/format/field_numbers.h"
#include "opsmith/format/proto_writer.h"
#include "opsmith/format/wire_reader.h"

namespace opsmith::format {
namespace {

bool same_field(std::string_view a, std::string_view b) {
  return (a.data() == nullptr) == (b.data() == nullptr) && a == b;
}

// Fields of a TensorProto that say where its elements are, or repeat what is written anew.
bool is_rewritten(std::uint32_t number) {
  switch (number) {
    case field::tensor::dims:
    case field::tensor::data_type:
    case field::tensor::segment:
    case field::tensor::float_data:
    case field::tensor::int32_data:
    case field::tensor::string_data:
    case field::tensor::int64_data:
    case field::tensor::name:
    case field::tensor::raw_data:
    case field::tensor::double_data:
    case field::tensor::uint64_data:
    case field::tensor::external_data:
    case field::tensor::data_location:
      return true;
    default:
      return false;
  }
}

}  // namespace

void ProtoWriter::tensor(const ir::Tensor& tensor, const TensorName& name,
                         const TensorPlacement& placement) {
  using Kind = TensorPlacement::Kind;
  const std::string_view wanted = name.as_loaded ? tensor.proto_name() : name.name;
  const bool loaded = tensor.proto().data() != nullptr;
  const bool stays = tensor.is_sparse() || placement.kind == Kind::as_is ||
                     (placement.kind == Kind::inlined && !tensor.is_external());
  if (!loaded || !stays) return built_tensor(tensor, wanted, placement);
  if (same_field(wanted, tensor.proto_name())) return out_.verbatim(tensor.proto());
  if (tensor.is_sparse()) return renamed_sparse(tensor, wanted);
  renamed_tensor(tensor, wanted);
}

void ProtoWriter::renamed_tensor(const ir::Tensor& tensor, std::string_view name) {
  const std::string_view proto = tensor.proto();
  const WireOrigin origin{proto};
  bool named = false;
  WireReader reader(origin, "TensorProto", proto);
  while (reader.next()) {
    const std::uint32_t number = reader.field();
    const std::string_view bytes = reader.raw();
    if (number >= field::tensor::name && !named) {
      out_.optional_text(field::tensor::name, name);
      named = true;
    }
    if (number != field::tensor::name) out_.verbatim(bytes);
  }
  if (!named) out_.optional_text(field::tensor::name, name);
}

// A sparse tensor is named by its values.
void ProtoWriter::renamed_sparse(const ir::Tensor& tensor, std::string_view name) {
  const std::string_view proto = tensor.proto();
  const WireOrigin origin{proto};
  WireReader reader(origin, "SparseTensorProto", proto);
  while (reader.next()) {
    if (reader.field() != field::sparse::values) {
      out_.verbatim(reader.raw());
      continue;
    }
    ir::Tensor::Loaded values;
    values.proto = reader.text("values");
    const auto mark = out_.begin(field::sparse::values);
    renamed_tensor(*ir::Tensor::loaded(std::move(values)), name);
    out_.end(mark);
  }
}

void ProtoWriter::built_tensor(const ir::Tensor& tensor, std::string_view name,
                               const TensorPlacement& placement) {
  for (const std::int64_t dim : tensor.dims()) out_.integer(field::tensor::dims, dim);
  out_.integer(field::tensor::data_type, static_cast<std::int64_t>(tensor.type()));
  const bool external = placement.kind == TensorPlacement::Kind::external;
  if (tensor.is_string()) elements(tensor);  // string_data comes before the name
  out_.optional_text(field::tensor::name, name);
  if (!tensor.is_string() && !external) elements(tensor);

  bool referenced = !external;
  if (tensor.proto().data() != nullptr) {
    const WireOrigin origin{tensor.proto()};
    WireReader reader(origin, "TensorProto", tensor.proto());
    while (reader.next()) {
      const std::uint32_t number = reader.field();
      if (number > field::tensor::data_location && !referenced) {
        reference(placement.reference);
        referenced = true;
      }
      const std::string_view bytes = reader.raw();
      if (!is_rewritten(number)) out_.verbatim(bytes);
    }
  }
  if (!referenced) reference(placement.reference);
}

void ProtoWriter::elements(const ir::Tensor& tensor) {
  if (tensor.is_string()) {
    for (const std::string& text : tensor.strings()) out_.text(field::tensor::string_data, text);
  } else {
    out_.bytes(field::tensor::raw_data, tensor.bytes());
  }
}

void ProtoWriter::reference(const ir::ExternalData& external) {
  auto entry = [this](std::string_view key, const std::string& value) {
    const auto mark = out_.begin(field::tensor::external_data);
    out_.text(field::entry::key, key);
    out_.text(field::entry::value, value);
    out_.end(mark);
  };
  entry("location", external.location);
  entry("offset", std::to_string(external.offset));
  if (external.length) entry("length", std::to_string(*external.length));
  if (!external.checksum.empty()) entry("checksum", external.checksum);
  out_.integer(field::tensor::data_location, 1);  // EXTERNAL
}

}  // namespace opsmith::format
