// Hashing of bytes and combining of hashes; the same on every machine and run.
#pragma once

#include <cstdint>
#include <string_view>

#include "opsmith/base/bytes.h"

namespace opsmith {

std::uint64_t hash_bytes(ByteView bytes, std::uint64_t seed = 0);
inline std::uint64_t hash_text(std::string_view text, std::uint64_t seed = 0) {
  return hash_bytes(as_bytes(text), seed);
}
// Order matters: combine(a, b) != combine(b, a).
inline std::uint64_t hash_combine(std::uint64_t a, std::uint64_t b) {
  std::uint64_t x = a * 0x9e3779b97f4a7c15ULL + b + 0x7f4a7c15ULL;
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ULL;
  x ^= x >> 27;
  return x;
}

}  // namespace opsmith
