#include "opsmith/numerics/sensitivity.h"

#include <algorithm>

#include "opsmith/base/error.h"
#include "opsmith/ir/tensor.h"
#include "opsmith/numerics/compare.h"
#include "opsmith/runtime/encode_element.h"
#include "opsmith/runtime/random.h"

namespace opsmith::numerics {
namespace {

using runtime::Array;

// A relative step that the type can hold: a few units in the last place, at least.
double step_of(ir::DataType type, double relative) {
  switch (type) {
    case ir::DataType::float16:
      return std::max(relative, 0x1p-11);
    case ir::DataType::bfloat16:
      return std::max(relative, 0x1p-8);
    default:
      return relative;
  }
}

void perturb_array(Array& array, double relative, runtime::Random& random) {
  for (Array& element : array.elements) perturb_array(element, relative, random);
  if (!array.is_tensor() || ir::bits_of(array.type) < 16 || !ir::is_floating(array.type)) return;
  const double step = step_of(array.type, relative);
  const std::size_t count = array.count();
  for (std::size_t i = 0; i < count; ++i) {
    const double value = ir::element_as_double(array.type, array.bytes, i);
    const double moved = value * (1 + random.uniform(-step, step));
    // Infinities and NaN stay as they are; masks of 0 do too, as a product.
    if (moved - moved == 0) runtime::encode_element(array.type, array.bytes, i, moved);
  }
}

bool is_discrete(const Array& array) {
  if (!array.is_tensor()) {
    return std::any_of(array.elements.begin(), array.elements.end(), is_discrete);
  }
  return !ir::is_floating(array.type);
}

}  // namespace

runtime::NamedArrays perturb(const runtime::NamedArrays& inputs, double relative,
                             std::uint64_t seed) {
  runtime::NamedArrays moved = inputs;
  for (auto& [name, array] : moved) {
    runtime::Random random(seed, name);
    perturb_array(array, relative, random);
  }
  return moved;
}

std::vector<Sensitivity> measure_sensitivity(const RunModel& run,
                                             const runtime::NamedArrays& inputs,
                                             const SensitivityOptions& options,
                                             const runtime::NamedArrays* undisturbed) {
  runtime::NamedArrays own;
  if (!undisturbed) {
    own = run(inputs);
    undisturbed = &own;
  }
  std::vector<Sensitivity> results;
  for (const auto& [name, array] : *undisturbed) results.push_back({.output = name});
  for (int draw = 0; draw < options.draws; ++draw) {
    runtime::NamedArrays outputs;
    try {
      outputs =
          run(perturb(inputs, options.relative, options.seed + static_cast<std::uint64_t>(draw)));
    } catch (const Error&) {
      continue;
    }
    for (std::size_t i = 0; i < results.size(); ++i) {
      const auto& [name, reference] = (*undisturbed)[i];
      const Array* array = runtime::find_array(outputs, name);
      if (!array) continue;
      const Difference difference = compare_arrays(*array, reference, Tolerance{});
      Sensitivity& result = results[i];
      result.changed_shape |= !difference.same_shape || !difference.same_type ||
                              (is_discrete(reference) && difference.unequal > 0);
      result.max_abs = std::max(result.max_abs, difference.max_abs);
      result.max_rel = std::max(result.max_rel, difference.max_rel);
      result.min_cosine = std::min(result.min_cosine, difference.cosine);
    }
  }
  return results;
}

}  // namespace opsmith::numerics
