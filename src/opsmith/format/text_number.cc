#include "opsmith/format/text_number.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <system_error>

#include "opsmith/ir/tensor.h"

namespace opsmith::format {
namespace {

using ir::DataType;

bool is_hex(std::string_view text) {
  return text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
}

template <typename T>
NumberStatus parse_whole(std::string_view text, int base, T& value) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value, base);
  if (error == std::errc::invalid_argument || stop != end) return NumberStatus::malformed;
  return error == std::errc::result_out_of_range ? NumberStatus::out_of_range : NumberStatus::fine;
}

// Whether a number too far from 1 for its type is too near to zero (and not too large): by the
// place of its first significant digit.
bool is_tiny(std::string_view text) {
  std::int64_t place = 0;
  bool point = false;
  bool significant = false;
  std::size_t i = text.starts_with('-') ? 1 : 0;
  for (; i < text.size() && text[i] != 'e' && text[i] != 'E'; ++i) {
    if (text[i] == '.') {
      point = true;
      continue;
    }
    significant = significant || text[i] != '0';
    if (significant && !point) ++place;
    if (!significant && point) --place;
  }
  if (i < text.size()) {
    std::string_view digits = text.substr(i + 1);
    const bool negative = digits.starts_with('-');
    if (digits.starts_with('+') || negative) digits.remove_prefix(1);
    std::int64_t exponent = 0;
    if (parse_whole(digits, 10, exponent) == NumberStatus::out_of_range) return negative;
    place += negative ? -exponent : exponent;
  }
  return place <= 0;
}

template <typename T, typename Bits>
NumberStatus parse_floating(std::string_view text, T& value) {
  if (is_hex(text)) {
    Bits bits = 0;
    const NumberStatus status = parse_whole(text.substr(2), 16, bits);
    value = std::bit_cast<T>(bits);
    return status;
  }
  const std::string_view magnitude = text.starts_with('-') ? text.substr(1) : text;
  if (magnitude.empty() ||
      ((magnitude[0] < '0' || magnitude[0] > '9') && !is_special_float(magnitude))) {
    return NumberStatus::malformed;
  }
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc::invalid_argument || stop != end) return NumberStatus::malformed;
  if (error == std::errc::result_out_of_range) {
    if (!is_tiny(text)) return NumberStatus::out_of_range;
    value = text.starts_with('-') ? T{-0.0} : T{0};
  }
  if (std::isnan(
          value)) {  // the library's choice of nan is not fixed: the plain quiet one is taken
    value =
        std::copysign(std::numeric_limits<T>::quiet_NaN(), text.starts_with('-') ? T{-1} : T{1});
  }
  return NumberStatus::fine;
}

template <typename T, typename Bits>
void append_floating(std::string& out, T value, bool always_real) {
  if (std::isnan(value)) {
    const Bits bits = std::bit_cast<Bits>(value);
    const Bits quiet = std::bit_cast<Bits>(std::numeric_limits<T>::quiet_NaN());
    constexpr Bits sign = Bits{1} << (sizeof(Bits) * 8 - 1);
    if ((bits & ~sign) == quiet) {
      out += bits & sign ? "-nan" : "nan";
      return;
    }
    std::array<char, 2 * sizeof(Bits)> digits{};
    const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), bits, 16);
    out += "0x";
    out.append(digits.data(), result.ptr);
    return;
  }
  std::array<char, 32> digits{};
  const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  const std::string_view text(digits.data(), static_cast<std::size_t>(result.ptr - digits.data()));
  out += text;
  if (always_real && text.find_first_of(".en") == std::string_view::npos) out += ".0";
}

// --- floats of 16 bits and fewer

bool is_narrow_float(DataType type) {
  return ir::is_floating(type) && type != DataType::float32 && type != DataType::float64;
}

double decode(DataType type, std::uint16_t bits) {
  std::array<std::byte, 2> bytes{};
  std::memcpy(bytes.data(), &bits, sizeof(bits));  // little-endian, like the format
  return ir::element_as_double(type, bytes, 0);
}

bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

std::uint16_t round_to_bfloat16(double value) {
  const auto wide = std::bit_cast<std::uint32_t>(static_cast<float>(value));
  const std::uint32_t rounded = wide + 0x7fffU + ((wide >> 16) & 1U);
  return static_cast<std::uint16_t>(rounded >> 16);
}

// To the nearest, ties to even.
std::uint16_t round_to_float16(double value) {
  const std::uint16_t sign = std::signbit(value) ? 0x8000U : 0U;
  const double magnitude = std::fabs(value);
  if (std::isinf(magnitude)) return sign | 0x7c00U;
  if (magnitude == 0) return sign;
  int exponent = 0;
  (void)std::frexp(magnitude, &exponent);
  exponent = std::max(exponent, -13);  // subnormals share the step of the smallest normals
  const double step = std::ldexp(1.0, exponent - 11);
  const auto steps = static_cast<std::uint32_t>(std::nearbyint(magnitude / step));
  // 2048 steps are the next power of two; adding lets it carry into the exponent.
  const std::uint32_t bits = steps + (static_cast<std::uint32_t>(exponent + 13) << 10);
  return static_cast<std::uint16_t>(sign | std::min<std::uint32_t>(bits, 0x7c00U));
}

