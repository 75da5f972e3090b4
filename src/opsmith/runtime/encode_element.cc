#include "opsmith/runtime/encode_element.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "opsmith/ir/tensor.h"

namespace opsmith::runtime {
namespace {

template <typename T>
void store(std::vector<std::byte>& bytes, std::size_t index, T value) {
  std::memcpy(bytes.data() + index * sizeof value, &value, sizeof value);
}

// An IEEE-like format with `mantissa` explicit bits and `exponent` bits, from a finite double
// within its range.
std::uint32_t encode_small_float(double value, int exponent_bits, int mantissa_bits, int bias) {
  const std::uint32_t sign = std::signbit(value) ? 1U << (exponent_bits + mantissa_bits) : 0;
  const double magnitude = std::fabs(value);
  if (magnitude == 0) return sign;
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  exponent = std::max(exponent - 1, 1 - bias);  // subnormals share the least exponent
  const double scaled = std::ldexp(magnitude, mantissa_bits - exponent);
  // nearbyint would follow the thread's rounding mode.
  double whole = std::floor(scaled);
  const double rest = scaled - whole;
  if (rest > 0.5 || (rest == 0.5 && std::fmod(whole, 2) != 0)) whole += 1;
  const auto bits = static_cast<std::uint32_t>(whole);
  // Adding lets a mantissa that rounded up carry into the exponent, and a subnormal have exponent
  // field 0.
  const int field = exponent + bias - 1;
  return sign | ((static_cast<std::uint32_t>(field) << mantissa_bits) + bits);
}

void store_packed(std::vector<std::byte>& bytes, std::size_t index, int bits, std::uint32_t code) {
  const auto per_byte = static_cast<std::size_t>(8 / bits);
  const auto shift = static_cast<unsigned>((index % per_byte) * static_cast<std::size_t>(bits));
  const auto mask = static_cast<std::byte>(((1U << bits) - 1) << shift);
  std::byte& byte = bytes[index / per_byte];
  byte = (byte & ~mask) | (static_cast<std::byte>(code << shift) & mask);
}

}  // namespace

double largest_of(ir::DataType type) {
  switch (type) {
    case ir::DataType::float32:
    case ir::DataType::complex64:
      return std::numeric_limits<float>::max();
    case ir::DataType::bfloat16:
      return std::ldexp(255.0 / 128, 127);
    case ir::DataType::float16:
      return 65504;
    case ir::DataType::float8e4m3fn:
      return 448;
    case ir::DataType::float8e4m3fnuz:
      return 240;
    case ir::DataType::float8e5m2:
    case ir::DataType::float8e5m2fnuz:
      return 57344;
    case ir::DataType::float4e2m1:
      return 6;
    case ir::DataType::float8e8m0:
      return std::ldexp(1, 127);
    case ir::DataType::boolean:
      return 1;
    default:
      break;
  }
  const int bits = ir::bits_of(type);
  if (!ir::is_integer(type)) return std::numeric_limits<double>::max();
  return std::ldexp(1, ir::is_signed_integer(type) ? bits - 1 : bits) - 1;
}

double smallest_of(ir::DataType type) {
  if (type == ir::DataType::float8e8m0) return std::ldexp(1, -127);
  if (type == ir::DataType::boolean) return 0;
  if (!ir::is_integer(type)) return -largest_of(type);
  return ir::is_signed_integer(type) ? -std::ldexp(1, ir::bits_of(type) - 1) : 0;
}

void encode_element(ir::DataType type, std::vector<std::byte>& bytes, std::size_t index,
                    double value) {
  if (std::isnan(value)) value = 0;
  value = std::clamp(value, smallest_of(type), largest_of(type));
  // As a double, the largest 64-bit integers are one too many.
  const bool top = value >= 0x1p63;
  const std::int64_t whole = top ? std::numeric_limits<std::int64_t>::max()
                                 : static_cast<std::int64_t>(value < 0 ? std::ceil(value) : value);
  switch (type) {
    case ir::DataType::float32:
      return store(bytes, index, static_cast<float>(value));
    case ir::DataType::float64:
      return store(bytes, index, value);
    case ir::DataType::complex64:
      store(bytes, 2 * index, static_cast<float>(value));
      return store(bytes, 2 * index + 1, 0.0F);
    case ir::DataType::complex128:
      store(bytes, 2 * index, value);
      return store(bytes, 2 * index + 1, 0.0);
    case ir::DataType::float16:
      return store(bytes, index, static_cast<std::uint16_t>(encode_small_float(value, 5, 10, 15)));
    case ir::DataType::bfloat16:
      return store(bytes, index, static_cast<std::uint16_t>(encode_small_float(value, 8, 7, 127)));
    case ir::DataType::float8e4m3fn:
      return store(bytes, index, static_cast<std::uint8_t>(encode_small_float(value, 4, 3, 7)));
    case ir::DataType::float8e4m3fnuz: {
      const auto code = static_cast<std::uint8_t>(encode_small_float(value, 4, 3, 8));
      return store(bytes, index, code == 0x80 ? std::uint8_t{0} : code);  // 0x80 is NaN there
    }
    case ir::DataType::float8e5m2:
      return store(bytes, index, static_cast<std::uint8_t>(encode_small_float(value, 5, 2, 15)));
    case ir::DataType::float8e5m2fnuz: {
      const auto code = static_cast<std::uint8_t>(encode_small_float(value, 5, 2, 16));
      return store(bytes, index, code == 0x80 ? std::uint8_t{0} : code);
    }
    case ir::DataType::float8e8m0:
      return store(bytes, index, static_cast<std::uint8_t>(std::ilogb(value) + 127));
    case ir::DataType::float4e2m1:
      return store_packed(bytes, index, 4, encode_small_float(value, 2, 1, 1));
    case ir::DataType::boolean:
      return store(bytes, index, static_cast<std::uint8_t>(value != 0));
    case ir::DataType::uint64:
      return store(bytes, index,
                   value >= 0x1p64 ? ~std::uint64_t{0} : static_cast<std::uint64_t>(value));
    case ir::DataType::int64:
      return store(bytes, index, whole);
    case ir::DataType::int32:
    case ir::DataType::uint32:
      return store(bytes, index, static_cast<std::uint32_t>(whole));
    case ir::DataType::int16:
    case ir::DataType::uint16:
      return store(bytes, index, static_cast<std::uint16_t>(whole));
    case ir::DataType::int8:
    case ir::DataType::uint8:
      return store(bytes, index, static_cast<std::uint8_t>(whole));
    case ir::DataType::int4:
    case ir::DataType::uint4:
      return store_packed(bytes, index, 4, static_cast<std::uint32_t>(whole));
    case ir::DataType::int2:
    case ir::DataType::uint2:
      return store_packed(bytes, index, 2, static_cast<std::uint32_t>(whole));
    case ir::DataType::string:
    case ir::DataType::undefined:
      return;
  }
}

}  // namespace opsmith::runtime
