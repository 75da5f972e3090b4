// Taking the contents of a nested graph into the graph around it.
#pragma once

#include "opsmith/transform/pass.h"

namespace opsmith::transform {

// Nothing in `graph` reads, or gives out, a name that nothing defines: in another scope it would
// become another one. O(size of `graph`).
bool reads_defined_values(const ir::Graph& graph);

// An output of `node` is more than one output of its graph. No other value can take its place, so
// the node has to stay. O(uses of the outputs).
bool has_output_given_twice(const ir::Node& node);

// Whether everything that `graph`, nested in `owner`, holds can move before `owner`: it reads only
// what is defined, no input has a default, its initializers can be constants there, and `owner` can
// go. O(size of `graph`).
bool can_inline(const ir::Graph& graph, const ir::Node& owner);

// Moves the contents of `graph` before `owner`, where its inputs read `arguments` (null only for
// inputs without readers). Initializers become Constant nodes where initializers may not stand.
// Returns the values that were the graph's outputs.
std::vector<ir::Value*> inline_contents(ir::Graph& graph, ir::Node& owner,
                                        const std::vector<ir::Value*>& arguments,
                                        PassContext& context);

// Output `index` of `node` is replaced by `value`; through an Identity where the output's name
// could not be kept otherwise (`value` is an input, comes from an outer graph, or is an output
// already).
void replace_output(ir::Node& node, std::size_t index, ir::Value* value, PassContext& context);

}  // namespace opsmith::transform
