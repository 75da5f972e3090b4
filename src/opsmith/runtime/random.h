// Random numbers that are the same on every machine and with every standard library.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace opsmith::runtime {

// xoshiro256**, seeded through splitmix64.
class Random {
 public:
  explicit Random(std::uint64_t seed) {
    for (std::uint64_t& word : state_) word = mix(seed += 0x9e3779b97f4a7c15U);
  }
  // A stream of its own for each name, so that adding an input does not change the others.
  Random(std::uint64_t seed, std::string_view name) : Random(seed ^ hash(name)) {}

  std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // In [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  double uniform(double low, double high) { return low + (high - low) * uniform(); }

  // In [low, high], both included; `low` when the range is empty. The bias of at most range / 2^64
  // does not matter here.
  std::int64_t integer(std::int64_t low, std::int64_t high) {
    if (high <= low) return low;
    const std::uint64_t range =
        static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
    const std::uint64_t draw = range == 0 ? next() : next() % range;
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + draw);
  }
  bool chance(double probability) { return uniform() < probability; }

  // Mean 0, variance 1, within 3.47 of it: the sum of four 16-bit uniform numbers. Needs no
  // logarithm, whose last bit differs between machines.
  double normal() {
    const std::uint64_t bits = next();
    const auto sum = static_cast<std::int64_t>((bits & 0xffff) + ((bits >> 16) & 0xffff) +
                                               ((bits >> 32) & 0xffff) + (bits >> 48));
    return static_cast<double>(sum - 2 * 0xffff) * (1.7320508075688772 / 0x1p16);
  }

 private:
  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }
  static std::uint64_t hash(std::string_view text) {
    std::uint64_t value = 0xcbf29ce484222325U;
    for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    return value;
  }

  std::uint64_t state_[4] = {};
};

}  // namespace opsmith::runtime
