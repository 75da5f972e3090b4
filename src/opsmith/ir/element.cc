// Decoding of single elements: the small float formats follow the ONNX documentation "Float stored
// in 8 bits" and "Float stored in 4 bits", and IEEE 754 for binary16.
#include <cmath>
#include <cstring>
#include <limits>

#include "opsmith/ir/tensor.h"

namespace opsmith::ir {
namespace {

template <typename T>
T read_at(ByteView bytes, std::size_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A float of 1 sign bit, `exponent_bits` and `mantissa_bits`, finite encodings only.
double decode_finite(unsigned bits, int exponent_bits, int mantissa_bits, int bias) {
  const unsigned mantissa = bits & ((1U << mantissa_bits) - 1);
  const auto exponent = static_cast<int>((bits >> mantissa_bits) & ((1U << exponent_bits) - 1));
  const double sign = (bits >> (mantissa_bits + exponent_bits)) & 1U ? -1.0 : 1.0;
  const double scale = std::ldexp(1.0, -mantissa_bits);
  if (exponent == 0) return sign * std::ldexp(mantissa * scale, 1 - bias);
  return sign * std::ldexp(1.0 + mantissa * scale, exponent - bias);
}

double decode_half(unsigned bits) {
  if ((bits & 0x7c00U) == 0x7c00U) {
    if (bits & 0x3ffU) return kNaN;
    return bits & 0x8000U ? -kInfinity : kInfinity;
  }
  return decode_finite(bits, 5, 10, 15);
}

double decode_bfloat16(std::uint16_t bits) {
  const std::uint32_t wide = static_cast<std::uint32_t>(bits) << 16;
  float value = 0;
  std::memcpy(&value, &wide, sizeof(value));
  return value;
}

double decode_float8(DataType type, unsigned bits) {
  switch (type) {
    case DataType::float8e4m3fn:
      return (bits & 0x7fU) == 0x7fU ? kNaN : decode_finite(bits, 4, 3, 7);
    case DataType::float8e4m3fnuz:
      return bits == 0x80U ? kNaN : decode_finite(bits, 4, 3, 8);
    case DataType::float8e5m2fnuz:
      return bits == 0x80U ? kNaN : decode_finite(bits, 5, 2, 16);
    case DataType::float8e5m2:
      if ((bits & 0x7cU) == 0x7cU) {
        if (bits & 0x3U) return kNaN;
        return bits & 0x80U ? -kInfinity : kInfinity;
      }
      return decode_finite(bits, 5, 2, 15);
    default:  // float8e8m0: a power of two, no sign
      return bits == 0xffU ? kNaN : std::ldexp(1.0, static_cast<int>(bits) - 127);
  }
}

// Packed elements lie from the low bits up.
unsigned packed_at(ByteView bytes, std::size_t index, unsigned width) {
  const std::size_t per_byte = 8 / width;
  const auto byte = static_cast<unsigned>(bytes[index / per_byte]);
  return (byte >> ((index % per_byte) * width)) & ((1U << width) - 1);
}

double sign_extend(unsigned bits, unsigned width) {
  const auto half = 1U << (width - 1);
  return bits >= half ? static_cast<double>(bits) - static_cast<double>(half * 2) : bits;
}

}  // namespace

double element_as_double(DataType type, ByteView bytes, std::size_t index) {
  switch (type) {
    case DataType::float32:
      return read_at<float>(bytes, index);
    case DataType::float64:
      return read_at<double>(bytes, index);
    case DataType::float16:
      return decode_half(read_at<std::uint16_t>(bytes, index));
    case DataType::bfloat16:
      return decode_bfloat16(read_at<std::uint16_t>(bytes, index));
    case DataType::int64:
      return static_cast<double>(read_at<std::int64_t>(bytes, index));
    case DataType::uint64:
      return static_cast<double>(read_at<std::uint64_t>(bytes, index));
    case DataType::int32:
      return read_at<std::int32_t>(bytes, index);
    case DataType::uint32:
      return read_at<std::uint32_t>(bytes, index);
    case DataType::int16:
      return read_at<std::int16_t>(bytes, index);
    case DataType::uint16:
      return read_at<std::uint16_t>(bytes, index);
    case DataType::int8:
      return read_at<std::int8_t>(bytes, index);
    case DataType::uint8:
      return read_at<std::uint8_t>(bytes, index);
    case DataType::boolean:
      return read_at<std::uint8_t>(bytes, index) != 0 ? 1 : 0;
    case DataType::int4:
      return sign_extend(packed_at(bytes, index, 4), 4);
    case DataType::uint4:
      return packed_at(bytes, index, 4);
    case DataType::int2:
      return sign_extend(packed_at(bytes, index, 2), 2);
    case DataType::uint2:
      return packed_at(bytes, index, 2);
    case DataType::float4e2m1:
      return decode_finite(packed_at(bytes, index, 4), 2, 1, 1);
    case DataType::float8e4m3fn:
    case DataType::float8e4m3fnuz:
    case DataType::float8e5m2:
    case DataType::float8e5m2fnuz:
    case DataType::float8e8m0:
      return decode_float8(type, read_at<std::uint8_t>(bytes, index));
    default:
      return kNaN;
  }
}

}  // namespace opsmith::ir
