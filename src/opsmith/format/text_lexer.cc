#include "opsmith/format/text_lexer.h"

#include <algorithm>

namespace opsmith::format {
namespace {

// Independent of the process's locale; other bytes than ASCII are in no class.
constexpr bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\v' || c == '\f' || c == '\r';
}
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_word_character(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

std::string describe(const Token& token) {
  switch (token.kind) {
    case Token::Kind::end:
      return "the end of the text";
    case Token::Kind::string:
      return "a string";
    default:
      return "'" + std::string(token.text.substr(0, 60)) + "'";
  }
}

bool continues_code_point(char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; }

}  // namespace

TextLexer::TextLexer(std::string_view text, std::string_view file_name)
    : text_(text), file_name_(file_name) {
  token_ = scan();
}

Token TextLexer::take() {
  const Token taken = token_;
  token_ = scan();
  return taken;
}

bool TextLexer::accept(std::string_view punctuation) {
  if (!token_.is(punctuation)) return false;
  token_ = scan();
  return true;
}

bool TextLexer::accept_word(std::string_view word) {
  if (!token_.is_word(word)) return false;
  token_ = scan();
  return true;
}

Token TextLexer::expect(std::string_view punctuation) {
  if (!token_.is(punctuation)) fail_expected("'" + std::string(punctuation) + "'");
  return take();
}

Token TextLexer::expect(Token::Kind kind, std::string_view description) {
  if (token_.kind != kind) fail_expected(description);
  return take();
}

void TextLexer::rewind(std::size_t offset) {
  position_ = offset;
  token_ = scan();
}

Token TextLexer::peek_second() {
  const std::size_t before = position_;
  const Token second = scan();
  position_ = before;
  return second;
}

void TextLexer::skip_space() {
  while (true) {
    while (position_ < text_.size() && is_space(text_[position_])) ++position_;
    if (at(position_) != '#') return;
    position_ = std::min(text_.find('\n', position_), text_.size());
  }
}

Token TextLexer::scan() {
  skip_space();
  const std::size_t start = position_;
  Token token;
  token.offset = start;
  if (start >= text_.size()) return token;
  const char c = text_[start];
  if (c == 'e' && at(start + 1) == '"') return scan_string(start, Token::Escapes::c_style);
  if (is_letter(c) || c == '_') {
    while (is_word_character(at(position_))) ++position_;
    token.kind = Token::Kind::identifier;
    token.text = text_.substr(start, position_ - start);
    return token;
  }
  if (c == '"') return scan_string(start, Token::Escapes::plain);
  if (is_digit(c) || (c == '-' && (is_digit(at(start + 1)) || is_letter(at(start + 1))))) {
    return scan_number(start);
  }
  position_ += c == '=' && at(start + 1) == '>' ? 2 : 1;
  token.kind = Token::Kind::punctuation;
  token.text = text_.substr(start, position_ - start);
  return token;
}

Token TextLexer::scan_string(std::size_t start, Token::Escapes backslash) {
  Token token;
  token.kind = Token::Kind::string;
  token.offset = start;
  const std::size_t first = start + (backslash == Token::Escapes::c_style ? 2 : 1);
  std::size_t end = first;
  while (true) {
    end = text_.find_first_of("\"\\", end);
    if (end == std::string_view::npos)
      fail(start, "this string is never closed", "close it with '\"'");
    if (text_[end] == '"') break;
    token.escapes = backslash;
    end += 2;
    if (end > text_.size()) fail(start, "this string is never closed", "close it with '\"'");
  }
  token.text = text_.substr(first, end - first);
  position_ = end + 1;
  return token;
}

Token TextLexer::scan_number(std::size_t start) {
  Token token;
  token.offset = start;
  token.kind = Token::Kind::integer;
  if (at(position_) == '-') ++position_;
  if (is_letter(at(position_))) {  // -inf, -nan: the number reader says whether it is one
    while (is_word_character(at(position_))) ++position_;
    token.kind = Token::Kind::real;
    token.text = text_.substr(start, position_ - start);
    return token;
  }
  if (at(position_) == '0' && (at(position_ + 1) == 'x' || at(position_ + 1) == 'X')) {
    position_ += 2;
    while (is_word_character(at(position_))) ++position_;
    token.text = text_.substr(start, position_ - start);
    return token;
  }
  while (is_digit(at(position_))) ++position_;
  if (at(position_) == '.') {
    token.kind = Token::Kind::real;
    ++position_;
    while (is_digit(at(position_))) ++position_;
  }
  if (at(position_) == 'e' || at(position_) == 'E') {
    token.kind = Token::Kind::real;
    ++position_;
    if (at(position_) == '+' || at(position_) == '-') ++position_;
    while (is_digit(at(position_))) ++position_;
  }
  token.text = text_.substr(start, position_ - start);
  return token;
}

void TextLexer::fail_expected(std::string_view expected) const {
  fail(token_.offset, "expected " + std::string(expected) + " but found " + describe(token_));
}

void TextLexer::fail(std::size_t offset, std::string_view message, std::string_view remedy) const {
  offset = std::min(offset, text_.size());
  const std::string_view before = text_.substr(0, offset);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t line_start =
      before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  const std::size_t line_end = std::min(text_.find('\n', offset), text_.size());
  auto columns = [](std::string_view part) {
    return static_cast<std::size_t>(
        std::count_if(part.begin(), part.end(), [](char c) { return !continues_code_point(c); }));
  };
  const std::size_t column = 1 + columns(text_.substr(line_start, offset - line_start));

  // A line may be megabytes long: a window around the place is shown.
  constexpr std::size_t kBefore = 70;
  constexpr std::size_t kAfter = 30;
  std::size_t first = offset - line_start > kBefore ? offset - kBefore : line_start;
  std::size_t last = std::min(line_end, offset + kAfter);
  while (first < offset && continues_code_point(text_[first])) ++first;
  while (last < line_end && continues_code_point(text_[last])) ++last;
  std::string shown(text_.substr(first, last - first));
  for (char& c : shown) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  const std::string lead = first > line_start ? "..." : "";
  std::string report = std::to_string(line) + ":" + std::to_string(column) + ": ";
  report += message;
  report += "\n  " + lead + shown + (last < line_end ? "..." : "");
  report +=
      "\n  " + std::string(lead.size() + columns(text_.substr(first, offset - first)), ' ') + "^";
  Place place;
  place.file = file_name_;
  throw Error(ErrorCode::malformed, report, std::move(place), std::string(remedy));
}

}  // namespace opsmith::format
