// TensorProto and SparseTensorProto: only the header is read; elements stay where they are.
#include <bit>
#include <utility>

#include "opsmith/base/error.h"
#include "opsmith/format/external_data.h"
#include "opsmith/format/field_numbers.h"
#include "opsmith/format/proto_reader.h"

namespace opsmith::format {
namespace {

static_assert(std::endian::native == std::endian::little,
              "elements are used as they lie in the file, which is little-endian");

constexpr std::int64_t kExternalLocation = 1;  // TensorProto.DataLocation.EXTERNAL

void read_external_entry(const WireOrigin& origin, std::string_view bytes, ir::ExternalData& data) {
  std::string_view key, value;
  WireReader reader(origin, "StringStringEntryProto", bytes);
  while (reader.next()) {
    switch (reader.field()) {
      case field::entry::key:
        key = reader.text("key");
        break;
      case field::entry::value:
        value = reader.text("value");
        break;
      default:
        reader.skip();
    }
  }
  set_external_entry(data, key, value);
}

// The one packed chunk of float_data or double_data lies in the file just as raw_data would.
struct PackedChunk {
  std::string_view bytes;
  int count = 0;
  bool single() const { return count == 1 && bytes.data() != nullptr; }
};

bool holds_floats(ir::DataType type) {
  return type == ir::DataType::float32 || type == ir::DataType::complex64;
}
bool holds_doubles(ir::DataType type) {
  return type == ir::DataType::float64 || type == ir::DataType::complex128;
}

}  // namespace

ir::TensorPtr ProtoReader::read_tensor(std::string_view bytes) {
  ir::Tensor::Loaded parts;
  parts.proto = bytes;
  std::string_view raw;
  PackedChunk floats, doubles;
  ir::ExternalData external;
  bool is_external = false;
  WireReader reader(origin_, "TensorProto", bytes);
  while (reader.next()) {
    switch (reader.field()) {
      case field::tensor::dims:
        reader.integers("dims", parts.dims);
        break;
      case field::tensor::data_type:
        parts.type = static_cast<ir::DataType>(reader.integer("data_type"));
        break;
      case field::tensor::name:
        parts.name = reader.text("name");
        break;
      case field::tensor::raw_data:
        raw = reader.text("raw_data");
        break;
      case field::tensor::float_data:
      case field::tensor::double_data: {
        PackedChunk& chunk = reader.field() == field::tensor::float_data ? floats : doubles;
        ++chunk.count;
        if (reader.is_length_delimited()) {
          chunk.bytes = reader.text("float_data");
        } else {
          reader.skip();
        }
        break;
      }
      case field::tensor::external_data:
        read_external_entry(origin_, reader.text("external_data"), external);
        break;
      case field::tensor::data_location:
        is_external = reader.integer("data_location") == kExternalLocation;
        break;
      default:
        reader.skip();
    }
  }
  charge(sizeof(ir::Tensor) + 128 + parts.dims.size() * sizeof(std::int64_t));
  if (is_external) {
    parts.external = std::make_unique<ir::ExternalData>(std::move(external));
  } else if (parts.type != ir::DataType::string) {
    if (raw.data() == nullptr && holds_floats(parts.type) && floats.single()) raw = floats.bytes;
    if (raw.data() == nullptr && holds_doubles(parts.type) && doubles.single()) raw = doubles.bytes;
    parts.raw = as_bytes(raw);
    parts.has_raw = raw.data() != nullptr;
  }
  parts.source = source_of(bytes);
  return ir::Tensor::loaded(std::move(parts));
}

ir::TensorPtr ProtoReader::read_sparse_tensor(std::string_view bytes) {
  ir::Tensor::Loaded parts;
  parts.proto = bytes;
  parts.sparse = true;
  WireReader reader(origin_, "SparseTensorProto", bytes);
  while (reader.next()) {
    switch (reader.field()) {
      case field::sparse::values: {
        const ir::TensorPtr values = read_tensor(reader.text("values"));
        parts.type = values->type();
        parts.name = values->proto_name();
        break;
      }
      case field::sparse::dims:
        reader.integers("dims", parts.dims);
        break;
      default:
        reader.skip();
    }
  }
  charge(sizeof(ir::Tensor) + 128 + parts.dims.size() * sizeof(std::int64_t));
  parts.source = source_of(bytes);
  return ir::Tensor::loaded(std::move(parts));
}

}  // namespace opsmith::format
