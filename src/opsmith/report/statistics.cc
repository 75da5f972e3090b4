#include "opsmith/report/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "opsmith/ir/tensor.h"

namespace opsmith::report {
namespace {

class Accumulator {
 public:
  void add(double x) {
    if (!std::isfinite(x)) {
      ++(std::isnan(x) ? result_.nans : result_.infinities);
      return;
    }
    if (finite_ == 0) {
      result_.minimum = result_.maximum = origin_ = x;
    } else {
      result_.minimum = std::min(result_.minimum, x);
      result_.maximum = std::max(result_.maximum, x);
    }
    if (x == 0) ++result_.zeros;
    // Sums are taken about the first element, so that a small spread far from zero keeps its
    // digits.
    const double d = x - origin_;
    sum_ += d;
    squares_ += d * d;
    ++finite_;
  }

  Statistics finish(std::uint64_t count) {
    result_.numeric = true;
    result_.count = count;
    if (finite_ > 0) {
      const double n = static_cast<double>(finite_);
      result_.mean = origin_ + sum_ / n;
      result_.deviation = std::sqrt(std::max(0.0, squares_ / n - (sum_ / n) * (sum_ / n)));
    }
    return result_;
  }

 private:
  Statistics result_;
  double origin_ = 0, sum_ = 0, squares_ = 0;
  std::uint64_t finite_ = 0;
};

template <typename T>
void add_all(ByteView bytes, std::uint64_t count, Accumulator& accumulator) {
  for (std::uint64_t i = 0; i < count; ++i) {
    T element;  // bytes in a file are not aligned
    std::memcpy(&element, bytes.data() + i * sizeof element, sizeof element);
    accumulator.add(static_cast<double>(element));
  }
}

}  // namespace

Statistics statistics_of(ir::DataType type, ByteView bytes, std::uint64_t count) {
  const auto bits = static_cast<std::uint64_t>(ir::bits_of(type));
  if (bits == 0 || type == ir::DataType::complex64 || type == ir::DataType::complex128) {
    Statistics nothing;
    nothing.count = count;
    return nothing;
  }
  count = std::min<std::uint64_t>(count, bytes.size() * 8 / bits);
  Accumulator accumulator;
  switch (type) {
    case ir::DataType::float32:
      add_all<float>(bytes, count, accumulator);
      break;
    case ir::DataType::float64:
      add_all<double>(bytes, count, accumulator);
      break;
    case ir::DataType::int64:
      add_all<std::int64_t>(bytes, count, accumulator);
      break;
    case ir::DataType::int32:
      add_all<std::int32_t>(bytes, count, accumulator);
      break;
    case ir::DataType::int8:
      add_all<std::int8_t>(bytes, count, accumulator);
      break;
    case ir::DataType::uint8:
      add_all<std::uint8_t>(bytes, count, accumulator);
      break;
    default:
      for (std::uint64_t i = 0; i < count; ++i)
        accumulator.add(ir::element_as_double(type, bytes, i));
  }
  return accumulator.finish(count);
}

}  // namespace opsmith::report
