// Attributes as ONNX text.
#include <charconv>
#include <cmath>

#include "opsmith/format/text_escape.h"
#include "opsmith/format/text_number.h"
#include "opsmith/format/text_printer_core.h"
#include "opsmith/ir/graph.h"

namespace opsmith::format {
namespace {

using ir::AttributeType;

// nan with a payload is spelled in hex, which reads as an integer where no type is given.
bool is_spelled_in_hex(float value) {
  if (!std::isnan(value)) return false;
  std::string text;
  append_float(text, value, true);
  return text.starts_with("0x");
}

bool is_bare_graph_name(std::string_view name) {
  return name.data() == nullptr || (is_plain_identifier(name) && !is_reserved_word(name));
}

}  // namespace

// Whether the value tells its type, so that it need not be written.
bool TextPrinter::tells_type(const ir::Attribute& attribute) const {
  switch (attribute.type) {
    case AttributeType::float_:
      return attribute.get<float>() && !is_spelled_in_hex(*attribute.get<float>());
    case AttributeType::int_:
      return attribute.get<std::int64_t>() != nullptr;
    case AttributeType::string: {
      const auto* text = attribute.get<std::string_view>();
      return text && text->data() != nullptr;
    }
    case AttributeType::tensor: {
      const auto* tensor = attribute.get<ir::TensorPtr>();
      return tensor && *tensor && ir::data_type_from_name(name_of((*tensor)->type()));
    }
    case AttributeType::graph: {
      const auto* graph = attribute.get<std::unique_ptr<ir::Graph>>();
      return graph && *graph && is_bare_graph_name((*graph)->name);
    }
    case AttributeType::type_proto: {
      const auto* type = attribute.get<ir::TypePtr>();
      return type && *type;
    }
    case AttributeType::ints: {
      const auto* list = attribute.get<std::vector<std::int64_t>>();
      return list && !list->empty();
    }
    case AttributeType::floats: {
      const auto* list = attribute.get<std::vector<float>>();
      if (!list || list->empty()) return false;
      for (const float value : *list) {
        if (is_spelled_in_hex(value)) return false;
      }
      return true;
    }
    case AttributeType::strings: {
      const auto* list = attribute.get<std::vector<std::string_view>>();
      return list && !list->empty();
    }
    default:
      return false;
  }
}

void TextPrinter::attributes(const ir::Node& node) {
  if (node.attributes.empty()) return;
  out_ += '<';
  const bool lines = node.has_graphs();
  if (lines) indent_ += 2;
  const char* separator = "";
  for (const ir::Attribute& each : node.attributes) {
    out_ += separator;
    separator = lines ? "," : ", ";
    if (lines) newline();
    attribute(each);
  }
  if (lines) {
    indent_ -= 2;
    newline();
  }
  out_ += '>';
}

void TextPrinter::attribute(const ir::Attribute& attribute) {
  if (is_plain_identifier(attribute.name)) {
    out_ += attribute.name;
  } else {
    append_quoted(out_, attribute.name);
  }
  if (attribute.is_reference()) {
    if (attribute.type != AttributeType::undefined)
      out_.append(": ").append(name_of(attribute.type));
    out_ += " = @";
    if (is_plain_identifier(attribute.ref_attr_name)) {
      out_ += attribute.ref_attr_name;
    } else {
      append_quoted(out_, attribute.ref_attr_name);
    }
  } else {
    std::string value = captured([&] { payload(attribute); });
    // A tensor that is kept whole tells no type.
    const bool bare = tells_type(attribute) &&
                      !(attribute.type == AttributeType::tensor && value.starts_with("proto"));
    if (!bare) out_.append(": ").append(name_of(attribute.type));
    if (!value.empty()) {
      out_ += " = ";
      out_ += value;
      // Lines that came along moved the start of the current one.
      if (const auto line = out_.rfind('\n'); line != std::string::npos && line + 1 > line_start_)
        line_start_ = line + 1;
    }
  }
  std::vector<std::string> list;
  doc_note(list, Presence::attribute_doc, "doc_string", attribute.doc_string);
  common_notes(list, {}, attribute.unknown);
  notes(list);
}

void TextPrinter::payload(const ir::Attribute& attribute) {
  auto list = [this](const auto& elements, auto print) {
    out_ += '[';
    const char* separator = "";
    for (const auto& element : elements) {
      out_ += separator;
      separator = ", ";
      print(element);
    }
    out_ += ']';
  };
  std::visit(
      [&]<typename T>(const T& value) {
        if constexpr (std::is_same_v<T, float>) {
          append_float(out_, value, true);
        } else if constexpr (std::is_same_v<T, std::int64_t>) {
          out_ += std::to_string(value);
        } else if constexpr (std::is_same_v<T, std::string_view>) {
          if (value.data() != nullptr) append_quoted(out_, value);
        } else if constexpr (std::is_same_v<T, ir::TensorPtr>) {
          if (value) tensor(*value, nullptr);
        } else if constexpr (std::is_same_v<T, std::unique_ptr<ir::Graph>>) {
          if (value) graph(*value);
        } else if constexpr (std::is_same_v<T, ir::TypePtr>) {
          if (value) type(*value);
        } else if constexpr (std::is_same_v<T, std::vector<float>>) {
          list(value, [this](float f) { append_float(out_, f, true); });
        } else if constexpr (std::is_same_v<T, std::vector<std::int64_t>>) {
          list(value, [this](std::int64_t i) { out_ += std::to_string(i); });
        } else if constexpr (std::is_same_v<T, std::vector<std::string_view>>) {
          list(value, [this](std::string_view s) { append_quoted(out_, s); });
        } else if constexpr (std::is_same_v<T, std::vector<ir::TensorPtr>>) {
          list(value, [this](const ir::TensorPtr& t) { tensor(*t, nullptr); });
        } else if constexpr (std::is_same_v<T, ir::Attribute::Graphs>) {
          list(value, [this](const auto& g) { graph(*g); });
        } else if constexpr (std::is_same_v<T, std::vector<ir::TypePtr>>) {
          list(value, [this](const ir::TypePtr& t) { type(*t); });
        }
      },
      attribute.payload);
}

}  // namespace opsmith::format
