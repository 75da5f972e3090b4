// Differences between two results, element by element. The second one is the reference.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "opsmith/numerics/tolerance.h"
#include "opsmith/runtime/array.h"

namespace opsmith::numerics {

struct Difference {
  bool same_type = true;
  bool same_shape = true;
  std::size_t count = 0;       // elements compared
  std::size_t unequal = 0;     // elements that differ at all (NaN equals NaN, 0 equals -0)
  std::size_t violations = 0;  // elements beyond the tolerance, mismatched non-finite ones included

  // Over pairs of finite elements. The relative error is |a-b| / max(|b|, floor), see
  // relative_floor().
  double max_abs = 0, max_rel = 0;
  std::vector<std::int64_t> max_abs_index, max_rel_index;  // where; empty when nothing differs
  double max_abs_a = 0, max_abs_b = 0;                     // both values there
  double max_rel_a = 0, max_rel_b = 0;
  double mean_abs = 0;
  double cosine = 1;   // 1 when both are zero everywhere, 0 when one is
  double sqnr_db = 0;  // 10 log10(sum b^2 / sum (a-b)^2); infinity when nothing differs
  std::uint64_t max_ulp =
      0;  // units in the last place of the element type; 0 for integers and strings

  std::size_t nan_a = 0, nan_b = 0, inf_a = 0, inf_b = 0;
  // Elements where one is NaN or infinite and the other is not the same.
  std::size_t nonfinite_mismatches = 0;
  std::vector<std::int64_t> first_nonfinite_index;  // the first mismatch

  bool within = true;  // the tolerance holds
  std::string reason;  // one sentence on why not; empty when within
};

// Compares kind, type, shape and elements. Integers, booleans and strings are the same or not,
// unless the tolerance is by cosine: then integers are judged as numbers. Sequences and maps
// compare element by element and give the worst. One pass; sums in double; deterministic.
Difference compare_arrays(const runtime::Array& a, const runtime::Array& b,
                          const Tolerance& tolerance);

struct NamedDifference {
  std::string name;
  Difference difference;
};

// Pairs arrays by name, in order of `b`. A name that only one side has is a difference of same_type
// = false.
std::vector<NamedDifference> compare_named(const runtime::NamedArrays& a,
                                           const runtime::NamedArrays& b,
                                           const Tolerance& tolerance);

// The least |reference| that a relative error is taken against: 1e-6 times the largest finite
// |reference|, and at least 1e-12. Without it, noise around zero would count as a relative error of
// thousands.
double relative_floor(double largest_reference);

}  // namespace opsmith::numerics
