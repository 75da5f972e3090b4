// Types as ONNX text.
#include <string>

#include "opsmith/format/serialize.h"
#include "opsmith/format/text_escape.h"
#include "opsmith/format/text_printer_core.h"

namespace opsmith::format {
namespace {

using Kind = ir::Type::Kind;

bool is_named(ir::DataType type) { return ir::data_type_from_name(name_of(type)).has_value(); }

bool is_spellable(const ir::Type& type) {
  switch (type.kind) {
    case Kind::none:
      return false;
    case Kind::tensor:
    case Kind::sparse_tensor:
      return is_named(type.element_type);
    case Kind::map:
      return is_named(type.key_type) && type.element;
    case Kind::sequence:
    case Kind::optional:
      return type.element != nullptr;
    case Kind::opaque:
      return type.opaque_domain.data() == nullptr || type.opaque_name.data() != nullptr;
  }
  return false;
}

// Whether the spelled type serializes to what this one does. A type that came from a file may hold
// what the IR does not (fields of a newer ONNX, an empty symbol).
bool reads_back(const ir::Type& type) {
  if (!is_spellable(type)) return false;
  if (type.element && !reads_back(*type.element)) return false;
  if (type.proto.data() == nullptr) return true;
  ir::Type built = type;
  built.proto = {};
  return serialize_type(built) == type.proto;
}

bool is_dotted_name(std::string_view text) {
  while (true) {
    const std::size_t dot = text.find('.');
    if (!is_plain_identifier(text.substr(0, dot))) return false;
    if (dot == std::string_view::npos) return true;
    text.remove_prefix(dot + 1);
  }
}

}  // namespace

void TextPrinter::type(const ir::Type& type) {
  if (reads_back(type)) return spelled_type(type);
  out_ += "proto ";
  base64(serialize_type(type));
}

void TextPrinter::spelled_type(const ir::Type& type) {
  auto dotted = [this](std::string_view text) {
    if (is_dotted_name(text)) {
      out_ += text;
    } else {
      append_quoted(out_, text);
    }
  };
  // No brackets: rank 0. Empty brackets: unknown rank.
  auto tensor = [&] {
    out_ += name_of(type.element_type);
    if (!type.shape) {
      out_ += "[]";
    } else if (!type.shape->empty()) {
      shape(*type.shape);
    }
  };
  switch (type.kind) {
    case Kind::tensor:
      tensor();
      break;
    case Kind::sparse_tensor:
      out_ += "sparse_tensor(";
      tensor();
      out_ += ')';
      break;
    case Kind::sequence:
    case Kind::optional:
      out_ += type.kind == Kind::sequence ? "seq(" : "optional(";
      spelled_type(*type.element);
      out_ += ')';
      break;
    case Kind::map:
      out_.append("map(").append(name_of(type.key_type)).append(", ");
      spelled_type(*type.element);
      out_ += ')';
      break;
    case Kind::opaque:
      out_ += "opaque(";
      if (type.opaque_domain.data() != nullptr) {
        dotted(type.opaque_domain);
        out_ += ", ";
        append_name(out_, type.opaque_name);
      } else if (type.opaque_name.data() != nullptr) {
        dotted(type.opaque_name);
      }
      out_ += ')';
      break;
    case Kind::none:
      break;
  }
  if (type.denotation.data() != nullptr) {
    out_ += ": ";
    append_quoted(out_, type.denotation);
  }
}

void TextPrinter::shape(const ir::Shape& shape) {
  out_ += '[';
  const char* separator = "";
  for (const ir::Dim& dim : shape) {
    out_ += separator;
    separator = ", ";
    if (dim.kind == ir::Dim::Kind::value) {
      out_ += std::to_string(dim.value);
    } else if (dim.kind == ir::Dim::Kind::param) {
      // No number can stand here, so that a symbol may be any word.
      if (is_plain_identifier(dim.param)) {
        out_ += dim.param;
      } else {
        append_quoted(out_, dim.param);
      }
    } else {
      out_ += '?';
    }
    if (dim.denotation.data() != nullptr) {
      out_ += ": ";
      append_quoted(out_, dim.denotation);
    }
  }
  out_ += ']';
}

}  // namespace opsmith::format
