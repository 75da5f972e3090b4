// Order of a graph's nodes: dependencies (captures by nested graphs included), sorting, cycles.
#pragma once

#include <vector>

#include "opsmith/ir/graph.h"

namespace opsmith::ir {

// True when every node stands after the producers of all that it and its nested graphs read.
// O(uses).
bool is_sorted(const Graph& graph);

// Sorts stably: nodes keep their order where dependencies allow, an already sorted graph is
// untouched. Linear time. Returns the nodes of one cycle, in order, when there is one (the graph is
// then left as it was); empty otherwise.
std::vector<Node*> sort_topologically(Graph& graph);

// Values of enclosing graphs that `graph` or its nested graphs read, each once, in order of first
// read.
std::vector<Value*> captured_values(const Graph& graph);

}  // namespace opsmith::ir
