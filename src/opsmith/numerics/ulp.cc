#include "opsmith/numerics/ulp.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace opsmith::numerics {
namespace {

struct Format {
  int mantissa;        // explicit bits
  int least_exponent;  // of normal numbers
};

// Zero mantissa bits with zero exponent mark a type without a last place.
Format format_of(ir::DataType type) {
  switch (type) {
    case ir::DataType::float64:
    case ir::DataType::complex128:
      return {52, -1022};
    case ir::DataType::float32:
    case ir::DataType::complex64:
      return {23, -126};
    case ir::DataType::float16:
      return {10, -14};
    case ir::DataType::bfloat16:
      return {7, -126};
    case ir::DataType::float8e4m3fn:
      return {3, -6};
    case ir::DataType::float8e4m3fnuz:
      return {3, -7};
    case ir::DataType::float8e5m2:
      return {2, -14};
    case ir::DataType::float8e5m2fnuz:
      return {2, -15};
    case ir::DataType::float4e2m1:
      return {1, 0};
    default:
      return {0, 0};
  }
}

// The place of a number among those of its type, counted from zero: monotonic, one step for each
// representable number.
std::int64_t ordinal(const Format& format, double value) {
  const double magnitude = std::fabs(value);
  if (magnitude == 0) return 0;
  const int exponent = std::max(std::ilogb(magnitude), format.least_exponent);
  const auto mantissa =
      static_cast<std::int64_t>(std::ldexp(magnitude, format.mantissa - exponent));
  const std::int64_t steps = std::int64_t{1} << format.mantissa;
  const std::int64_t place = (exponent - format.least_exponent) * steps + mantissa;
  return value < 0 ? -place : place;
}

}  // namespace

std::uint64_t ulp_distance(ir::DataType type, double a, double b) {
  const Format format = format_of(type);
  if (format.mantissa == 0 || !std::isfinite(a) || !std::isfinite(b)) return 0;
  const std::int64_t x = ordinal(format, a), y = ordinal(format, b);
  // The difference of two 63-bit places may need 64 bits.
  return x > y ? static_cast<std::uint64_t>(x) - static_cast<std::uint64_t>(y)
               : static_cast<std::uint64_t>(y) - static_cast<std::uint64_t>(x);
}

}  // namespace opsmith::numerics
