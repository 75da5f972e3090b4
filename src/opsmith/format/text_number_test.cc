#include "opsmith/format/text_number.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "opsmith/ir/tensor.h"

namespace opsmith::format {
namespace {

using ir::DataType;

float read(std::string_view text) {
  float value = 0;
  EXPECT_EQ(parse_float(text, value), NumberStatus::fine) << text;
  return value;
}

std::string written(float value, bool always_real = false) {
  std::string text;
  append_float(text, value, always_real);
  return text;
}

TEST(TextNumber, ReadsFloats) {
  EXPECT_EQ(read("1"), 1.0F);
  EXPECT_EQ(read("1."), 1.0F);
  EXPECT_EQ(read("-2.5e-3"), -2.5e-3F);
  EXPECT_TRUE(std::signbit(read("-0")));
  EXPECT_EQ(read("inf"), std::numeric_limits<float>::infinity());
  EXPECT_EQ(read("-Infinity"), -std::numeric_limits<float>::infinity());
  EXPECT_EQ(std::bit_cast<std::uint32_t>(read("nan")), 0x7fc00000U);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(read("-nan")), 0xffc00000U);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(read("0x7f800001")), 0x7f800001U);
}

TEST(TextNumber, TinyIsZeroAndHugeIsRefused) {
  EXPECT_EQ(read("1e-400"), 0.0F);
  EXPECT_EQ(read("0.0000001e-60"), 0.0F);
  EXPECT_TRUE(std::signbit(read("-1e-400")));
  EXPECT_EQ(read("1e-99999999999999999999"), 0.0F);
  EXPECT_EQ(read("1e-45"), std::numeric_limits<float>::denorm_min());
  float value = 0;
  EXPECT_EQ(parse_float("1e39", value), NumberStatus::out_of_range);
  EXPECT_EQ(parse_float("100000000000000000000000000000000000000000e-1", value),
            NumberStatus::out_of_range);
  EXPECT_EQ(parse_float("1e99999999999999999999", value), NumberStatus::out_of_range);
  for (const char* bad : {"", "-", "e5", "1e", "1e+", "nano", "0x", "0xg", "0x1ffffffff0"}) {
    EXPECT_NE(parse_float(bad, value), NumberStatus::fine) << bad;
  }
}

TEST(TextNumber, WritesShortestDigits) {
  EXPECT_EQ(written(0.1F), "0.1");
  EXPECT_EQ(written(1.0F), "1");
  EXPECT_EQ(written(1.0F, true), "1.0");
  EXPECT_EQ(written(1e20F, true), "1e+20");
  EXPECT_EQ(written(-0.0F), "-0");
  EXPECT_EQ(written(std::bit_cast<float>(0x7fc00001U)), "0x7fc00001");
  EXPECT_EQ(written(std::bit_cast<float>(0xff800001U)), "0xff800001");
}

TEST(TextNumber, IntegersHaveLimits) {
  std::int64_t value = 0;
  EXPECT_EQ(parse_integer("-9223372036854775808", value), NumberStatus::fine);
  EXPECT_EQ(value, std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(parse_integer("9223372036854775808", value), NumberStatus::out_of_range);
  EXPECT_EQ(parse_integer("0xff", value), NumberStatus::fine);
  EXPECT_EQ(value, 255);
  EXPECT_EQ(parse_integer("1.0", value), NumberStatus::malformed);
  std::uint64_t natural = 0;
  EXPECT_EQ(parse_unsigned("18446744073709551615", natural), NumberStatus::fine);
  EXPECT_EQ(parse_unsigned("-1", natural), NumberStatus::out_of_range);
}

// Every encoding of every type of up to 16 bits comes back.
TEST(TextNumber, EveryNarrowEncodingComesBack) {
  for (int number = 1; number <= 26; ++number) {
    const auto type = static_cast<DataType>(number);
    const int bits = ir::bits_of(type);
    if (bits == 0 || bits > 16) continue;
    for (std::uint32_t encoding = 0; encoding < 1U << bits; ++encoding) {
      std::byte bytes[2];
      const auto low = static_cast<std::uint16_t>(encoding);
      std::memcpy(bytes, &low, sizeof(bytes));
      std::string text;
      append_element(text, type, bytes, 0);
      ElementWriter writer(type);
      ASSERT_EQ(writer.append(text), NumberStatus::fine) << name_of(type) << " " << text;
      const std::vector<std::byte> back = writer.take();
      ASSERT_EQ(std::memcmp(back.data(), bytes, back.size()), 0)
          << name_of(type) << " " << encoding << " " << text;
    }
  }
}

TEST(TextNumber, NarrowFloatsRoundToNearestEven) {
  auto half = [](std::string_view text) {
    ElementWriter writer(DataType::float16);
    EXPECT_EQ(writer.append(text), NumberStatus::fine) << text;
    std::uint16_t bits = 0;
    std::memcpy(&bits, writer.take().data(), sizeof(bits));
    return bits;
  };
  EXPECT_EQ(half("1.0"), 0x3c00);
  EXPECT_EQ(half("15360"), 0x3c00);  // a whole number is the bits, as in onnx's parser
  EXPECT_EQ(half("0x3c00"), 0x3c00);
  EXPECT_EQ(half("1.00048828125"), 0x3c00);
  EXPECT_EQ(half("1.00146484375"), 0x3c02);
  EXPECT_EQ(half("65504.0"), 0x7bff);
  EXPECT_EQ(half("inf"), 0x7c00);
  EXPECT_EQ(half("-nan"), 0xfe00);
  EXPECT_EQ(half("5.9e-8"), 0x0001);
  ElementWriter writer(DataType::float16);
  EXPECT_EQ(writer.append("65520.0"), NumberStatus::out_of_range);
  EXPECT_EQ(writer.append("70000"), NumberStatus::out_of_range);
  ElementWriter small(DataType::float8e4m3fn);
  EXPECT_EQ(small.append("1000.0"), NumberStatus::out_of_range);
  EXPECT_EQ(small.append("inf"), NumberStatus::out_of_range);
}

TEST(TextNumber, ElementsMustFit) {
  const auto refuses = [](DataType type, std::string_view text) {
    return ElementWriter(type).append(text) == NumberStatus::out_of_range;
  };
  EXPECT_TRUE(refuses(DataType::int8, "128"));
  EXPECT_TRUE(refuses(DataType::int8, "-129"));
  EXPECT_TRUE(refuses(DataType::uint8, "-1"));
  EXPECT_TRUE(refuses(DataType::int4, "8"));
  EXPECT_TRUE(refuses(DataType::uint2, "4"));
  EXPECT_TRUE(refuses(DataType::uint32, "4294967296"));
  EXPECT_FALSE(refuses(DataType::int4, "-8"));
}

TEST(TextNumber, PacksFromTheLowBitsUp) {
  ElementWriter writer(DataType::int4);
  for (const char* text : {"1", "-1", "7"}) EXPECT_EQ(writer.append(text), NumberStatus::fine);
  const std::vector<std::byte> bytes = writer.take();
  ASSERT_EQ(bytes.size(), 2U);
  EXPECT_EQ(bytes[0], std::byte{0xf1});
  EXPECT_EQ(bytes[1], std::byte{0x07});
}

}  // namespace
}  // namespace opsmith::format
