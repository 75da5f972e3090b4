#include "opsmith/format/text_printer.h"

#include "opsmith/format/text_escape.h"
#include "opsmith/format/text_printer_core.h"

namespace opsmith::format {
namespace {

constexpr std::size_t kColumns = 100;
constexpr std::size_t kBase64Line = 69;  // bytes in a line of base 64: 92 characters

}  // namespace

std::string print_text(const ir::Model& model, const TextOptions& options) {
  TextPrinter printer(options);
  printer.model(model);
  return printer.take();
}

std::string print_node(const ir::Node& node) {
  TextOptions options;
  options.weights = TextOptions::Weights::summary;
  TextPrinter printer(options);
  printer.node(node);
  return printer.take();
}

std::string print_type(const ir::Type& type) {
  const TextOptions options;
  TextPrinter printer(options);
  printer.type(type);
  return printer.take();
}

void TextPrinter::newline() {
  out_ += '\n';
  line_start_ = out_.size();
  out_.append(indent_, ' ');
}

// The reader skips white space inside, so that long ones are broken into lines.
void TextPrinter::base64(std::string_view bytes) {
  out_ += '"';
  if (bytes.size() <= kBase64Line) {
    append_base64(out_, bytes);
  } else {
    indent_ += 2;
    for (std::size_t i = 0; i < bytes.size(); i += kBase64Line) {
      newline();
      append_base64(out_, bytes.substr(i, kBase64Line));
    }
    indent_ -= 2;
  }
  out_ += '"';
}

void TextPrinter::text_or_absent(std::string_view text) {
  if (text.data() == nullptr) {
    out_ += '?';
  } else {
    append_quoted(out_, text);
  }
}

void TextPrinter::pairs(const std::vector<ir::StringPair>& pairs) {
  out_ += '[';
  const char* separator = "";
  for (const ir::StringPair& pair : pairs) {
    out_ += separator;
    separator = ", ";
    text_or_absent(pair.key);
    out_ += ": ";
    text_or_absent(pair.value);
    if (!pair.unknown.empty()) {
      out_ += " @{unknown: ";
      base64(pair.unknown);
      out_ += '}';
    }
  }
  out_ += ']';
}

void TextPrinter::notes(const std::vector<std::string>& notes) {
  if (notes.empty()) return;
  out_ += " @{";
  for (std::size_t i = 0; i < notes.size(); ++i) {
    if (i > 0) out_ += ", ";
    out_ += notes[i];
  }
  out_ += '}';
}

void TextPrinter::doc_note(std::vector<std::string>& notes, Presence field, std::string_view key,
                           std::string_view text) {
  const bool empty_default = empty_by_default_[static_cast<std::size_t>(field)];
  if (text.empty() && (text.data() != nullptr) == empty_default) return;
  notes.push_back(captured([&] {
    out_.append(key).append(": ");
    text_or_absent(text);
  }));
}

void TextPrinter::common_notes(std::vector<std::string>& notes,
                               const std::vector<ir::StringPair>& metadata,
                               std::string_view unknown) {
  if (!metadata.empty()) {
    notes.push_back(captured([&] {
      out_ += "metadata_props: ";
      pairs(metadata);
    }));
  }
  if (!unknown.empty()) {
    notes.push_back(captured([&] {
      out_ += "unknown: ";
      base64(unknown);
    }));
  }
}

void TextPrinter::parenthesized(const std::vector<std::string>& items) {
  std::size_t length = 2;
  for (const std::string& item : items) length += item.size() + 2;
  const bool one_line = items.empty() || column() + length <= kColumns;
  out_ += '(';
  indent_ += 2;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out_ += one_line ? ", " : ",";
    if (!one_line) newline();
    out_ += items[i];
  }
  indent_ -= 2;
  if (!one_line) newline();
  out_ += ')';
}

}  // namespace opsmith::format
