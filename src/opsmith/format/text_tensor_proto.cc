#include "opsmith/format/text_tensor_proto.h"

#include <cstring>
#include <utility>

#include "opsmith/base/error.h"
#include "opsmith/format/field_numbers.h"
#include "opsmith/format/file_tensor_source.h"
#include "opsmith/format/wire_reader.h"
#include "opsmith/format/wire_writer.h"

namespace opsmith::format {
namespace {

using ir::DataType;

constexpr std::int64_t kExternalLocation = 1;  // TensorProto.DataLocation.EXTERNAL

field::Number typed_field_number(DataType type) {
  switch (type) {
    case DataType::float32:
    case DataType::complex64:
      return field::tensor::float_data;
    case DataType::float64:
    case DataType::complex128:
      return field::tensor::double_data;
    case DataType::int64:
      return field::tensor::int64_data;
    case DataType::uint32:
    case DataType::uint64:
      return field::tensor::uint64_data;
    case DataType::string:
      return field::tensor::string_data;
    default:
      return ir::bits_of(type) > 0 ? field::tensor::int32_data : 0;
  }
}

bool read_entry(const WireOrigin& origin, std::string_view bytes, ir::StringPair& pair) {
  WireReader reader(origin, "StringStringEntryProto", bytes);
  while (reader.next()) {
    switch (reader.field()) {
      case field::entry::key:
        pair.key = reader.text("key");
        break;
      case field::entry::value:
        pair.value = reader.text("value");
        break;
      default:
        return false;
    }
  }
  return true;
}

struct Reading {
  TensorFields fields;
  field::Number typed = 0;
  bool has_type = false;
  bool external = false;
  bool plain = true;

