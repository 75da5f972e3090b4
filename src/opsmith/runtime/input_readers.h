// What the operators that read an input ask of its values. Internal to this room.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "opsmith/ir/model.h"
#include "opsmith/runtime/generate_inputs.h"

namespace opsmith::runtime {

// How an operand that describes a shape or a selection has to look as a whole.
enum class Pattern : std::uint8_t {
  none,
  shape,         // a target shape: -1, then ones
  sizes,         // a shape to make or to broadcast to: small numbers
  axes,          // distinct axes: 0, 1, 2, …
  scales,        // of Resize: 1, 1, then 2
  resize_sizes,  // of Resize: the data's own dims, doubled from axis 2 on
  split,         // parts that sum to a dimension
  full_slice,    // ends of Slice: large
};

struct Requirements {
  // Bounds, both included; every reader narrows them.
  std::optional<double> low, high;
  // Constants that the value is compared with.
  std::vector<double> compared;
  bool mask = false;      // 0 or 1
  bool index = false;     // selects elements; duplicates may clash
  bool distinct = false;  // duplicates give results that depend on execution order
  bool always_true = false;
  Pattern pattern = Pattern::none;
  std::vector<std::int64_t> reference;  // dims that `pattern` refers to; empty when unknown

  void at_least(double bound) { low = low ? std::max(*low, bound) : bound; }
  void at_most(double bound) { high = high ? std::min(*high, bound) : bound; }
  void between(double least, double most) {
    at_least(least);
    at_most(most);
  }
};

// Walks the readers of `input`, through operators that move or rescale its elements, into nested
// graphs and function bodies. The work is bounded for any model.
Requirements requirements_of(const ir::Value& input, const ir::Model& model,
                             const Binding& binding);

}  // namespace opsmith::runtime
