#include "opsmith/numerics/statistics.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "opsmith/ir/tensor.h"
#include "opsmith/numerics/compare.h"
#include "opsmith/numerics/ulp.h"

namespace opsmith::numerics {
namespace {

// Elements that need decoding are turned into doubles in runs of this many.
constexpr std::size_t kRun = 1024;

// Places of floats on one integer axis, for the two types that are compared by the million.
std::uint64_t distance(float a, float b) {
  auto place = [](float value) {
    const auto bits = std::bit_cast<std::int32_t>(value);
    return bits < 0 ? static_cast<std::int64_t>(std::int32_t{-0x7fffffff - 1}) - bits
                    : std::int64_t{bits};
  };
  return static_cast<std::uint64_t>(std::llabs(place(a) - place(b)));
}

class Gatherer {
 public:
  explicit Gatherer(const Tolerance& tolerance) : tolerance_(tolerance) {}

  Statistics& result() { return result_; }

  void note_largest(double a, double b) {
    // Comparisons with NaN are false, and infinity is left out.
    const double x = std::fabs(a), y = std::fabs(b);
    if (x > result_.largest_a && x < INFINITY) result_.largest_a = x;
    if (y > result_.largest_b && y < INFINITY) result_.largest_b = y;
  }

  // Between the pass that finds the largest and the one that sums.
  void begin() {
    floor_ = relative_floor(result_.largest_b);
    const double largest = std::max(result_.largest_a, result_.largest_b);
    // Squares of doubles can leave the range of doubles.
    if (largest > 1e150) scale_ = 1 / largest;
  }

  template <typename Ulp>
  void add(double a, double b, std::size_t at, const Ulp& ulp) {
    const double difference = a - b;
    if (!std::isfinite(difference) && !(std::isfinite(a) && std::isfinite(b))) {
      add_nonfinite(a, b, at);
      return;
    }
    const double magnitude = std::fabs(difference);
    const double x = a * scale_, y = b * scale_, z = magnitude * scale_;
    result_.sum_abs += magnitude;
    result_.sum_square += z * z;
    result_.dot += x * y;
    result_.square_a += x * x;
    result_.square_b += y * y;
    if (magnitude > 0) {
      const double reference = std::fabs(b);
      ++result_.unequal;
      if (magnitude > tolerance_.atol + tolerance_.rtol * reference) ++result_.violations;
      if (magnitude > result_.max_abs) {
        result_.max_abs = magnitude;
        result_.max_abs_at = at;
      }
      const double base = std::max(reference, floor_);
      if (magnitude > result_.max_rel * base) {
        result_.max_rel = magnitude / base;
        result_.max_rel_at = at;
      }
      result_.max_ulp = std::max(result_.max_ulp, ulp());
    }
  }

 private:
  void add_nonfinite(double a, double b, std::size_t at) {
    const bool nan_a = std::isnan(a), nan_b = std::isnan(b);
    result_.nan_a += nan_a;
    result_.nan_b += nan_b;
    result_.inf_a += std::isinf(a);
    result_.inf_b += std::isinf(b);
    if ((nan_a && nan_b) || a == b) return;
    if (result_.mismatches++ == 0) result_.first_mismatch = at;
    ++result_.unequal;
    ++result_.violations;
  }

  const Tolerance& tolerance_;
  Statistics result_;
  double floor_ = 0;
  double scale_ = 1;
};

template <typename T>
T load(ByteView bytes, std::size_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof value, sizeof value);
  return value;
}

void gather_floats(Gatherer& gatherer, ByteView a, ByteView b, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    gatherer.note_largest(load<float>(a, i), load<float>(b, i));
  }
  gatherer.begin();
  for (std::size_t i = 0; i < count; ++i) {
    const auto x = load<float>(a, i), y = load<float>(b, i);
    gatherer.add(x, y, i, [x, y] { return distance(x, y); });
  }
}

void gather_decoded(Gatherer& gatherer, ir::DataType type, ByteView a, ByteView b,
                    std::size_t count) {
  std::array<double, kRun> x = {}, y = {};
  auto decode = [&](std::size_t begin) {
    const std::size_t run = std::min(kRun, count - begin);
    for (std::size_t i = 0; i < run; ++i) {
      x[i] = ir::element_as_double(type, a, begin + i);
      y[i] = ir::element_as_double(type, b, begin + i);
    }
    return run;
  };
  for (std::size_t begin = 0; begin < count; begin += kRun) {
    const std::size_t run = decode(begin);
    for (std::size_t i = 0; i < run; ++i) gatherer.note_largest(x[i], y[i]);
  }
  gatherer.begin();
  for (std::size_t begin = 0; begin < count; begin += kRun) {
    const std::size_t run = decode(begin);
    for (std::size_t i = 0; i < run; ++i) {
      gatherer.add(x[i], y[i], begin + i, [&] { return ulp_distance(type, x[i], y[i]); });
    }
  }
}

// Integers beyond 2^53 can differ and be the same double.
void count_unequal_integers(Statistics& result, ByteView a, ByteView b, std::size_t count) {
  result.unequal = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (load<std::uint64_t>(a, i) == load<std::uint64_t>(b, i)) continue;
    if (result.unequal++ == 0 && result.max_abs == 0) {
      result.max_abs = 1;
      result.max_abs_at = i;
    }
  }
}

}  // namespace

Statistics gather_statistics(ir::DataType type, ByteView a, ByteView b, std::size_t count,
                             const Tolerance& tolerance) {
  Gatherer gatherer(tolerance);
  if (type == ir::DataType::float32) {
    gather_floats(gatherer, a, b, count);
  } else {
    gather_decoded(gatherer, type, a, b, count);
  }
  Statistics& result = gatherer.result();
  result.count = count;
  const bool wide = type == ir::DataType::int64 || type == ir::DataType::uint64;
  if (wide && count > 0 && std::memcmp(a.data(), b.data(), count * 8) != 0) {
    count_unequal_integers(result, a, b, count);
  }
  return std::move(result);
}

}  // namespace opsmith::numerics