  void field_of(WireReader& reader, const WireOrigin& origin);
  void typed_field_of(WireReader& reader, field::Number number);
};

void Reading::typed_field_of(WireReader& reader, field::Number number) {
  if (typed != 0 && typed != number) plain = false;
  typed = number;
  if (number == field::tensor::string_data) {
    fields.strings.push_back(reader.text("string_data"));
  } else if (number == field::tensor::float_data) {
    std::vector<float> values;
    reader.floats("float_data", values);
    fields.floats.append(reinterpret_cast<const char*>(values.data()),
                         values.size() * sizeof(float));
  } else if (number == field::tensor::double_data) {
    std::vector<double> values;
    reader.doubles("double_data", values);
    fields.floats.append(reinterpret_cast<const char*>(values.data()),
                         values.size() * sizeof(double));
  } else {
    reader.integers("integers", fields.integers);
  }
}

void Reading::field_of(WireReader& reader, const WireOrigin& origin) {
  switch (reader.field()) {
    case field::tensor::dims:
      reader.integers("dims", fields.dims);
      break;
    case field::tensor::data_type:
      fields.type = static_cast<DataType>(reader.integer("data_type"));
      has_type = true;
      break;
    case field::tensor::float_data:
    case field::tensor::int32_data:
    case field::tensor::string_data:
    case field::tensor::int64_data:
    case field::tensor::double_data:
    case field::tensor::uint64_data:
      typed_field_of(reader, reader.field());
      break;
    case field::tensor::name:
      fields.name = reader.text("name");
      break;
    case field::tensor::doc_string:
      fields.doc_string = reader.text("doc_string");
      break;
    case field::tensor::raw_data:
      fields.raw = reader.text("raw_data");
      break;
    case field::tensor::external_data:
      plain =
          read_entry(origin, reader.text("external_data"), fields.external.emplace_back()) && plain;
      break;
    case field::tensor::data_location:
      external = reader.integer("data_location") == kExternalLocation;
      plain = external && plain;  // an explicit default is no field that text shows
      break;
    case field::tensor::metadata_props:
      plain = read_entry(origin, reader.text("metadata_props"), fields.metadata.emplace_back()) &&
              plain;
      break;
    default:
      plain = false;
  }
}

void write_entries(WireWriter& writer, field::Number number,
                   const std::vector<ir::StringPair>& pairs) {
  for (const ir::StringPair& pair : pairs) {
    const WireWriter::Mark mark = writer.begin(number);
    writer.optional_text(field::entry::key, pair.key);
    writer.optional_text(field::entry::value, pair.value);
    writer.verbatim(pair.unknown);
    writer.end(mark);
  }
}

std::string packed_varints(const std::vector<std::int64_t>& values) {
  std::string packed;
  for (const std::int64_t value : values) {
    auto rest = static_cast<std::uint64_t>(value);
    while (rest >= 0x80) {
      packed += static_cast<char>(rest | 0x80U);
      rest >>= 7;
    }
    packed += static_cast<char>(rest);
  }
  return packed;
}

template <typename T>
void widen(TensorFields& fields, ByteView elements) {
  for (std::size_t i = 0; i + sizeof(T) <= elements.size(); i += sizeof(T)) {
    T value;
    std::memcpy(&value, elements.data() + i, sizeof(T));
    fields.integers.push_back(static_cast<std::int64_t>(value));
  }
}

}  // namespace

std::string_view typed_field(DataType type) {
  switch (typed_field_number(type)) {
    case field::tensor::float_data:
      return "float_data";
    case field::tensor::int32_data:
      return "int32_data";
    case field::tensor::string_data:
      return "string_data";
    case field::tensor::int64_data:
      return "int64_data";
    case field::tensor::double_data:
      return "double_data";
    case field::tensor::uint64_data:
      return "uint64_data";
    default:
      return {};
  }
}

std::optional<TensorFields> take_apart(std::string_view tensor_proto) {
  const WireOrigin origin{tensor_proto};
  Reading reading;
  try {
    WireReader reader(origin, "TensorProto", tensor_proto);
    while (reading.plain && reader.next()) reading.field_of(reader, origin);
  } catch (const Error&) {
    return std::nullopt;
  }
  TensorFields& fields = reading.fields;
  const bool raw = fields.raw.data() != nullptr;
  const int storages = (raw ? 1 : 0) + (reading.typed != 0 ? 1 : 0) + (reading.external ? 1 : 0);
  if (!reading.plain || !reading.has_type || storages > 1) return std::nullopt;
  if (!reading.external && !fields.external.empty()) return std::nullopt;
  if (reading.typed != 0 && reading.typed != typed_field_number(fields.type)) return std::nullopt;
  if (reading.external) {
    fields.storage = TensorFields::Storage::external;
  } else if (raw) {
    fields.storage = TensorFields::Storage::raw;
  } else {
    fields.storage =
        reading.typed != 0 ? TensorFields::Storage::typed : TensorFields::Storage::none;
  }
  return std::move(fields);
}

void set_typed(TensorFields& fields, ByteView elements) {
  fields.storage = TensorFields::Storage::typed;
  switch (fields.type) {
    case DataType::float32:
    case DataType::complex64:
    case DataType::float64:
    case DataType::complex128:
      fields.typed_bytes = as_text(elements);
      return;
    case DataType::int64:
    case DataType::uint64:
      return widen<std::int64_t>(fields, elements);
    case DataType::uint32:
      return widen<std::uint32_t>(fields, elements);
    case DataType::int32:
      return widen<std::int32_t>(fields, elements);
    case DataType::int16:
      return widen<std::int16_t>(fields, elements);
    case DataType::int8:
      return widen<std::int8_t>(fields, elements);
    case DataType::uint16:
    case DataType::float16:
    case DataType::bfloat16:
      return widen<std::uint16_t>(fields, elements);
    default:
      return widen<std::uint8_t>(fields, elements);
  }
}

std::string assemble(const TensorFields& fields) {
  WireWriter writer;
  for (const std::int64_t dim : fields.dims) writer.integer(field::tensor::dims, dim);
  writer.integer(field::tensor::data_type, static_cast<std::int64_t>(fields.type));
  const field::Number typed = typed_field_number(fields.type);
  if (fields.storage == TensorFields::Storage::typed && typed != 0) {
    if (typed == field::tensor::string_data) {
      for (const std::string_view text : fields.strings) writer.text(typed, text);
    } else if (typed == field::tensor::float_data || typed == field::tensor::double_data) {
      if (!fields.typed_bytes.empty()) writer.text(typed, fields.typed_bytes);
    } else if (!fields.integers.empty()) {
      writer.text(typed, packed_varints(fields.integers));
    }
  }
  writer.optional_text(field::tensor::name, fields.name);
  if (fields.storage == TensorFields::Storage::raw)
    writer.text(field::tensor::raw_data, fields.raw);
  writer.optional_text(field::tensor::doc_string, fields.doc_string);
  if (fields.storage == TensorFields::Storage::external) {
    write_entries(writer, field::tensor::external_data, fields.external);
    writer.integer(field::tensor::data_location, kExternalLocation);
  }
  write_entries(writer, field::tensor::metadata_props, fields.metadata);
  writer.verbatim(fields.unknown);
  return writer.joined();
}

namespace {

void read_header(const WireOrigin& origin, std::string_view proto, ir::Tensor::Loaded& parts) {
  std::string_view raw;
  ir::ExternalData external;
  bool is_external = false;
  WireReader reader(origin, "TensorProto", proto);
  while (reader.next()) {
    switch (reader.field()) {
      case field::tensor::dims:
        reader.integers("dims", parts.dims);
        break;
      case field::tensor::data_type:
        parts.type = static_cast<DataType>(reader.integer("data_type"));
        break;
      case field::tensor::name:
        parts.name = reader.text("name");
        break;
      case field::tensor::raw_data:
        raw = reader.text("raw_data");
        break;
      case field::tensor::external_data: {
        ir::StringPair entry;
        read_entry(origin, reader.text("external_data"), entry);
        set_external_entry(external, entry.key, entry.value);
        break;
      }
      case field::tensor::data_location:
        is_external = reader.integer("data_location") == kExternalLocation;
        break;
      default:
        reader.skip();
    }
  }
  if (is_external) {
    parts.external = std::make_unique<ir::ExternalData>(std::move(external));
  } else if (parts.type != DataType::string && raw.data() != nullptr) {
    parts.raw = as_bytes(raw);
    parts.has_raw = true;
  }
}

}  // namespace

ir::TensorPtr tensor_over_proto(std::string proto, bool sparse, const std::string& file_name,
                                const std::shared_ptr<const ExternalFiles>& files) {
  const auto file = MappedFile::from_memory(file_name, std::move(proto));
  const WireOrigin origin{file->text()};
  ir::Tensor::Loaded parts;
  parts.proto = file->text();
  parts.source = std::make_shared<FileTensorSource>(file, files);
  if (!sparse) {
    read_header(origin, file->text(), parts);
    return ir::Tensor::loaded(std::move(parts));
  }
  parts.sparse = true;
  WireReader reader(origin, "SparseTensorProto", file->text());
  while (reader.next()) {
    if (reader.field() == field::sparse::values) {
      ir::Tensor::Loaded values;
      read_header(origin, reader.text("values"), values);
      parts.type = values.type;
      parts.name = values.name;
    } else if (reader.field() == field::sparse::dims) {
      reader.integers("dims", parts.dims);
    } else {
      reader.skip();
    }
  }
  return ir::Tensor::loaded(std::move(parts));
}

}  // namespace opsmith::format