// The nearest of all encodings; the even one of two equally near.
std::uint16_t nearest_of_small(DataType type, double value) {
  const unsigned count = 1U << ir::bits_of(type);
  unsigned best = 0;
  double best_distance = std::numeric_limits<double>::infinity();
  for (unsigned bits = 0; bits < count; ++bits) {
    const double candidate = decode(type, static_cast<std::uint16_t>(bits));
    if (same(candidate, value)) return static_cast<std::uint16_t>(bits);
    if (!std::isfinite(candidate)) continue;
    const double distance = std::fabs(candidate - value);
    if (distance < best_distance || (distance == best_distance && bits % 2 == 0)) {
      best = bits;
      best_distance = distance;
    }
  }
  return static_cast<std::uint16_t>(best);
}

// False when the type has no such value: too large, or it lacks infinity or nan.
bool encode_narrow(DataType type, double value, std::uint16_t& bits) {
  if (type == DataType::float16 || type == DataType::bfloat16) {
    if (std::isnan(value)) {
      bits = type == DataType::float16 ? 0x7e00U : 0x7fc0U;
      if (std::signbit(value)) bits |= 0x8000U;
      return true;
    }
    bits = type == DataType::float16 ? round_to_float16(value) : round_to_bfloat16(value);
    return std::isinf(value) || std::isfinite(decode(type, bits));
  }
  bits = nearest_of_small(type, value);
  const double result = decode(type, bits);
  if (!std::isfinite(value))
    return same(result, value) || (std::isnan(value) && std::isnan(result));
  // Beyond the largest finite one, by more than rounding explains.
  return std::fabs(value) <= std::fabs(result) * 1.0625 || std::fabs(result) == 0 ||
         std::fabs(value) < std::fabs(result);
}

void append_narrow(std::string& out, DataType type, std::uint16_t bits) {
  const double value = decode(type, bits);
  std::uint16_t back = 0;
  if (!std::isnan(value)) {
    std::array<char, 40> digits{};
    if (std::fabs(value) < 1e6 && value == std::trunc(value)) {  // rather 448.0 than 4.5e+02
      const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                        std::chars_format::fixed, 1);
      out.append(digits.data(), result.ptr);
      return;
    }
    for (int precision = 1; precision <= 17 && std::isfinite(value); ++precision) {
      const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                        std::chars_format::general, precision);
      double read = 0;
      std::from_chars(digits.data(), result.ptr, read);
      if (encode_narrow(type, read, back) && back == bits) {
        const std::string_view text(digits.data(),
                                    static_cast<std::size_t>(result.ptr - digits.data()));
        out += text;
        if (text.find_first_of(".e") == std::string_view::npos) out += ".0";
        return;
      }
    }
    if (std::isinf(value)) {
      out += value < 0 ? "-inf" : "inf";
      return;
    }
  } else {
    for (const double nan :
         {std::numeric_limits<double>::quiet_NaN(), -std::numeric_limits<double>::quiet_NaN()}) {
      if (encode_narrow(type, nan, back) && back == bits) {
        out += std::signbit(nan) ? "-nan" : "nan";
        return;
      }
    }
  }
  std::array<char, 8> digits{};
  const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), bits, 16);
  out += "0x";
  out.append(digits.data(), result.ptr);
}

template <typename T>
T read_at(ByteView bytes, std::size_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

template <typename T>
void append_whole(std::string& out, T value) {
  std::array<char, 24> digits{};
  const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  out.append(digits.data(), result.ptr);
}

}  // namespace

bool is_special_float(std::string_view text) {
  if (text.size() != 3 && text.size() != 8) return false;
  std::array<char, 8> lower{};
  for (std::size_t i = 0; i < text.size(); ++i) {
    lower[i] = text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] - 'A' + 'a') : text[i];
  }
  const std::string_view word(lower.data(), text.size());
  return word == "nan" || word == "inf" || word == "infinity";
}

NumberStatus parse_integer(std::string_view text, std::int64_t& value) {
  const bool negative = text.starts_with('-');
  if (!is_hex(text.substr(negative ? 1 : 0))) return parse_whole(text, 10, value);
  std::uint64_t magnitude = 0;
  const NumberStatus status = parse_whole(text.substr(negative ? 3 : 2), 16, magnitude);
  constexpr auto limit = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (status == NumberStatus::fine && magnitude > limit) return NumberStatus::out_of_range;
  value = negative ? -static_cast<std::int64_t>(magnitude) : static_cast<std::int64_t>(magnitude);
  return status;
}

NumberStatus parse_unsigned(std::string_view text, std::uint64_t& value) {
  if (is_hex(text)) return parse_whole(text.substr(2), 16, value);
  if (text.starts_with('-')) {
    const NumberStatus status = parse_whole(text.substr(1), 10, value);
    return status == NumberStatus::fine && value != 0 ? NumberStatus::out_of_range : status;
  }
  return parse_whole(text, 10, value);
}

