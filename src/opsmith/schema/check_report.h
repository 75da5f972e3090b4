// Collects the checker's findings. For this room only.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "opsmith/schema/check.h"

namespace opsmith::schema {

class Report {
 public:
  // A model with one fault in every node must not fill memory with copies of it.
  static constexpr std::size_t limit = 10'000;

  void add(ProblemKind kind, const ir::Graph* graph, const ir::Node* node, std::string_view value,
           std::string reason, std::string remedy);
  void add(ProblemKind kind, std::string reason, std::string remedy) {
    add(kind, nullptr, nullptr, {}, std::move(reason), std::move(remedy));
  }
  void add(ProblemKind kind, const ir::Node& node, std::string reason, std::string remedy) {
    add(kind, node.graph(), &node, {}, std::move(reason), std::move(remedy));
  }
  bool empty() const { return problems_.empty(); }
  void push(Problem problem) {
    if (problems_.size() < limit) problems_.push_back(std::move(problem));
  }
  std::vector<Problem> take() { return std::move(problems_); }

 private:
  std::vector<Problem> problems_;
};

// The parts of the checker, one a file.
void check_versions(const ir::Model& model, Report& report);
void check_order(const ir::Graph& graph, Report& report);
void check_node(const ir::Model& model, const ir::Node& node, Report& report);
void check_types(const ir::Node& node, std::int64_t opset, Report& report);
void check_declarations(const ir::Graph& graph, Report& report);
void check_initializers(const ir::Graph& graph, Report& report);
// onnx's own checker, on the model without weights.
void check_with_onnx(const ir::Model& model, Report& report);

}  // namespace opsmith::schema
