#include "opsmith/ir/topology.h"

#include <algorithm>
#include <queue>
#include <unordered_map>
#include <unordered_set>

namespace opsmith::ir {
namespace {

// Calls `visit` with each value of `home` or outside it that `node`, or a graph nested in it,
// reads.
template <typename Visit>
void for_each_read(const Node& node, const Visit& visit) {
  for (const Use& use : node.inputs()) {
    if (use.value()) visit(use.value());
  }
  for (const Attribute& attribute : node.attributes) {
    for (const Graph* graph : attribute.graphs()) {
      for (const Node& inner : graph->nodes()) for_each_read(inner, visit);
      for (const Use& use : graph->outputs()) {
        if (use.value()) visit(use.value());
      }
    }
  }
}

// One cycle among the nodes that the sort could not place: from any of them, walk along unplaced
// producers until a node repeats.
std::vector<Node*> find_cycle(const Graph& graph,
                              const std::unordered_map<const Node*, std::size_t>& waiting) {
  Node* current = nullptr;
  for (Node& node : graph.nodes()) {
    if (waiting.at(&node) > 0) {
      current = &node;
      break;
    }
  }
  std::vector<Node*> path;
  std::unordered_map<const Node*, std::size_t> position;
  while (current && !position.contains(current)) {
    position[current] = path.size();
    path.push_back(current);
    Node* next = nullptr;
    for_each_read(*current, [&](const Value* value) {
      Node* producer = value->producer();
      if (!next && producer && producer->graph() == &graph && waiting.at(producer) > 0)
        next = producer;
    });
    current = next;
  }
  if (!current) return path;
  std::vector<Node*> cycle(path.begin() + static_cast<std::ptrdiff_t>(position[current]),
                           path.end());
  std::reverse(cycle.begin(), cycle.end());  // from producer to reader
  return cycle;
}

}  // namespace

bool is_sorted(const Graph& graph) {
  for (const Node& node : graph.nodes()) {
    bool sorted = true;
    for_each_read(node, [&](const Value* value) {
      const Node* producer = value->producer();
      if (producer && producer->graph() == &graph && !graph.precedes(producer, &node))
        sorted = false;
    });
    if (!sorted) return false;
  }
  return true;
}

std::vector<Node*> sort_topologically(Graph& graph) {
  if (is_sorted(graph)) return {};
  // Kahn's algorithm; among the ready nodes the one that stood first goes first, which makes it
  // stable.
  std::unordered_map<const Node*, std::size_t> waiting;
  std::unordered_map<const Node*, std::vector<Node*>> readers;
  auto later = [&graph](const Node* a, const Node* b) { return graph.precedes(b, a); };
  std::priority_queue<Node*, std::vector<Node*>, decltype(later)> ready(later);
  for (Node& node : graph.nodes()) {
    std::unordered_set<const Node*> producers;
    for_each_read(node, [&](const Value* value) {
      Node* producer = value->producer();
      if (producer && producer->graph() == &graph && producers.insert(producer).second) {
        readers[producer].push_back(&node);
      }
    });
    waiting[&node] = producers.size();
    if (producers.empty()) ready.push(&node);
  }
  std::vector<Node*> order;
  order.reserve(graph.node_count());
  while (!ready.empty()) {
    Node* node = ready.top();
    ready.pop();
    order.push_back(node);
    for (Node* reader : readers[node]) {
      if (--waiting[reader] == 0) ready.push(reader);
    }
  }
  if (order.size() != graph.node_count()) return find_cycle(graph, waiting);
  for (Node* node : order) graph.move_before(node, nullptr);
  return {};
}

std::vector<Value*> captured_values(const Graph& graph) {
  std::vector<Value*> captured;
  std::unordered_set<const Value*> seen;
  auto inside = [&graph](const Graph* scope) {
    for (; scope; scope = scope->parent()) {
      if (scope == &graph) return true;
    }
    return false;
  };
  auto visit = [&](Value* value) {
    if (!inside(value->graph()) && seen.insert(value).second) captured.push_back(value);
  };
  for (const Node& node : graph.nodes()) for_each_read(node, visit);
  for (const Use& use : graph.outputs()) {
    if (use.value()) visit(use.value());
  }
  return captured;
}

}  // namespace opsmith::ir
