#include "opsmith/shape/dim_math.h"

#include <limits>

namespace opsmith::shape {
namespace {

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();

Dim known_or_unknown(std::optional<std::int64_t> value) { return value ? Dim::of(*value) : Dim{}; }

bool is_symbol(const Dim& dim) { return dim.kind == Dim::Kind::param; }
bool at_most_zero(const Dim& dim) { return dim.known() && dim.value <= 0; }
bool below_zero(const Dim& dim) { return dim.known() && dim.value < 0; }

}  // namespace

std::optional<std::int64_t> checked_add(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_add_overflow(a, b, &result)) return std::nullopt;
  return result;
}

std::optional<std::int64_t> checked_subtract(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_sub_overflow(a, b, &result)) return std::nullopt;
  return result;
}

std::optional<std::int64_t> checked_multiply(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_mul_overflow(a, b, &result)) return std::nullopt;
  return result;
}

Dim add(const Dim& a, const Dim& b) {
  if (a.known() && b.known()) return known_or_unknown(checked_add(a.value, b.value));
  if (a.is(0)) return b;
  if (b.is(0)) return a;
  return {};
}

Dim subtract(const Dim& a, const Dim& b) {
  if (a.known() && b.known()) return known_or_unknown(checked_subtract(a.value, b.value));
  if (b.is(0)) return a;
  if (a.same_as(b)) return Dim::of(0);
  return {};
}

Dim multiply(const Dim& a, const Dim& b) {
  if (a.is(0) || b.is(0)) return Dim::of(0);
  if (a.known() && b.known()) return known_or_unknown(checked_multiply(a.value, b.value));
  if (a.is(1)) return b;
  if (b.is(1)) return a;
  return {};
}

Dim divide(const Dim& a, const Dim& b) {
  if (b.is(0)) return {};
  if (b.is(1)) return a;
  if (a.known() && b.known()) {
    if (a.value == lowest && b.value == -1) return {};
    return Dim::of(a.value / b.value);
  }
  return {};
}

Dim remainder(const Dim& a, const Dim& b, bool sign_of_dividend) {
  if (!a.known() || !b.known() || b.value == 0 || b.value == -1)
    return b.is(1) || b.is(-1) ? Dim::of(0) : Dim{};
  std::int64_t result = a.value % b.value;
  if (!sign_of_dividend && result != 0 && (result < 0) != (b.value < 0)) result += b.value;
  return Dim::of(result);
}

Dim negate(const Dim& a) { return subtract(Dim::of(0), a); }

Dim absolute(const Dim& a) {
  if (is_symbol(a)) return a;
  return below_zero(a) ? negate(a) : a;
}

Dim minimum(const Dim& a, const Dim& b) {
  if (a.same_as(b)) return a;
  if (a.known() && b.known()) return a.value < b.value ? a : b;
  if (is_symbol(a) && at_most_zero(b)) return b;
  if (is_symbol(b) && at_most_zero(a)) return a;
  return {};
}

Dim maximum(const Dim& a, const Dim& b) {
  if (a.same_as(b)) return a;
  if (a.known() && b.known()) return a.value < b.value ? b : a;
  if (is_symbol(a) && at_most_zero(b)) return a;
  if (is_symbol(b) && at_most_zero(a)) return b;
  return {};
}

std::optional<bool> equal(const Dim& a, const Dim& b) {
  if (a.same_as(b)) return true;
  if (a.known() && b.known()) return false;
  if ((is_symbol(a) && below_zero(b)) || (is_symbol(b) && below_zero(a))) return false;
  return std::nullopt;
}

std::optional<bool> less(const Dim& a, const Dim& b) {
  if (a.known() && b.known()) return a.value < b.value;
  if (a.same_as(b)) return false;
  if (is_symbol(a) && at_most_zero(b)) return false;
  if (below_zero(a) && is_symbol(b)) return true;
  return std::nullopt;
}

std::optional<bool> less_or_equal(const Dim& a, const Dim& b) {
  const auto greater = less(b, a);
  if (greater) return !*greater;
  return std::nullopt;
}

Dim as_size(const Dim& dim) { return below_zero(dim) ? Dim{} : dim; }

Dim product(const Shape& shape, std::size_t first, std::size_t last) {
  Dim result = Dim::of(1);
  for (std::size_t axis = first; axis < last; ++axis) {
    if (shape[axis].is(0)) return Dim::of(0);
  }
  for (std::size_t axis = first; axis < last; ++axis) result = multiply(result, shape[axis]);
  return result;
}

Dim join(const Dim& a, const Dim& b) { return a.same_as(b) ? a : Dim{}; }

std::optional<Dim> meet(const Dim& a, const Dim& b) {
  if (a.known() && b.known() && a.value != b.value) return std::nullopt;
  if (a.known()) return a;
  if (b.known()) return b;
  return is_symbol(a) ? a : b;
}

std::optional<Dim> broadcast(const Dim& a, const Dim& b) {
  if (a.same_as(b)) return a;
  if (a.is(1)) return b;
  if (b.is(1)) return a;
  if (a.known() && b.known()) return std::nullopt;
  // The other one must be 1 or the same number.
  if (a.known()) return a;
  if (b.known()) return b;
  return Dim{};
}

}  // namespace opsmith::shape
