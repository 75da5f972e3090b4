// Tokens of ONNX text, and of languages that share its spelling (rules).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "opsmith/base/error.h"

namespace opsmith::format {

struct Token {
  enum class Kind : std::uint8_t {
    end,          // of the text
    identifier,   // [A-Za-z_][A-Za-z0-9_]*
    integer,      // 12, -3, 0x7f
    real,         // 1.5, -2e-3, -inf, -nan
    string,       // "…" or e"…"; `text` is what stands between the quotes
    punctuation,  // one character, or "=>"
  };
  enum class Escapes : std::uint8_t { none, plain, c_style };

  Kind kind = Kind::end;
  Escapes escapes = Escapes::none;  // strings only: what a backslash in `text` means
  std::size_t offset = 0;           // of the first character in the source
  std::string_view text;

  bool is(std::string_view punctuation) const {
    return kind == Kind::punctuation && text == punctuation;
  }
  bool is_word(std::string_view word) const { return kind == Kind::identifier && text == word; }
};

// Reads tokens one by one, on demand; each character is looked at a constant number of times.
// `text` and `file_name` must outlive the lexer. Every error is Error(malformed) with
// "line:column", the line and a caret under it.
class TextLexer {
 public:
  TextLexer(std::string_view text, std::string_view file_name);

  const Token& peek() const { return token_; }
  Token take();  // the current token; moves on
  // Takes the current token when it is this punctuation (or identifier, for accept_word).
  bool accept(std::string_view punctuation);
  bool accept_word(std::string_view word);
  Token expect(std::string_view punctuation);
  Token expect(Token::Kind kind, std::string_view description);

  // Going back: `rewind` to an offset that a token had.
  void rewind(std::size_t offset);
  // The token after the current one, without taking either.
  Token peek_second();

  // "expected X but found Y" at the current token.
  [[noreturn]] void fail_expected(std::string_view expected) const;
  // `message` at `offset`.
  [[noreturn]] void fail(std::size_t offset, std::string_view message,
                         std::string_view remedy = {}) const;

  std::string_view text() const { return text_; }

 private:
  Token scan();
  Token scan_string(std::size_t start, Token::Escapes backslash);
  Token scan_number(std::size_t start);
  void skip_space();
  char at(std::size_t index) const { return index < text_.size() ? text_[index] : '\0'; }

  std::string_view text_;
  std::string_view file_name_;
  std::size_t position_ = 0;
  Token token_;
};

}  // namespace opsmith::format
