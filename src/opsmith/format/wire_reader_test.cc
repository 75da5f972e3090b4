#include "opsmith/format/wire_reader.h"

#include <gtest/gtest.h>

#include <functional>

#include "opsmith/base/error.h"

namespace opsmith::format {
namespace {

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::malformed);
    return error.message();
  }
  return "nothing was thrown";
}

TEST(WireReader, NamesMessageFieldAndByteOfWhatIsWrong) {
  const std::string bytes("\x08\x01\x12\x03zz", 6);
  const WireOrigin origin{bytes};
  WireReader reader(origin, "NodeProto", bytes);
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.integer("input"), 1);
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(message_of([&] { reader.text("op_type"); }),
            "NodeProto.op_type runs past the end: the file is cut short or damaged (at byte 2)");
}

TEST(WireReader, RefusesAnotherWireType) {
  const std::string bytes("\x08\x01", 2);
  const WireOrigin origin{bytes};
  WireReader reader(origin, "GraphProto", bytes);
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(message_of([&] { reader.text("node"); }),
            "GraphProto.node should be bytes and is a varint (at byte 0)");
}

TEST(WireReader, ReadsNumbersPackedOrNot) {
  const std::string bytes("\x08\x05\x0a\x02\x06\x07", 6);
  const WireOrigin origin{bytes};
  WireReader reader(origin, "M", bytes);
  std::vector<std::int64_t> numbers;
  while (reader.next()) reader.integers("n", numbers);
  EXPECT_EQ(numbers, (std::vector<std::int64_t>{5, 6, 7}));
}

TEST(WireReader, KeepsUnknownFieldsAsOneView) {
  const std::string bytes("\x08\x01\x12\x01q\x18\x02\x12\x01r", 10);
  const WireOrigin origin{bytes};
  WireReader together(origin, "M", std::string_view(bytes).substr(0, 5));
  while (together.next()) together.keep();
  EXPECT_EQ(together.kept(), std::string_view(bytes).substr(0, 5));
  EXPECT_EQ(together.kept().data(), bytes.data());
  EXPECT_TRUE(together.scattered().empty());

  WireReader apart(origin, "M", bytes);
  while (apart.next()) apart.field() == 2 ? apart.keep() : apart.skip();
  EXPECT_EQ(apart.scattered(), "\x12\x01q\x12\x01r");
}

}  // namespace
}  // namespace opsmith::format
