#include "opsmith/schema/check.h"

#include "opsmith/schema/check_report.h"

namespace opsmith::schema {

std::string_view name_of(ProblemKind kind) {
  switch (kind) {
    case ProblemKind::structure:
      return "structure";
    case ProblemKind::version:
      return "version";
    case ProblemKind::unknown_operator:
      return "unknown operator";
    case ProblemKind::signature:
      return "signature";
    case ProblemKind::type:
      return "type";
    case ProblemKind::data:
      return "data";
    case ProblemKind::other:
      return "other";
  }
  return "other";
}

void Report::add(ProblemKind kind, const ir::Graph* graph, const ir::Node* node,
                 std::string_view value, std::string reason, std::string remedy) {
  if (problems_.size() >= limit) return;
  Problem problem;
  if (graph) problem.graph = graph->path();
  if (node) {
    problem.node = node->name;
    problem.op = node->is_default_domain()
                     ? std::string(node->op_type)
                     : std::string(node->domain) + "::" + std::string(node->op_type);
  }
  problem.value = value;
  problem.reason = std::move(reason);
  problem.remedy = std::move(remedy);
  problem.kind = kind;
  problems_.push_back(std::move(problem));
}

std::vector<Problem> check_model(const ir::Model& model) {
  Report report;
  if (!model.has_graph) {
    report.add(ProblemKind::structure, "the model has no graph",
               "write the model again; the file may be truncated");
  }
  for (const ir::LinkProblem& link : model.link_problems) {
    report.push({link.graph,
                 link.node,
                 {},
                 link.value,
                 link.reason,
                 "give every value one definition, under one name, before its first use",
                 ProblemKind::structure});
  }
  check_versions(model, report);
  model.for_each_graph([&](const ir::Graph& graph) {
    check_order(graph, report);
    check_initializers(graph, report);
    check_declarations(graph, report);
    for (const ir::Node& node : graph.nodes()) check_node(model, node, report);
  });
  if (report.empty()) check_with_onnx(model, report);
  return report.take();
}

}  // namespace opsmith::schema
