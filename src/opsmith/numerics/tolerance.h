// How far two results may lie apart and still count as the same, by class of change.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace opsmith::numerics {

// |a-b| <= atol + rtol*|b| for every element (b is the reference), and the cosine similarity of the
// whole at least `cosine`. Zero everywhere means bit for bit, but for the sign of zero and a NaN's
// payload.
struct Tolerance {
  double atol = 0;
  double rtol = 0;
  // Least cosine similarity; values of at most -1 demand nothing. With `by_cosine`, the elementwise
  // bound is not asked.
  double cosine = -2;
  bool by_cosine = false;

  bool exact() const { return atol == 0 && rtol == 0 && !by_cosine; }
};

// exact     bit for bit, or differing only in signed zero and NaN payload
// strict    1e-6 + 1e-6|b|
// general   1e-5 + 1e-5|b|: the same arithmetic in another order
// quantized cosine similarity of at least 0.99 (lossy changes)
// Throws Error(usage) that lists the names for any other.
Tolerance tolerance_named(std::string_view name);
std::optional<Tolerance> find_tolerance(std::string_view name);

}  // namespace opsmith::numerics
