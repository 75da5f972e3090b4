// Finding the nodes and the boundary of a part; see extract.h.
#include <algorithm>
#include <unordered_set>

#include "opsmith/base/error.h"
#include "opsmith/ir/address.h"
#include "opsmith/ir/topology.h"
#include "opsmith/transform/extract.h"

namespace opsmith::transform {
namespace {

using ir::Graph;
using ir::Node;
using ir::Value;

// A list without repetition that keeps the order of arrival.
template <typename T>
class OrderedSet {
 public:
  bool insert(T* item) {
    if (!members_.insert(item).second) return false;
    items_.push_back(item);
    return true;
  }
  bool contains(const T* item) const { return members_.contains(item); }
  const std::vector<T*>& items() const { return items_; }

 private:
  std::vector<T*> items_;
  std::unordered_set<const T*> members_;
};

// Everything that a node reads from outside itself: operands, and what its nested graphs capture.
std::vector<Value*> reads_of(const Node& node) {
  std::vector<Value*> reads;
  for (const ir::Use& use : node.inputs()) {
    if (use.value()) reads.push_back(use.value());
  }
  for (const Graph* graph : node.graphs()) {
    for (Value* value : ir::captured_values(*graph)) reads.push_back(value);
  }
  return reads;
}

// The node of `graph` in which a read happens: the reader itself, or the node around the nested
// graph that reads. Null for the output list of `graph`.
Node* reader_in(const Graph* graph, const ir::Use& use) {
  Node* node = use.node();
  const Graph* scope = use.scope();
  while (scope && scope != graph) {
    node = scope->owner();
    scope = node ? node->graph() : nullptr;
  }
  return node;
}

bool is_constant(const Value& value) {
  return (value.is_initializer() && !value.is_input()) ||
         (value.producer() && value.producer()->is("Constant"));
}

Error refusal(const ir::Model& model, const Value& value, const std::string& message,
              const std::string& remedy = {}) {
  return {ErrorCode::usage,
          message,
          {.file = model.path, .graph = value.graph()->path(), .value = std::string(value.name())},
          remedy};
}

void sort_graph(Graph& graph) {
  const std::vector<Node*> cycle = ir::sort_topologically(graph);
  if (cycle.empty()) return;
  throw Error(ErrorCode::malformed, "the nodes form a cycle",
              {.file = graph.model().path,
               .graph = graph.path(),
               .node = std::string(ir::label_of(*cycle.front()))});
}

std::string listed(const std::vector<Value*>& values) {
  std::string text;
  for (std::size_t i = 0; i < values.size() && i < 10; ++i)
    text += (i ? ", '" : "'") + ir::address_of(*values[i]) + "'";
  if (values.size() > 10) text += " and " + std::to_string(values.size() - 10) + " more";
  return text;
}

// True when `inner` is `outer` or nested in it.
bool encloses(const Graph* outer, const Graph* inner) {
  for (; inner; inner = inner->parent()) {
    if (inner == outer) return true;
  }
  return false;
}

// Outputs of `graph` that depend on any of `inputs`.
std::vector<Value*> dependent_outputs(Graph& graph, const std::vector<Value*>& inputs) {
  std::unordered_set<const Value*> reached(inputs.begin(), inputs.end());
  for (const Node& node : graph.nodes()) {
    const std::vector<Value*> reads = reads_of(node);
    if (std::none_of(reads.begin(), reads.end(),
                     [&](const Value* v) { return reached.contains(v); }))
      continue;
    for (const Value* output : node.outputs()) reached.insert(output);
  }
  std::vector<Value*> outputs;
  for (const ir::Use& use : graph.outputs()) {
    if (use.value() && reached.contains(use.value())) outputs.push_back(use.value());
  }
  return outputs;
}

std::vector<Node*> in_list_order(Graph& graph, const OrderedSet<Node>& nodes) {
  std::vector<Node*> ordered = nodes.items();
  std::sort(ordered.begin(), ordered.end(),
            [&graph](const Node* a, const Node* b) { return graph.precedes(a, b); });
  return ordered;
}

}  // namespace

Region region_between(ir::Model& model, const std::vector<Value*>& inputs,
                      const std::vector<Value*>& outputs) {
  Region region;
  region.graph = !outputs.empty() ? outputs.front()->graph()
                 : inputs.empty() ? &model.graph()
                                  : inputs.front()->graph();
  for (const Value* output : outputs) {
    if (output->graph() == region.graph) continue;
    throw refusal(model, *output, "the outputs lie in different graphs",
                  "take them from '" + region.graph->path() + "' only, or extract twice");
  }
  for (const Value* input : inputs) {
    if (encloses(input->graph(), region.graph)) continue;
    throw refusal(model, *input, "this input lies in a graph that the outputs cannot see",
                  "name a value of '" + region.graph->path() + "' or of a graph around it");
  }
  sort_graph(*region.graph);
  region.outputs = outputs.empty() ? dependent_outputs(*region.graph, inputs) : outputs;
  if (region.outputs.empty()) {
    if (inputs.empty())
      throw Error(ErrorCode::usage, "the graph has no outputs", {.file = model.path});
    throw refusal(model, *inputs.front(), "no output of the graph depends on this input");
  }

  const std::unordered_set<const Value*> cut(inputs.begin(), inputs.end());
  std::unordered_set<const Value*> seen;
  OrderedSet<Node> nodes;
  std::vector<Value*> found_inputs, captured,
      pending(region.outputs.rbegin(), region.outputs.rend());
  while (!pending.empty()) {
    Value* value = pending.back();
    pending.pop_back();
    if (!seen.insert(value).second || cut.contains(value)) continue;
    if (value->is_undefined()) {
      throw Error(ErrorCode::malformed, "nothing defines this value",
                  {.file = model.path,
                   .graph = value->graph()->path(),
                   .value = std::string(value->name())});
    }
    if (value->graph() != region.graph) {
      if (!is_constant(*value)) captured.push_back(value);
    } else if (value->producer()) {
      if (!nodes.insert(value->producer())) continue;
      const std::vector<Value*> reads = reads_of(*value->producer());
      pending.insert(pending.end(), reads.rbegin(), reads.rend());
    } else if (value->is_input()) {
      found_inputs.push_back(value);
    }
  }
  for (const Value* input : inputs) {
    if (!seen.contains(input))
      throw refusal(model, *input, "no requested output depends on this input");
  }
  // Defaults need not be given; everything else must when the caller named inputs at all.
  std::vector<Value*> missing;
  for (Value* value : found_inputs) {
    if (!inputs.empty() && !value->is_initializer()) missing.push_back(value);
  }
  if (!missing.empty()) {
    throw Error(ErrorCode::usage,
                "the outputs depend on more than the given inputs: also on " + listed(missing),
                {.file = model.path, .graph = region.graph->path()},
                "add them to --inputs, or cut later");
  }
  auto in_order = [](const Graph& graph, std::vector<Value*>& values) {
    const std::vector<Value*>& order = graph.inputs();
    std::vector<Value*> sorted;
    for (Value* value : order) {
      if (std::find(values.begin(), values.end(), value) != values.end()) sorted.push_back(value);
    }
    return sorted;
  };
  region.nodes = in_list_order(*region.graph, nodes);
  region.inputs = inputs;
  for (Value* value : in_order(*region.graph, found_inputs)) region.inputs.push_back(value);
  region.inputs.insert(region.inputs.end(), captured.begin(), captured.end());
  return region;
}

Region region_of(ir::Model& model, const std::vector<Node*>& asked) {
  Region region;
  if (asked.empty()) throw Error(ErrorCode::usage, "no nodes to extract", {.file = model.path});
  // What is nested in a selected node comes along with it.
  const std::unordered_set<const Node*> named(asked.begin(), asked.end());
  auto comes_along = [&named](const Node* node) {
    for (node = node->graph()->owner(); node; node = node->graph()->owner()) {
      if (named.contains(node)) return true;
    }
    return false;
  };
  OrderedSet<Node> nodes;
  for (Node* node : asked) {
    if (comes_along(node)) continue;
    if (!region.graph) region.graph = node->graph();
    if (node->graph() != region.graph) {
      throw Error(ErrorCode::usage,
                  "the nodes lie in different graphs: '" + region.graph->path() + "' and '" +
                      node->graph()->path() + "'",
                  {.file = model.path, .node = ir::address_of(*node)},
                  "select nodes of one graph by their addresses");
    }
    nodes.insert(node);
  }
  sort_graph(*region.graph);
  OrderedSet<Value> inputs;
  for (Node* node : in_list_order(*region.graph, nodes)) {
    for (Value* value : reads_of(*node)) {
      if (value->is_undefined()) {
        throw Error(ErrorCode::malformed, "nothing defines this value",
                    {.file = model.path,
                     .graph = value->graph()->path(),
                     .value = std::string(value->name())});
      }
      Node* producer = value->graph() == region.graph ? value->producer() : nullptr;
      if (producer && producer->is("Constant")) nodes.insert(producer);
      if ((producer && nodes.contains(producer)) || is_constant(*value)) continue;
      inputs.insert(value);
    }
  }
  region.nodes = in_list_order(*region.graph, nodes);
  region.inputs = inputs.items();

  OrderedSet<Value> outputs;
  for (Node* node : region.nodes) {
    bool read = false;
    for (Value* output : node->outputs()) {
      if (!output) continue;
      for (const ir::Use& use : output->uses()) {
        read = true;
        Node* reader = reader_in(region.graph, use);
        if (!reader || !nodes.contains(reader)) outputs.insert(output);
      }
    }
    if (read) continue;
    for (Value* output : node->outputs()) {
      if (output) outputs.insert(output);
    }
  }
  // A Constant that was only taken along for its readers here is no result, though others read it
  // too.
  for (Value* output : outputs.items()) {
    if (named.contains(output->producer())) region.outputs.push_back(output);
  }
  return region;
}

std::vector<Node*> neighbourhood(Node& centre, std::size_t hops) {
  Graph& graph = *centre.graph();
  OrderedSet<Node> nodes;
  nodes.insert(&centre);
  std::vector<Node*> ring = {&centre};
  for (std::size_t hop = 0; hop < hops && !ring.empty(); ++hop) {
    std::vector<Node*> next;
    auto visit = [&](Node* node) {
      if (node && node->graph() == &graph && !node->is("Constant") && nodes.insert(node))
        next.push_back(node);
    };
    for (const Node* node : ring) {
      for (const Value* value : reads_of(*node)) visit(value->producer());
      for (const Value* output : node->outputs()) {
        if (!output) continue;
        for (const ir::Use& use : output->uses()) visit(reader_in(&graph, use));
      }
    }
    ring = std::move(next);
  }
  return in_list_order(graph, nodes);
}

}  // namespace opsmith::transform
