#include "opsmith/numerics/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "opsmith/ir/tensor.h"
#include "opsmith/numerics/statistics.h"

namespace opsmith::numerics {
namespace {

using runtime::Array;

std::vector<std::int64_t> unravel(std::size_t flat, const std::vector<std::int64_t>& dims) {
  std::vector<std::int64_t> index(dims.size());
  for (std::size_t axis = dims.size(); axis-- > 0;) {
    const auto size = static_cast<std::size_t>(dims[axis]);
    index[axis] = static_cast<std::int64_t>(flat % size);
    flat /= size;
  }
  return index;
}

std::string index_text(const std::vector<std::int64_t>& index) {
  return fmt::format("[{}]", fmt::join(index, ","));
}

bool is_complex(ir::DataType type) {
  return type == ir::DataType::complex64 || type == ir::DataType::complex128;
}

Difference unlike(std::string reason) {
  Difference difference;
  difference.same_type = false;
  difference.within = false;
  difference.cosine = 0;
  difference.sqnr_db = -std::numeric_limits<double>::infinity();
  difference.reason = std::move(reason);
  return difference;
}

void describe_failure(Difference& difference, const Tolerance& tolerance, bool discrete) {
  if (difference.nonfinite_mismatches > 0) {
    difference.reason = fmt::format(
        "{} of {} elements are NaN or infinite on one side only, or with another sign; first at {}",
        difference.nonfinite_mismatches, difference.count,
        index_text(difference.first_nonfinite_index));
  } else if (tolerance.by_cosine) {
    difference.reason = fmt::format("cosine similarity {:.6g} is below {:.6g}", difference.cosine,
                                    tolerance.cosine);
  } else if (difference.violations == 0) {
    difference.reason = fmt::format("cosine similarity {:.6g} is below {:.6g}", difference.cosine,
                                    tolerance.cosine);
  } else if (discrete || tolerance.exact()) {
    difference.reason =
        fmt::format("{} of {} elements differ; largest at {}: {:.9g}, expected {:.9g}",
                    difference.violations, difference.count, index_text(difference.max_abs_index),
                    difference.max_abs_a, difference.max_abs_b);
  } else {
    difference.reason = fmt::format(
        "{} of {} elements are beyond {:g} + {:g}|b|; largest at {}: {:.9g}, expected {:.9g}",
        difference.violations, difference.count, tolerance.atol, tolerance.rtol,
        index_text(difference.max_abs_index), difference.max_abs_a, difference.max_abs_b);
  }
}

void judge(Difference& difference, const Tolerance& tolerance, bool discrete) {
  const bool demands_cosine = tolerance.cosine > -1;
  if (discrete && !tolerance.by_cosine) difference.violations = difference.unequal;
  if (difference.nonfinite_mismatches > 0) {
    difference.within = false;
  } else if (tolerance.by_cosine) {
    // Results that are all but zero have no direction; the bound on elements then decides.
    difference.within = difference.violations == 0 || difference.cosine >= tolerance.cosine;
  } else {
    difference.within = difference.violations == 0 &&
                        (discrete || !demands_cosine || difference.cosine >= tolerance.cosine);
  }
  if (!difference.within) describe_failure(difference, tolerance, discrete);
}

Difference compare_strings(const Array& a, const Array& b) {
  Difference difference;
  difference.count = std::min(a.strings.size(), b.strings.size());
  for (std::size_t i = 0; i < difference.count; ++i) {
    if (a.strings[i] == b.strings[i]) continue;
    if (difference.unequal++ == 0) difference.max_abs_index = unravel(i, b.dims);
  }
  difference.violations = difference.unequal;
  difference.sqnr_db = std::numeric_limits<double>::infinity();
  if (difference.unequal > 0) {
    difference.max_abs = 1;
    difference.sqnr_db = 0;
    difference.cosine = 0;
    difference.within = false;
    difference.reason = fmt::format("{} of {} strings differ; first at {}", difference.unequal,
                                    difference.count, index_text(difference.max_abs_index));
  }
  return difference;
}

double cosine_of(const Statistics& found) {
  if (found.unequal == 0) return 1;
  if (found.square_a == 0 && found.square_b == 0) return 1;
  if (found.square_a == 0 || found.square_b == 0) return 0;
  return std::clamp(found.dot / (std::sqrt(found.square_a) * std::sqrt(found.square_b)), -1.0, 1.0);
}

Difference compare_tensors(const Array& a, const Array& b, const Tolerance& tolerance) {
  const ir::DataType type = b.type;
  if (type == ir::DataType::string) return compare_strings(a, b);
  const bool complex = is_complex(type);
  const ir::DataType part = type == ir::DataType::complex64    ? ir::DataType::float32
                            : type == ir::DataType::complex128 ? ir::DataType::float64
                                                               : type;
  const std::size_t count = b.count();
  const std::size_t parts = complex ? 2 * count : count;
  if (std::min(a.bytes.size(), b.bytes.size()) * 8 <
      parts * static_cast<std::size_t>(ir::bits_of(part))) {
    return unlike("an array has fewer bytes than its dims say");
  }
  const Statistics found = gather_statistics(part, a.bytes, b.bytes, parts, tolerance);
  const bool discrete = !ir::is_floating(part);

  Difference difference;
  difference.count = count;
  difference.unequal = found.unequal;
  difference.violations = found.violations;
  difference.max_abs = found.max_abs;
  difference.max_rel = found.max_rel;
  auto locate = [&](std::size_t at, std::vector<std::int64_t>& index, double& x, double& y) {
    index = unravel(complex ? at / 2 : at, b.dims);
    x = ir::element_as_double(part, a.bytes, at);
    y = ir::element_as_double(part, b.bytes, at);
  };
  if (found.max_abs > 0) {
    locate(found.max_abs_at, difference.max_abs_index, difference.max_abs_a, difference.max_abs_b);
  }
  if (found.max_rel > 0) {
    locate(found.max_rel_at, difference.max_rel_index, difference.max_rel_a, difference.max_rel_b);
  }
  const std::size_t finite =
      parts - std::min(parts, std::max(found.nan_a + found.inf_a, found.nan_b + found.inf_b));
  difference.mean_abs = finite > 0 ? found.sum_abs / static_cast<double>(finite) : 0;
  difference.cosine = cosine_of(found);
  difference.sqnr_db = found.sum_square > 0 ? 10 * std::log10(found.square_b / found.sum_square)
                                            : std::numeric_limits<double>::infinity();
  difference.max_ulp = found.max_ulp;
  difference.nan_a = found.nan_a;
  difference.nan_b = found.nan_b;
  difference.inf_a = found.inf_a;
  difference.inf_b = found.inf_b;
  difference.nonfinite_mismatches = found.mismatches;
  if (found.mismatches > 0) {
    difference.first_nonfinite_index =
        unravel(complex ? found.first_mismatch / 2 : found.first_mismatch, b.dims);
  }
  judge(difference, tolerance, discrete);
  return difference;
}

// Takes over what is worse in one element of a sequence.
void merge(Difference& whole, const Difference& part, std::size_t element) {
  auto at = [element](std::vector<std::int64_t> index) {
    index.insert(index.begin(), static_cast<std::int64_t>(element));
    return index;
  };
  whole.same_type = whole.same_type && part.same_type;
  whole.same_shape = whole.same_shape && part.same_shape;
  // A mean over all elements of all parts.
  const double counted = static_cast<double>(whole.count + part.count);
  if (counted > 0) {
    whole.mean_abs = (whole.mean_abs * static_cast<double>(whole.count) +
                      part.mean_abs * static_cast<double>(part.count)) /
                     counted;
  }
  whole.count += part.count;
  whole.unequal += part.unequal;
  whole.violations += part.violations;
  if (part.max_abs > whole.max_abs) {
    whole.max_abs = part.max_abs;
    whole.max_abs_index = at(part.max_abs_index);
    whole.max_abs_a = part.max_abs_a;
    whole.max_abs_b = part.max_abs_b;
  }
  if (part.max_rel > whole.max_rel) {
    whole.max_rel = part.max_rel;
    whole.max_rel_index = at(part.max_rel_index);
    whole.max_rel_a = part.max_rel_a;
    whole.max_rel_b = part.max_rel_b;
  }
  whole.cosine = std::min(whole.cosine, part.cosine);
  whole.sqnr_db = std::min(whole.sqnr_db, part.sqnr_db);
  whole.max_ulp = std::max(whole.max_ulp, part.max_ulp);
  whole.nan_a += part.nan_a;
  whole.nan_b += part.nan_b;
  whole.inf_a += part.inf_a;
  whole.inf_b += part.inf_b;
  if (part.nonfinite_mismatches > 0 && whole.nonfinite_mismatches == 0) {
    whole.first_nonfinite_index = at(part.first_nonfinite_index);
  }
  whole.nonfinite_mismatches += part.nonfinite_mismatches;
  if (whole.within && !part.within) {
    whole.within = false;
    whole.reason = fmt::format("element {}: {}", element, part.reason);
  }
}

}  // namespace

double relative_floor(double largest_reference) {
  return std::max(1e-6 * largest_reference, 1e-12);
}

Difference compare_arrays(const Array& a, const Array& b, const Tolerance& tolerance) {
  const bool tensors = a.is_tensor() && b.is_tensor();
  if (a.kind != b.kind || (tensors && a.type != b.type)) {
    return unlike(fmt::format("is {}, expected {}", describe(a), describe(b)));
  }
  if (tensors && a.dims != b.dims) {
    Difference difference = unlike(fmt::format("is {}, expected {}", describe(a), describe(b)));
    difference.same_type = true;
    difference.same_shape = false;
    return difference;
  }
  if (tensors) return compare_tensors(a, b, tolerance);

  if (a.elements.size() != b.elements.size()) {
    Difference difference =
        unlike(fmt::format("has {} elements, expected {}", a.elements.size(), b.elements.size()));
    difference.same_type = true;
    difference.same_shape = false;
    return difference;
  }
  Difference whole;
  whole.sqnr_db = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < a.elements.size(); ++i) {
    merge(whole, compare_arrays(a.elements[i], b.elements[i], tolerance), i);
  }
  return whole;
}

std::vector<NamedDifference> compare_named(const runtime::NamedArrays& a,
                                           const runtime::NamedArrays& b,
                                           const Tolerance& tolerance) {
  std::vector<NamedDifference> differences;
  for (const auto& [name, reference] : b) {
    const Array* array = runtime::find_array(a, name);
    differences.push_back({name, array ? compare_arrays(*array, reference, tolerance)
                                       : unlike("is missing from the first side")});
  }
  for (const auto& [name, array] : a) {
    if (!runtime::find_array(b, name)) {
      differences.push_back({name, unlike("is missing from the second side")});
    }
  }
  return differences;
}

}  // namespace opsmith::numerics
