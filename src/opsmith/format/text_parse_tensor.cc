// Tensor values in ONNX text: {1, 2}, float_data {1, 2}, base64 "…", ["location": "…"], proto "…",
// and sparse ones.
#include <string>
#include <utility>

#include "opsmith/format/field_numbers.h"
#include "opsmith/format/serialize.h"
#include "opsmith/format/text_escape.h"
#include "opsmith/format/text_number.h"
#include "opsmith/format/text_parser_core.h"
#include "opsmith/format/text_tensor_proto.h"
#include "opsmith/format/wire_writer.h"

namespace opsmith::format {

struct TextParser::TensorParts {
  TensorFields fields;
  bool needs_proto = false;  // more than elements: stored as the TensorProto that it stands for
  std::vector<std::byte> elements;
  std::vector<std::string> strings;
  std::size_t offset = 0;
};

namespace {

std::string counted(std::uint64_t count) {
  return std::to_string(count) + (count == 1 ? " element" : " elements");
}

}  // namespace

bool TextParser::at_tensor_value() {
  const Token& token = lexer_.peek();
  if (token.is("{") || token.is("[")) return true;
  if (token.kind != Token::Kind::identifier) return false;
  const Token second = lexer_.peek_second();
  if (token.text == "base64" || token.text == "proto") return second.kind == Token::Kind::string;
  return token.text.ends_with("_data") && second.is("{");
}

// Reads {…} and compares the count with the dims.
void TextParser::literal(TensorParts& parts, bool fields) {
  const ir::DataType type = parts.fields.type;
  const std::size_t start = lexer_.expect("{").offset;
  ElementWriter writer(type);
  if (!lexer_.peek().is("}")) {
    do {
      if (type == ir::DataType::string) {
        parts.strings.emplace_back(string("a string"));
        continue;
      }
      const Token token = lexer_.take();
      const bool number = token.kind == Token::Kind::integer || token.kind == Token::Kind::real ||
                          token.kind == Token::Kind::identifier;
      switch (number ? writer.append(token.text) : NumberStatus::malformed) {
        case NumberStatus::fine:
          break;
        case NumberStatus::malformed:
          lexer_.fail(token.offset, "expected an element of type " + std::string(name_of(type)));
        case NumberStatus::out_of_range:
          lexer_.fail(token.offset, "'" + std::string(token.text.substr(0, 40)) +
                                        "' does not fit in " + std::string(name_of(type)));
      }
    } while (lexer_.accept(","));
  }
  if (!lexer_.peek().is("}")) lexer_.fail_expected("',' or '}'");
  lexer_.take();

  std::uint64_t wanted = static_cast<std::uint64_t>(writer.components());
  for (const std::int64_t dim : parts.fields.dims) {
    if (dim < 0 || __builtin_mul_overflow(wanted, static_cast<std::uint64_t>(dim), &wanted)) {
      lexer_.fail(parts.offset, "a tensor of such dimensions cannot be");
    }
  }
  const std::uint64_t given = type == ir::DataType::string ? parts.strings.size() : writer.count();
  if (given != wanted) {
    lexer_.fail(start,
                "the type asks for " + counted(wanted) + ", but " + counted(given) + " stand here");
  }
  parts.elements = writer.take();
  parts.needs_proto = parts.needs_proto || fields;
  if (type == ir::DataType::string) {
    for (const std::string& text : parts.strings) parts.fields.strings.push_back(text);
    parts.fields.storage = TensorFields::Storage::typed;
  } else if (fields) {
    set_typed(parts.fields, parts.elements);
  } else {
    parts.fields.storage = TensorFields::Storage::raw;
    parts.fields.raw = as_text(parts.elements);
  }
}

void TextParser::tensor_notes(TensorParts& parts) {
  notes(
      [&](std::string_view key) {
        if (key == "name") {
          parts.fields.name = string_or_absent();
        } else if (key == "doc_string") {
          parts.fields.doc_string = string("the tensor's documentation");
        } else if (key == "metadata_props") {
          parts.fields.metadata = string_pairs();
        } else if (key == "unknown") {
          parts.fields.unknown = base64("bytes in base 64");
        } else {
          return false;
        }
        parts.needs_proto = true;
        return true;
      },
      "name, doc_string, metadata_props, unknown");
}

ir::TensorPtr TextParser::proto_tensor() {
  const std::size_t offset = lexer_.take().offset;
  const std::string_view bytes = base64("a TensorProto in base 64");
  try {
    return tensor_over_proto(std::string(bytes), false, file_name_, external_files_);
  } catch (const Error& error) {
    lexer_.fail(offset, "this holds no TensorProto: " + error.message());
  }
}

// sparse_tensor(float[3, 4]) {values, indices}: two tensors.
ir::TensorPtr TextParser::sparse_value(const ir::Type& type) {
  if (lexer_.peek().is_word("proto")) {
    lexer_.take();
    return tensor_over_proto(std::string(base64("a SparseTensorProto in base 64")), true,
                             file_name_, external_files_);
  }
  lexer_.expect("{");
  const ir::TensorPtr values = tensor();
  lexer_.expect(",");
  const ir::TensorPtr indices = tensor();
  lexer_.expect("}");
  WireWriter writer;
  writer.text(field::sparse::values, serialize_tensor(*values, values->proto_name()));
  writer.text(field::sparse::indices, serialize_tensor(*indices, indices->proto_name()));
  if (type.shape) {
    for (const ir::Dim& dim : *type.shape) writer.integer(field::sparse::dims, dim.value);
  }
  return tensor_over_proto(writer.joined(), true, file_name_, external_files_);
}

ir::TensorPtr TextParser::tensor_value(const ir::TypePtr& type, std::size_t type_offset,
                                       bool keyword, std::string_view tensor_name) {
  const bool sparse = type && type->kind == ir::Type::Kind::sparse_tensor;
  if (keyword && !sparse && lexer_.peek().is_word("proto")) return proto_tensor();
  if (!type || (!type->is_tensor() && !sparse)) {
    lexer_.fail(type_offset, "a constant needs a tensor type, such as float[2]");
  }
  if (!type->shape) {
    lexer_.fail(type_offset, "a constant needs a shape",
                "write no brackets for a scalar, or all the dimensions");
  }
  TensorParts parts;
  parts.offset = type_offset;
  parts.fields.type = type->element_type;
  parts.fields.name = tensor_name;
  parts.needs_proto = tensor_name.data() != nullptr;
  for (const ir::Dim& dim : *type->shape) {
    if (!dim.known() || dim.value < 0)
      lexer_.fail(type_offset, "a constant needs a shape of numbers");
    parts.fields.dims.push_back(dim.value);
  }
  if (sparse) return sparse_value(*type);

  if (lexer_.peek().is("{")) {
    literal(parts, typed_by_default_);
  } else if (lexer_.peek().is("[")) {
    parts.fields.external = string_pairs();
    parts.fields.storage = TensorFields::Storage::external;
    parts.needs_proto = true;
  } else if (keyword && lexer_.accept_word("base64")) {
    const std::size_t offset = lexer_.peek().offset;
    const std::string_view bytes = base64("the elements in base 64");
    const ByteView view = as_bytes(bytes);
    if (parts.fields.type == ir::DataType::string)
      lexer_.fail(offset, "strings cannot stand in base 64");
    parts.elements.assign(view.begin(), view.end());
    parts.fields.storage = TensorFields::Storage::raw;
    parts.fields.raw = as_text(parts.elements);
  } else if (keyword && lexer_.accept_word("raw_data")) {
    literal(parts, false);
  } else if (keyword && lexer_.peek().kind == Token::Kind::identifier &&
             lexer_.peek().text == typed_field(parts.fields.type)) {
    lexer_.take();
    literal(parts, true);
  } else {
    lexer_.fail_expected("a tensor's value: {elements} or [\"location\": …]");
  }
  tensor_notes(parts);

  try {
    if (parts.needs_proto) {
      return tensor_over_proto(assemble(parts.fields), false, file_name_, external_files_);
    }
    if (parts.fields.type == ir::DataType::string) {
      return ir::Tensor::of_strings(std::move(parts.fields.dims), std::move(parts.strings));
    }
    return ir::Tensor::owned(parts.fields.type, std::move(parts.fields.dims),
                             std::move(parts.elements));
  } catch (const Error& error) {
    lexer_.fail(type_offset, error.message());
  }
}

ir::TensorPtr TextParser::tensor() {
  const std::size_t offset = lexer_.peek().offset;
  if (lexer_.peek().is_word("proto")) return tensor_value(nullptr, offset, true, {});
  const ir::TypePtr type = this->type();
  return tensor_after_type(type, offset);
}

ir::TensorPtr TextParser::tensor_after_type(const ir::TypePtr& type, std::size_t offset) {
  std::string_view tensor_name = absent(Presence::tensor_name);
  if (at_name()) tensor_name = name("the tensor's name");
  const bool keyword = lexer_.accept("=");
  return tensor_value(type, offset, keyword, tensor_name);
}

}  // namespace opsmith::format
