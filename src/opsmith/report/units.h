// Numbers as people read them.
#pragma once

#include <cstdint>
#include <string>

namespace opsmith::report {

std::string format_bytes(std::uint64_t bytes);  // "512 B", "4.5 MB": powers of 1000
std::string format_count(std::uint64_t count);  // "12,345"
std::string format_seconds(double seconds);     // "85 us", "12 ms", "1.3 s", "2 min 5 s"
std::string format_number(double number);       // "0", "0.25", "1.2e-07", "NaN", "-inf": 4 digits
std::string plural(std::uint64_t count, const std::string& noun);  // "1 node", "12,345 nodes"

}  // namespace opsmith::report
