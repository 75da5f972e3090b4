#include "opsmith/format/text_value_info.h"

#include <utility>

#include "opsmith/base/error.h"
#include "opsmith/format/field_numbers.h"
#include "opsmith/format/proto_reader.h"
#include "opsmith/format/serialize.h"
#include "opsmith/format/wire_reader.h"
#include "opsmith/format/wire_writer.h"

namespace opsmith::format {
namespace {

ir::StringPair read_entry(const WireOrigin& origin, std::string_view bytes) {
  ir::StringPair pair;
  WireReader reader(origin, "StringStringEntryProto", bytes);
  while (reader.next()) {
    if (reader.field() == field::entry::key) {
      pair.key = reader.text("key");
    } else if (reader.field() == field::entry::value) {
      pair.value = reader.text("value");
    } else {
      reader.keep();
    }
  }
  pair.unknown = reader.kept();
  return pair;
}

NamedInfo read_fields(std::string_view proto) {
  const WireOrigin origin{proto};
  NamedInfo result;
  WireReader reader(origin, "ValueInfoProto", proto);
  while (reader.next()) {
    switch (reader.field()) {
      case field::value_info::name:
        result.name = reader.text("name");
        break;
      case field::value_info::type:
        result.info.type = read_type_proto(origin, reader.text("type"));
        break;
      case field::value_info::doc_string:
        result.info.doc_string = reader.text("doc_string");
        break;
      case field::value_info::metadata_props:
        result.info.metadata.push_back(read_entry(origin, reader.text("metadata_props")));
        break;
      default:
        reader.keep();
    }
  }
  result.info.unknown = reader.kept();
  return result;
}

}  // namespace

std::string serialize_value_info(std::string_view name, const ir::ValueInfo& info) {
  WireWriter writer;
  writer.optional_text(field::value_info::name, name);
  if (info.type) writer.text(field::value_info::type, serialize_type(*info.type));
  writer.optional_text(field::value_info::doc_string, info.doc_string);
  for (const ir::StringPair& pair : info.metadata) {
    const WireWriter::Mark mark = writer.begin(field::value_info::metadata_props);
    writer.optional_text(field::entry::key, pair.key);
    writer.optional_text(field::entry::value, pair.value);
    writer.verbatim(pair.unknown);
    writer.end(mark);
  }
  writer.verbatim(info.unknown);
  return writer.joined();
}

std::optional<NamedInfo> read_value_info(std::string_view proto) {
  try {
    NamedInfo result = read_fields(proto);
    if (serialize_value_info(result.name, result.info) != proto) return std::nullopt;
    return result;
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace opsmith::format
