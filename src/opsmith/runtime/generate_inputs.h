// Inputs made up for a model: sizes for its symbolic dimensions, and values that what reads them
// can take.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "opsmith/ir/model.h"
#include "opsmith/runtime/array.h"

namespace opsmith::runtime {

using Binding =
    std::map<std::string, std::int64_t>;  // dim_param (or "input:axis" of an unnamed dim) -> size

struct GenerateOptions {
  std::uint64_t seed = 0;
  Binding dims{};   // sizes that the caller fixes
  int binding = 0;  // which of candidate_bindings() to take, modulo their number; different ones
                    // give different sizes
};

// Sizes to try, in order of hope, each a whole assignment for every symbolic or unknown dimension
// of the inputs. Equal names get equal sizes. A fully static model has exactly one, empty,
// candidate. `fixed` entries are kept as they are.
std::vector<Binding> candidate_bindings(const ir::Model& model, const Binding& fixed = {});

// Values for every input without a default (an initializer of the same name). Deterministic in
// (model, options) on every machine. Values fit their readers, found through data-moving operators,
// nested graphs and function bodies: indices lie within the dimension indexed, masks are 0 or 1,
// lengths are positive and within the sequence, what is compared with constants is drawn from
// around them, sizes fit. Throws Error(unsupported) for an input of unknown type.
NamedArrays generate_inputs(const ir::Model& model, const GenerateOptions& options = {});

}  // namespace opsmith::runtime
