// Second phase: names become links.
#include <utility>

#include "opsmith/format/proto_reader.h"

namespace opsmith::format {
namespace {

// A file that is wrong everywhere is described well enough by its first problems.
constexpr std::size_t kMaxProblems = 10000;

}  // namespace

void ProtoReader::resolve() {
  for (const PendingNode& pending : pending_nodes_) {
    ir::Graph& graph = *pending.node->graph();
    ir::UseArray& inputs = pending.node->inputs();
    inputs.reserve(pending.count);
    for (std::size_t i = 0; i < pending.count; ++i) {
      inputs.push_back(resolve_name(operand_names_[pending.first + i], graph, pending.node));
    }
  }
  for (PendingOutput& pending : pending_outputs_) {
    ir::Graph& graph = *pending.graph;
    graph.add_graph_output(resolve_name(pending.name, graph, nullptr));
    graph.output_info(graph.outputs().size() - 1) = std::move(pending.info);
  }
  // Paths can be told only now that every nested graph hangs on its node.
  for (const Problem& problem : problems_) {
    ir::LinkProblem link;
    link.graph = problem.graph->path();
    if (problem.node) link.node = label(*problem.node);
    link.value = problem.value;
    link.reason = problem.reason;
    model_.link_problems.push_back(std::move(link));
  }
}

ir::Value* ProtoReader::resolve_name(std::string_view name, ir::Graph& graph,
                                     const ir::Node* reader) {
  if (name.empty()) return nullptr;  // an omitted operand
  if (ir::Value* value = graph.resolve(name)) return value;
  charge(sizeof(ir::Value) + 128);
  report(graph, reader, name,
         reader ? "is read, and nothing defines it" : "is a graph output, and nothing defines it");
  return graph.add_undefined(name);  // further reads find it
}

void ProtoReader::report_duplicate(const ir::Graph& graph, const ir::Node* node,
                                   std::string_view value) {
  report(graph, node, value, "is defined more than once");
}

void ProtoReader::report(const ir::Graph& graph, const ir::Node* node, std::string_view value,
                         const char* reason) {
  if (problems_.size() < kMaxProblems) problems_.push_back({&graph, node, value, reason});
}

// As LinkProblem::node wants it.
std::string ProtoReader::label(const ir::Node& node) {
  if (!node.name.empty()) return std::string(node.name);
  auto known = node_indices_.find(node.graph());
  if (known == node_indices_.end()) {
    known = node_indices_.emplace(node.graph(), std::map<const ir::Node*, std::size_t>()).first;
    std::size_t index = 0;
    for (const ir::Node& other : node.graph()->nodes()) known->second[&other] = index++;
  }
  return std::string(node.op_type) + " #" + std::to_string(known->second[&node]);
}

}  // namespace opsmith::format