NumberStatus parse_float(std::string_view text, float& value) {
  return parse_floating<float, std::uint32_t>(text, value);
}
NumberStatus parse_double(std::string_view text, double& value) {
  return parse_floating<double, std::uint64_t>(text, value);
}
void append_float(std::string& out, float value, bool always_real) {
  append_floating<float, std::uint32_t>(out, value, always_real);
}
void append_double(std::string& out, double value, bool always_real) {
  append_floating<double, std::uint64_t>(out, value, always_real);
}

ElementWriter::ElementWriter(DataType type) : type_(type), bits_(ir::bits_of(type)) {
  if (type == DataType::complex64 || type == DataType::complex128) {
    components_ = 2;
    bits_ /= 2;
  }
}

void ElementWriter::append_bits(std::uint64_t bits) {
  const auto width = static_cast<std::size_t>(bits_);
  if (width < 8) {
    const std::size_t shift = count_ * width % 8;
    if (shift == 0) bytes_.push_back(std::byte{0});
    bytes_.back() |= static_cast<std::byte>((bits & ((1U << width) - 1)) << shift);
  } else {
    const auto* first = reinterpret_cast<const std::byte*>(&bits);
    bytes_.insert(bytes_.end(), first, first + width / 8);
  }
  ++count_;
}

NumberStatus ElementWriter::append(std::string_view text) {
  NumberStatus status = NumberStatus::malformed;
  switch (type_) {
    case DataType::float32:
    case DataType::complex64: {
      float value = 0;
      status = parse_float(text, value);
      if (status == NumberStatus::fine) append_bits(std::bit_cast<std::uint32_t>(value));
      return status;
    }
    case DataType::float64:
    case DataType::complex128: {
      double value = 0;
      status = parse_double(text, value);
      if (status == NumberStatus::fine) append_bits(std::bit_cast<std::uint64_t>(value));
      return status;
    }
    case DataType::boolean:
      if (text == "true" || text == "false") {
        append_bits(text == "true" ? 1 : 0);
        return NumberStatus::fine;
      }
      break;
    default:
      if (is_narrow_float(type_) && !is_hex(text) &&
          text.find_first_of(".eEnN") != std::string_view::npos) {
        double value = 0;
        status = parse_double(text, value);
        if (status != NumberStatus::fine) return status;
        std::uint16_t bits = 0;
        if (!encode_narrow(type_, value, bits)) return NumberStatus::out_of_range;
        append_bits(bits);
        return NumberStatus::fine;
      }
      break;
  }
  if (ir::is_signed_integer(type_)) {
    std::int64_t value = 0;
    status = parse_integer(text, value);
    if (status != NumberStatus::fine) return status;
    if (bits_ < 64 &&
        (value < -(std::int64_t{1} << (bits_ - 1)) || value >= std::int64_t{1} << (bits_ - 1))) {
      return NumberStatus::out_of_range;
    }
    append_bits(static_cast<std::uint64_t>(value));
    return status;
  }
  std::uint64_t value = 0;
  status = parse_unsigned(text, value);
  if (status != NumberStatus::fine) return status;
  if (bits_ < 64 && value >> bits_ != 0) return NumberStatus::out_of_range;
  append_bits(value);
  return status;
}

std::vector<std::byte> ElementWriter::take() { return std::move(bytes_); }

void append_element(std::string& out, DataType type, ByteView bytes, std::size_t index) {
  switch (type) {
    case DataType::float32:
      return append_float(out, read_at<float>(bytes, index), false);
    case DataType::float64:
      return append_double(out, read_at<double>(bytes, index), false);
    case DataType::complex64:
      append_float(out, read_at<float>(bytes, 2 * index), false);
      out += ", ";
      return append_float(out, read_at<float>(bytes, 2 * index + 1), false);
    case DataType::complex128:
      append_double(out, read_at<double>(bytes, 2 * index), false);
      out += ", ";
      return append_double(out, read_at<double>(bytes, 2 * index + 1), false);
    case DataType::int64:
      return append_whole(out, read_at<std::int64_t>(bytes, index));
    case DataType::uint64:
      return append_whole(out, read_at<std::uint64_t>(bytes, index));
    case DataType::boolean:
      return append_whole(out, static_cast<unsigned>(read_at<std::uint8_t>(bytes, index)));
    case DataType::float16:
    case DataType::bfloat16:
      return append_narrow(out, type, read_at<std::uint16_t>(bytes, index));
    case DataType::float4e2m1: {
      const auto byte = static_cast<unsigned>(bytes[index / 2]);
      return append_narrow(out, type,
                           static_cast<std::uint16_t>(index % 2 == 0 ? byte & 15U : byte >> 4));
    }
    default:
      break;
  }
  if (is_narrow_float(type)) return append_narrow(out, type, read_at<std::uint8_t>(bytes, index));
  append_whole(out, static_cast<std::int64_t>(ir::element_as_double(type, bytes, index)));
}

}  // namespace opsmith::format
