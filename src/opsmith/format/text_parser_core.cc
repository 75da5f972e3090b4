#include "opsmith/format/text_parser_core.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "opsmith/format/text_escape.h"
#include "opsmith/format/text_number.h"

namespace opsmith::format {
namespace {

// The model keeps the text that its names look into.
std::string_view keep(ir::Model& model, std::string_view text) {
  auto copy = std::make_shared<const std::string>(text);
  model.keep(copy);
  return *copy;
}

}  // namespace

TextParser::TextParser(std::string_view text, std::string_view file_name, ir::Model& model)
    : model_(model),
      file_name_(file_name),
      external_files_(std::make_shared<ExternalFiles>(file_name_)),
      lexer_(keep(model, text), file_name_) {
  read_pragmas(text);
}

// What holds for all of a model is said once, in comments at the top, which other readers skip:
//   # opsmith: empty node.domain node.doc_string
//     fields that are there and empty where the text has none
//   # opsmith: absent opset.domain
//     the default domain is not written in opset imports
//   # opsmith: typed tensors
//     elements are in float_data, int64_data, … and not in raw_data
void TextParser::read_pragmas(std::string_view text) {
  constexpr std::string_view kStart = "# opsmith: ";
  while (text.starts_with(kStart)) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(line.size() + (line.size() < text.size() ? 1 : 0));
    line.remove_prefix(kStart.size());
    if (line == "absent opset.domain") default_domain_is_absent_ = true;
    if (line == "typed tensors") typed_by_default_ = true;
    if (!line.starts_with("empty ")) continue;
    while (!line.empty()) {
      const std::string_view word = line.substr(0, line.find(' '));
      for (std::size_t i = 0; i < kPresenceCount; ++i) {
        if (word == kPresenceNames[i]) empty_by_default_[i] = true;
      }
      line.remove_prefix(std::min(line.size(), word.size() + 1));
    }
  }
}

std::string_view TextParser::absent(Presence field) const {
  return empty_by_default_[static_cast<std::size_t>(field)] ? std::string_view("")
                                                            : std::string_view();
}

bool TextParser::at_name() const {
  return lexer_.peek().kind == Token::Kind::identifier || lexer_.peek().kind == Token::Kind::string;
}

std::string_view TextParser::name(std::string_view expected) {
  if (lexer_.peek().kind == Token::Kind::identifier) return lexer_.take().text;
  return string(expected);
}

std::string_view TextParser::string(std::string_view expected) {
  const Token token = lexer_.expect(Token::Kind::string, expected);
  switch (token.escapes) {
    case Token::Escapes::none:
      return token.text;
    case Token::Escapes::plain:
      return model_.intern(unescape_plain(token.text));
    case Token::Escapes::c_style:
      break;
  }
  const auto text = unescape_c_style(token.text);
  if (!text) {
    lexer_.fail(token.offset, "this string holds an unknown escape",
                "e\"…\" knows \\n, \\t, \\r, \\\", \\\\ and \\xHH");
  }
  return model_.intern(*text);
}

std::string_view TextParser::base64(std::string_view expected) {
  const Token token = lexer_.expect(Token::Kind::string, expected);
  const auto bytes = decode_base64(token.text);
  if (!bytes) lexer_.fail(token.offset, "this string is not base 64");
  return model_.intern(*bytes);
}

std::int64_t TextParser::integer(std::string_view expected) {
  const Token token = lexer_.expect(Token::Kind::integer, expected);
  std::int64_t value = 0;
  switch (parse_integer(token.text, value)) {
    case NumberStatus::fine:
      return value;
    case NumberStatus::malformed:
      lexer_.fail(token.offset, "this is not a number");
    case NumberStatus::out_of_range:
      break;
  }
  lexer_.fail(token.offset, "this number does not fit in 64 bits");
}

float TextParser::real(std::string_view expected) {
  const Token token = lexer_.take();
  float value = 0;
  NumberStatus status = NumberStatus::malformed;
  if (token.kind == Token::Kind::integer || token.kind == Token::Kind::real ||
      (token.kind == Token::Kind::identifier && is_special_float(token.text))) {
    status = parse_float(token.text, value);
  }
  if (status == NumberStatus::malformed)
    lexer_.fail(token.offset, "expected " + std::string(expected));
  if (status == NumberStatus::out_of_range)
    lexer_.fail(token.offset, "this number does not fit in a float");
  return value;
}

std::vector<std::string_view> TextParser::names() {
  std::vector<std::string_view> result;
  do {
    if (at_name()) {
      result.push_back(name("a name"));
    } else if (lexer_.peek().is(",")) {
      result.emplace_back();
    } else {
      break;
    }
  } while (lexer_.accept(","));
  return result;
}

void TextParser::notes(const std::function<bool(std::string_view key)>& field,
                       std::string_view known_keys) {
  if (!lexer_.peek().is("@") || !lexer_.peek_second().is("{")) return;
  lexer_.take();
  lexer_.take();
  if (lexer_.accept("}")) return;
  do {
    const Token key =
        lexer_.expect(Token::Kind::identifier, "a note's name: " + std::string(known_keys));
    lexer_.expect(":");
    if (!field(key.text)) {
      lexer_.fail(key.offset, "no note is called '" + std::string(key.text) + "' here",
                  "known here: " + std::string(known_keys));
    }
  } while (lexer_.accept(","));
  lexer_.expect("}");
}

std::string_view TextParser::string_or_absent() {
  if (lexer_.accept("?")) return {};
  return string("a string, or '?' for an absent one");
}

std::vector<ir::StringPair> TextParser::string_pairs() {
  std::vector<ir::StringPair> pairs;
  lexer_.expect("[");
  if (lexer_.accept("]")) return pairs;
  do {
    ir::StringPair& pair = pairs.emplace_back();
    pair.key = string_or_absent();
    lexer_.expect(":");
    pair.value = string_or_absent();
    notes(
        [&](std::string_view key) {
          if (key != "unknown") return false;
          pair.unknown = base64("bytes in base 64");
          return true;
        },
        "unknown");
  } while (lexer_.accept(","));
  lexer_.expect("]");
  return pairs;
}

}  // namespace opsmith::format
