// Order of nodes, and cycles.
#include <algorithm>
#include <unordered_map>

#include "opsmith/ir/topology.h"
#include "opsmith/schema/check_report.h"

namespace opsmith::schema {
namespace {

using Waiting = std::unordered_map<const ir::Node*, std::size_t>;

std::string label(const ir::Node& node) {
  if (!node.name.empty()) return "'" + std::string(node.name) + "'";
  const ir::Value* output = node.output(0);
  return std::string(node.op_type) + (output ? " of '" + std::string(output->name()) + "'" : "");
}

// The node of `graph` that holds the read: the reader, or the owner of the nested graph that it is
// in.
const ir::Node* reader_in(const ir::Use& use, const ir::Graph& graph) {
  const ir::Node* node = use.node() ? use.node() : use.graph_output_of()->owner();
  while (node && node->graph() != &graph) node = node->graph()->owner();
  return node;
}

template <typename Visit>
void for_each_reader(const ir::Node& node, const Visit& visit) {
  for (const ir::Value* output : node.outputs()) {
    if (!output) continue;
    for (const ir::Use& use : output->uses()) {
      if (const ir::Node* reader = reader_in(use, *node.graph())) visit(*reader, *output);
    }
  }
}

// The nodes that wait for each other: what is left when everything that can run has run.
Waiting stuck_nodes(const ir::Graph& graph) {
  Waiting waiting;
  std::vector<const ir::Node*> ready;
  for (const ir::Node& node : graph.nodes()) waiting[&node];
  for (const ir::Node& node : graph.nodes()) {
    for_each_reader(node, [&](const ir::Node& reader, const ir::Value&) { ++waiting[&reader]; });
  }
  for (const ir::Node& node : graph.nodes()) {
    if (waiting[&node] == 0) ready.push_back(&node);
  }
  while (!ready.empty()) {
    const ir::Node& node = *ready.back();
    ready.pop_back();
    waiting.erase(&node);
    for_each_reader(node, [&](const ir::Node& reader, const ir::Value&) {
      if (--waiting[&reader] == 0) ready.push_back(&reader);
    });
  }
  return waiting;
}

// One cycle: from a stuck node along stuck readers until one comes again. Not every stuck node
// reads on a cycle, so the walk goes backward from readers to producers, all of which are stuck.
std::string describe_cycle(const ir::Graph& graph, const Waiting& stuck) {
  std::unordered_map<const ir::Node*, const ir::Node*>
      producer;  // a stuck producer of each stuck node
  for (const ir::Node& node : graph.nodes()) {
    if (!stuck.contains(&node)) continue;
    for_each_reader(
        node, [&](const ir::Node& reader, const ir::Value&) { producer.emplace(&reader, &node); });
  }
  const ir::Node* first = nullptr;
  for (const ir::Node& node : graph.nodes()) {
    if (!first && stuck.contains(&node)) first = &node;
  }
  std::vector<const ir::Node*> path;
  std::unordered_map<const ir::Node*, std::size_t> position;
  const ir::Node* node = first;
  while (node && !position.contains(node)) {
    position[node] = path.size();
    path.push_back(node);
    const auto found = producer.find(node);
    node = found == producer.end() ? nullptr : found->second;
  }
  if (node) path.erase(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(position[node]));
  std::reverse(path.begin(), path.end());
  constexpr std::size_t longest = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(path.size(), longest); ++i) text += label(*path[i]) + " -> ";
  if (path.size() > longest) text += "… -> ";
  return text + label(*path.front());
}

}  // namespace

void check_order(const ir::Graph& graph, Report& report) {
  if (ir::is_sorted(graph)) return;
  const Waiting stuck = stuck_nodes(graph);
  if (!stuck.empty()) {
    report.add(ProblemKind::structure, &graph, nullptr, {},
               "nodes form a cycle: " + describe_cycle(graph, stuck),
               "cut the cycle: a node must not depend on its own result");
    return;
  }
  for (const ir::Node& node : graph.nodes()) {
    const ir::Value* early = nullptr;
    const ir::Node* early_reader = nullptr;
    for_each_reader(node, [&](const ir::Node& reader, const ir::Value& value) {
      if (early || !graph.precedes(&reader, &node)) return;
      early = &value;
      early_reader = &reader;
    });
    if (!early) continue;
    report.add(ProblemKind::structure, &graph, early_reader, early->name(),
               "reads '" + std::string(early->name()) + "' before " + label(node) + " makes it",
               "put every node after those that make its inputs");
    return;
  }
}

}  // namespace opsmith::schema
