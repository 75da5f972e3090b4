// Inference after an edit: from the edited node on, as far as something changes.
#include <set>

#include "opsmith/shape/engine.h"

namespace opsmith::shape {
namespace {

struct Before {
  const ir::Graph* graph;
  bool operator()(const ir::Node* a, const ir::Node* b) const {
    return a != b && graph->precedes(a, b);
  }
};

}  // namespace

void Inference::Engine::refresh_sources(const ir::Node& node) {
  for (const ir::Use& use : node.inputs()) {
    ir::Value* value = use.value();
    if (!value || value->producer()) continue;
    if (value->is_initializer() && !value->is_input()) {
      elements_.erase(value);
      value->set_inferred(initializer_type(*value));
    } else if (!value->inferred() && value->is_input() && value->graph()->is_main()) {
      value->set_inferred(declared_type(*value));
    }
  }
}

void Inference::Engine::update(ir::Node& node) {
  opset_graph_ = nullptr;  // imports may have been edited
  visits_ = 0;
  ir::Node* start = &node;
  const ir::Graph* top = node.graph();
  while (top->owner()) top = top->owner()->graph();
  if (!top->is_main()) return;  // function bodies have no types of their own
  refresh_sources(node);
  while (start) {
    ir::Graph& graph = *start->graph();
    if (!settle(graph, *start)) return;
    start = graph.owner();
  }
}

// True when an output of the graph changed, so that the node that holds the graph is to be inferred
// too.
bool Inference::Engine::settle(ir::Graph& graph, ir::Node& start) {
  std::set<ir::Node*, Before> waiting(Before{&graph});
  waiting.insert(&start);
  bool outputs_changed = false;
  // In a sorted graph no node comes twice; in a broken one this ends all the same.
  std::size_t steps = 4 * graph.node_count() + 64;
  while (!waiting.empty() && steps-- > 0) {
    ir::Node* node = *waiting.begin();
    waiting.erase(waiting.begin());
    if (!infer(*node)) continue;
    for (const ir::Value* output : node->outputs()) {
      if (!output) continue;
      for (ir::Use& use : output->uses()) {
        if (use.graph_output_of() == &graph) {
          outputs_changed = true;
          continue;
        }
        ir::Node* reader =
            ancestor_in(use.node() ? use.node() : use.graph_output_of()->owner(), graph);
        if (reader) waiting.insert(reader);
      }
    }
  }
  return outputs_changed;
}

}  // namespace opsmith::shape
