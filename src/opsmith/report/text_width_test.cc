#include "opsmith/report/text_width.h"

#include <gtest/gtest.h>

namespace opsmith::report {
namespace {

TEST(DisplayWidth, CountsColumnsNotBytes) {
  EXPECT_EQ(display_width("conv"), 4U);
  EXPECT_EQ(display_width("größe"), 5U);
  EXPECT_EQ(display_width("畳み込み"), 8U);
  EXPECT_EQ(display_width("e\u0301"), 1U);
  EXPECT_EQ(display_width("\xff\xfe"), 2U);
}

TEST(Printable, ControlCharactersAndStrayBytesAreSpelt) {
  EXPECT_EQ(printable("a\nb\x1b[2J"), "a\\nb\\x1b[2J");
  EXPECT_EQ(printable("\xff"), "\\xff");
  EXPECT_EQ(printable("größe"), "größe");
  EXPECT_EQ(printable("\u202Ex"), "\\u202ex");
  EXPECT_EQ(printable("\xC0\x80"), "\\xc0\\x80");  // an overlong form
}

TEST(ValidUtf8, StrayBytesBecomeReplacements) {
  EXPECT_EQ(valid_utf8("a\xff"), "a\uFFFD");
  EXPECT_EQ(valid_utf8("\xed\xa0\x80"), "\uFFFD\uFFFD\uFFFD");  // a surrogate
  EXPECT_EQ(valid_utf8("\n"), "\n");
}

TEST(Truncate, MiddleKeepsBothEnds) {
  EXPECT_EQ(truncate_middle("short", 5), "short");
  EXPECT_EQ(truncate_middle("/encoder/layer/MatMul", 9), "/enc…tMul");
  EXPECT_EQ(truncate_middle("畳み込み", 5), "畳…み");
  EXPECT_EQ(truncate_middle("abc", 0), "");
}

TEST(Truncate, EndKeepsTheFront) {
  EXPECT_EQ(truncate_end("abcdef", 4), "abc…");
  EXPECT_EQ(truncate_end("abcd", 4), "abcd");
}

TEST(Pad, ToColumns) {
  EXPECT_EQ(pad_right("ö", 3), "ö  ");
  EXPECT_EQ(pad_left("畳", 3), " 畳");
  EXPECT_EQ(pad_left("long", 2), "long");
}

}  // namespace
}  // namespace opsmith::report
