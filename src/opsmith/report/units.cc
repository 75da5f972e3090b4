#include "opsmith/report/units.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace opsmith::report {

std::string format_bytes(std::uint64_t bytes) {
  constexpr std::array<const char*, 6> kUnits = {"kB", "MB", "GB", "TB", "PB", "EB"};
  if (bytes < 1000) return fmt::format("{} B", bytes);
  double amount = static_cast<double>(bytes);
  for (const char* unit : kUnits) {
    amount /= 1000;
    // The bounds are where rounding would give four digits.
    if (amount < 99.95) return fmt::format("{:.1f} {}", amount, unit);
    if (amount < 999.5) return fmt::format("{:.0f} {}", amount, unit);
  }
  return fmt::format("{:.0f} EB", amount);
}

std::string format_count(std::uint64_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

std::string format_seconds(double seconds) {
  if (!(seconds >= 0)) return "?";
  if (seconds < 0.9995e-3) return fmt::format("{:.0f} us", seconds * 1e6);
  if (seconds < 0.9995) return fmt::format("{:.0f} ms", seconds * 1e3);
  if (seconds < 59.95) return fmt::format("{:.1f} s", seconds);
  if (seconds > 1e15) return "?";
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::string format_number(double number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
  return fmt::format("{:.4g}", number);
}

std::string plural(std::uint64_t count, const std::string& noun) {
  return format_count(count) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace opsmith::report
