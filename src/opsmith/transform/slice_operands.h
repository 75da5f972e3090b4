// What a Slice takes: attributes in opsets below 10, operands from then on.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "opsmith/transform/pass.h"

namespace opsmith::transform {

// As far as known, each element a number, a symbol or unknown. nullopt: not even the length is
// known. `axes` and `steps` are empty when absent (then 0, 1, … and ones).
struct SliceOperands {
  using Elements = std::vector<ir::Dim>;
  std::optional<Elements> starts, ends, axes, steps;
};

SliceOperands slice_operands(const ir::Node& slice, const PassContext& context);

}  // namespace opsmith::transform
