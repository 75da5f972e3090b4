#include "opsmith/format/wire_writer.h"

#include <gtest/gtest.h>

namespace opsmith::format {
namespace {

TEST(WireWriter, PrefixesNestedMessagesWithTheirLength) {
  WireWriter out;
  const auto outer = out.begin(1);
  const auto inner = out.begin(2);
  out.integer(3, 300);
  out.end(inner);
  out.text(4, "ab");
  out.end(outer);
  EXPECT_EQ(out.joined(), std::string("\x0a\x09\x12\x03\x18\xac\x02\x22\x02"
                                      "ab"));
}

TEST(WireWriter, LongContentMovesForItsPrefix) {
  const std::string content(1000, 'x');
  WireWriter out;
  const auto mark = out.begin(1);
  out.text(2, content);
  out.end(mark);
  EXPECT_EQ(out.joined(), "\x0a\xeb\x07\x12\xe8\x07" + content);
}

TEST(WireWriter, ReferencesLargeRangesInPlace) {
  const std::string large(WireWriter::kReferenceSize, 'w');
  WireWriter referenced;
  WireWriter copied;
  for (WireWriter* out : {&referenced, &copied}) {
    const auto outer = out->begin(1);
    out->text(2, "before");
    const auto inner = out->begin(3);
    if (out == &referenced) {
      out->bytes(9, as_bytes(large));
    } else {
      out->text(9, large);
    }
    out->end(inner);
    out->text(4, "after");
    out->end(outer);
  }
  EXPECT_EQ(referenced.joined(), copied.joined());
  EXPECT_EQ(referenced.size(), copied.joined().size());
  bool seen = false;
  referenced.for_each_piece([&](ByteView piece) { seen |= as_text(piece).data() == large.data(); });
  EXPECT_TRUE(seen);
}

TEST(WireWriter, LeavesAbsentTextOut) {
  WireWriter out;
  out.optional_text(1, {});
  EXPECT_EQ(out.size(), 0U);
  out.optional_text(1, "");
  EXPECT_EQ(out.joined(), std::string("\x0a\x00", 2));
}

TEST(WireWriter, NegativeNumbersTakeTenBytes) {
  WireWriter out;
  out.integer(1, -1);
  EXPECT_EQ(out.joined(), "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01");
}

}  // namespace
}  // namespace opsmith::format
