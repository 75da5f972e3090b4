// How much a model's own outputs move when its inputs move by rounding noise: the yardstick for
// chaotic models.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "opsmith/runtime/array.h"

namespace opsmith::numerics {

using RunModel = std::function<runtime::NamedArrays(const runtime::NamedArrays& inputs)>;

struct SensitivityOptions {
  int draws = 3;
  double relative = 5e-7;  // each float element is multiplied by 1 + u, |u| <= relative
  std::uint64_t seed = 0;
};

struct Sensitivity {
  std::string output;
  double max_abs = 0;     // the largest movement of any element in any draw
  double max_rel = 0;     // against max(|undisturbed|, floor)
  double min_cosine = 1;  // between the undisturbed and a disturbed output
  bool changed_shape =
      false;  // the output's dims, or integer and string elements, changed: nothing can be measured
};

// Runs the model once for each draw (and once undisturbed unless `undisturbed` is given). The
// floating inputs of every width are perturbed; a model without any reports zeros. Draws that
// cannot run are skipped.
std::vector<Sensitivity> measure_sensitivity(const RunModel& run,
                                             const runtime::NamedArrays& inputs,
                                             const SensitivityOptions& options = {},
                                             const runtime::NamedArrays* undisturbed = nullptr);

// The inputs of one draw.
runtime::NamedArrays perturb(const runtime::NamedArrays& inputs, double relative,
                             std::uint64_t seed);

}  // namespace opsmith::numerics
