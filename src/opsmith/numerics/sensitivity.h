// How much a model's own outputs move when its inputs move by rounding noise: the yardstick for
// chaotic models.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "opsmith/ir/model.h"
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

// For models whose inputs are integers, or whose first step rounds small changes away: a copy of
// the model with its float constants of more than a few elements moved by rounding noise (in file
// order, up to `most_bytes` in all, which bounds memory). Running it on the same inputs and
// add_movement tell what measure_sensitivity tells.
std::unique_ptr<ir::Model> perturb_weights(const ir::Model& model, double relative,
                                           std::uint64_t seed,
                                           std::size_t most_bytes = std::size_t{64} << 20);

// Takes into `results` (made on first use, when empty) how far `outputs` lie from `undisturbed`.
void add_movement(std::vector<Sensitivity>& results, const runtime::NamedArrays& undisturbed,
                  const runtime::NamedArrays& outputs);

// The inputs of one draw.
runtime::NamedArrays perturb(const runtime::NamedArrays& inputs, double relative,
                             std::uint64_t seed);

}  // namespace opsmith::numerics
