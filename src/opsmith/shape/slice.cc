#include "opsmith/shape/slice.h"

#include <algorithm>
#include <limits>

namespace opsmith::shape {
namespace {

constexpr std::int64_t far_end = std::numeric_limits<std::int32_t>::max();

}  // namespace

std::optional<SliceRange> slice_range(std::int64_t size, std::int64_t start, std::int64_t end,
                                      std::int64_t step) {
  if (step == 0 || size < 0) return std::nullopt;
  if (size == 0) return SliceRange{0, step, 0};
  const Wide from = start < 0 ? Wide{start} + size : Wide{start};
  const Wide to = end < 0 ? Wide{end} + size : Wide{end};
  Wide first = 0;
  Wide count = 0;
  if (step > 0) {
    first = std::clamp<Wide>(from, 0, size);
    const Wide last = std::clamp<Wide>(to, 0, size);
    count = (last - first + step - 1) / step;
  } else {
    if (from < 0) return std::nullopt;
    first = std::min<Wide>(from, size - 1);
    const Wide last = std::clamp<Wide>(to, -1, size - 1);
    const Wide stride = -Wide{step};
    count = (first - last + stride - 1) / stride;
  }
  return SliceRange{static_cast<std::int64_t>(first), step,
                    static_cast<std::int64_t>(std::max<Wide>(count, 0))};
}

Dim slice_size(const Dim& size, const Dim& start, const Dim& end, const Dim& step) {
  if (!step.known() || step.value == 0) return {};
  if (size.known() && start.known() && end.known()) {
    const auto range = slice_range(size.value, start.value, end.value, step.value);
    return range ? Dim::of(range->count) : Dim{};
  }
  if (size.is(0)) return Dim::of(0);
  const bool to_end = (end.known() && end.value >= far_end) || end.same_as(size);
  if (step.is(1)) {
    if (start.is(0) && to_end) return size;
    if (start.same_as(end)) return Dim::of(0);
    if (start.known() && end.known() && end.value <= start.value &&
        (start.value < 0) == (end.value < 0)) {
      return Dim::of(0);
    }
  }
  if (step.is(-1)) {
    const bool from_last = start.is(-1) || (start.known() && start.value >= far_end);
    if (from_last && end.known() && end.value <= -far_end) return size;
  }
  return {};
}

}  // namespace opsmith::shape
