#include "opsmith/ir/tensor.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "opsmith/base/error.h"

namespace opsmith::ir {
namespace {

TEST(ByteSize, packs_small_types_and_refuses_absurd_dims) {
  EXPECT_EQ(Tensor::of<std::uint8_t>(DataType::int4, {3}, {0x78, 0x01})->byte_size(), 2U);
  Tensor::Loaded parts;
  parts.type = DataType::float32;
  parts.dims = {std::int64_t{1} << 62, 4};
  EXPECT_EQ(Tensor::loaded(std::move(parts))->byte_size(), std::nullopt);
  Tensor::Loaded negative;
  negative.type = DataType::float32;
  negative.dims = {-1};
  EXPECT_EQ(Tensor::loaded(std::move(negative))->element_count(), std::nullopt);
}

TEST(Owned, demands_the_size_that_the_dims_ask_for) {
  EXPECT_THROW(Tensor::owned(DataType::float32, {2}, std::vector<std::byte>(4)), Error);
  EXPECT_EQ(Tensor::owned(DataType::float32, {0, 4}, {})->bytes().size(), 0U);
}

TEST(Elements, of_four_bits_lie_low_nibble_first) {
  const auto tensor = Tensor::of<std::uint8_t>(DataType::int4, {3}, {0x78, 0x01});
  EXPECT_EQ(tensor->as_int64s(), (std::vector<std::int64_t>{-8, 7, 1}));
}

TEST(Elements, of_small_floats) {
  auto one = [](DataType type, unsigned bits) {
    const auto byte = static_cast<std::byte>(bits);
    return element_as_double(type, {&byte, 1}, 0);
  };
  EXPECT_EQ(one(DataType::float8e4m3fn, 0x7e), 448);
  EXPECT_TRUE(std::isnan(one(DataType::float8e4m3fn, 0x7f)));
  EXPECT_EQ(one(DataType::float8e4m3fnuz, 0x7f), 240);
  EXPECT_TRUE(std::isnan(one(DataType::float8e4m3fnuz, 0x80)));
  EXPECT_EQ(one(DataType::float8e5m2, 0x7b), 57344);
  EXPECT_EQ(one(DataType::float8e5m2, 0xfc), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(one(DataType::float8e5m2fnuz, 0x7f), 57344);
  EXPECT_EQ(one(DataType::float8e8m0, 127), 1);
  EXPECT_EQ(one(DataType::float4e2m1, 0x07), 6);
  EXPECT_EQ(one(DataType::float4e2m1, 0x0f), -6);
  const std::uint16_t half = 0x3c01;
  EXPECT_EQ(element_as_double(DataType::float16, std::as_bytes(std::span(&half, 1)), 0),
            1 + 1.0 / 1024);
  const std::uint16_t subnormal = 0x0001;
  EXPECT_EQ(element_as_double(DataType::float16, std::as_bytes(std::span(&subnormal, 1)), 0),
            std::ldexp(1.0, -24));
  const std::uint16_t brain = 0x3f80;
  EXPECT_EQ(element_as_double(DataType::bfloat16, std::as_bytes(std::span(&brain, 1)), 0), 1);
}

TEST(SameElements, compares_bits_and_strings) {
  const auto a = Tensor::of<float>(DataType::float32, {2}, {0.0F, NAN});
  const auto b = Tensor::of<float>(DataType::float32, {2}, {0.0F, NAN});
  const auto c = Tensor::of<float>(DataType::float32, {2}, {-0.0F, NAN});
  EXPECT_TRUE(same_elements(*a, *b));
  EXPECT_EQ(hash_elements(*a), hash_elements(*b));
  EXPECT_FALSE(same_elements(*a, *c));
  EXPECT_FALSE(same_elements(*a, *Tensor::reshaped(a, {2, 1})));
  const auto s = Tensor::of_strings({1}, {"a"});
  EXPECT_TRUE(same_elements(*s, *Tensor::of_strings({1}, {"a"})));
  EXPECT_FALSE(same_elements(*s, *Tensor::of_strings({1}, {"b"})));
}

TEST(Loaded, without_data_throws_when_read_and_is_silent_for_passes) {
  Tensor::Loaded parts;
  parts.type = DataType::int64;
  parts.dims = {2};
  const auto tensor = Tensor::loaded(std::move(parts));
  EXPECT_THROW(tensor->bytes(), Error);
  EXPECT_EQ(tensor->as_int64s(), std::nullopt);
}

}  // namespace
}  // namespace opsmith::ir
