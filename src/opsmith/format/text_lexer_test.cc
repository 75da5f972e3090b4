#include "opsmith/format/text_lexer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace opsmith::format {
namespace {

using Kind = Token::Kind;

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> result;
  TextLexer lexer(text, "t");
  while (lexer.peek().kind != Kind::end) result.emplace_back(lexer.take().text);
  return result;
}

std::string error_of(std::string_view text) {
  try {
    words(text);
  } catch (const Error& error) {
    return error.message();
  }
  return "none";
}

TEST(TextLexer, PartsWordsNumbersAndPunctuation) {
  EXPECT_THAT(words("y = my.Add<axis: int=-1>(a,b)=>"),
              testing::ElementsAre("y", "=", "my", ".", "Add", "<", "axis", ":", "int", "=", "-1",
                                   ">", "(", "a", ",", "b", ")", "=>"));
  EXPECT_THAT(words("1 1.5 1. 2e-3 -inf 0x7f -0x1 1e5x"),
              testing::ElementsAre("1", "1.5", "1.", "2e-3", "-inf", "0x7f", "-0x1", "1e5", "x"));
}

TEST(TextLexer, SkipsCommentsAndSpace) {
  EXPECT_THAT(words("# one\n a # two\r\n\t b #"), testing::ElementsAre("a", "b"));
  EXPECT_TRUE(words("").empty());
}

TEST(TextLexer, KeepsEscapesForTheReader) {
  TextLexer lexer(R"("a\"b" e"c\n" e)", "t");
  const Token plain = lexer.take();
  EXPECT_EQ(plain.text, R"(a\"b)");
  EXPECT_EQ(plain.escapes, Token::Escapes::plain);
  const Token styled = lexer.take();
  EXPECT_EQ(styled.text, R"(c\n)");
  EXPECT_EQ(styled.escapes, Token::Escapes::c_style);
  EXPECT_TRUE(lexer.peek().is_word("e"));
}

TEST(TextLexer, LooksAheadAndGoesBack) {
  TextLexer lexer("a b c", "t");
  EXPECT_EQ(lexer.peek_second().text, "b");
  EXPECT_EQ(lexer.take().text, "a");
  const std::size_t at_b = lexer.peek().offset;
  lexer.take();
  EXPECT_EQ(lexer.peek().text, "c");
  lexer.rewind(at_b);
  EXPECT_EQ(lexer.take().text, "b");
}

TEST(TextLexer, ErrorsShowTheLineAndACaret) {
  TextLexer lexer("one\n  two three", "file.onnxtxt");
  lexer.take();
  lexer.take();
  try {
    lexer.expect("(");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::malformed);
    EXPECT_EQ(error.place().file, "file.onnxtxt");
    EXPECT_EQ(error.message(),
              "2:7: expected '(' but found 'three'\n"
              "    two three\n"
              "        ^");
  }
}

TEST(TextLexer, CaretCountsCharactersNotBytes) {
  TextLexer lexer("\"äöü\" x", "t");
  lexer.take();
  try {
    lexer.expect("(");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.message(), testing::HasSubstr("1:7: "));
    EXPECT_THAT(error.message(), testing::EndsWith("\n        ^"));
  }
}

TEST(TextLexer, ShowsAWindowOfALongLine) {
  const std::string text = std::string(100000, 'a') + " " + std::string(100000, 'b');
  TextLexer lexer(text, "t");
  lexer.take();
  try {
    lexer.expect("(");
    FAIL();
  } catch (const Error& error) {
    EXPECT_LT(error.message().size(), 500U);
    EXPECT_THAT(error.message(), testing::HasSubstr("1:100002: "));
  }
}

TEST(TextLexer, RefusesAnOpenString) {
  EXPECT_THAT(error_of("a \"b"), testing::StartsWith("1:3: this string is never closed"));
  EXPECT_THAT(error_of("\"b\\"), testing::StartsWith("1:1: this string is never closed"));
  EXPECT_THAT(error_of("\"b\\\""), testing::StartsWith("1:1: this string is never closed"));
}

}  // namespace
}  // namespace opsmith::format
