// Cutting a part out of a model, as a model of its own.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "opsmith/ir/model.h"

namespace opsmith::transform {

// What to cut out: a part between values, or given nodes. All of it lies in one graph: the main
// one, a nested one or a function's body.
struct Region {
  ir::Graph* graph = nullptr;
  std::vector<ir::Node*> nodes;     // in order of the list
  std::vector<ir::Value*> inputs;   // become inputs, in this order
  std::vector<ir::Value*> outputs;  // become outputs, in this order
};

// What lies between `inputs` and `outputs` (of one graph). No outputs: those of the graph that
// depend on `inputs`. No inputs: whatever the outputs depend on, back to the graph's own inputs.
// Values of enclosing graphs become inputs too, after the given ones. Throws Error(usage) naming
// the value: outputs in different graphs, an input that no output depends on, an output that
// depends on more inputs than given.
Region region_between(ir::Model& model, const std::vector<ir::Value*>& inputs,
                      const std::vector<ir::Value*>& outputs);

// `nodes` (of one graph; what is nested in them comes along) with the constants that they read.
// Inputs: what they read of others; outputs: what others read of them, and what nobody reads when
// that is all that a node makes.
Region region_of(ir::Model& model, const std::vector<ir::Node*>& nodes);

// The nodes within `hops` steps of `node`, along operands and readers alike, in the same graph.
// Constants are no step.
std::vector<ir::Node*> neighbourhood(ir::Node& node, std::size_t hops);

// The region as a model of its own. It shares the tensors of `model`, keeps names, takes along the
// functions that are called (and those that they call) and the opset imports that are used. Inputs
// and outputs get the type that inference or the file knows; run shape inference before for the
// best of them. Sorts the region's graph when it is unsorted. Throws Error(unsupported) for an
// input whose type nobody knows, or nodes that take attributes from a function's caller;
// Error(malformed) for a cycle or a value that nothing defines.
std::unique_ptr<ir::Model> extract(ir::Model& model, const Region& region);

}  // namespace opsmith::transform
