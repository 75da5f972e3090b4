// Types against the operator's type constraints and against what the model declares.
#include <algorithm>
#include <map>

#include "onnx/defs/schema.h"
#include "opsmith/schema/check_report.h"
#include "opsmith/schema/registry.h"

namespace opsmith::schema {
namespace {

// As onnx writes types in constraints: "tensor(float)", "seq(tensor(int64))". Empty when an inner
// part is unknown.
std::string constraint_text(const ir::Type& type) {
  using Kind = ir::Type::Kind;
  const std::string inner = type.element ? constraint_text(*type.element) : std::string();
  switch (type.kind) {
    case Kind::tensor:
      return "tensor(" + std::string(ir::name_of(type.element_type)) + ")";
    case Kind::sparse_tensor:
      return "sparse_tensor(" + std::string(ir::name_of(type.element_type)) + ")";
    case Kind::sequence:
      return inner.empty() ? inner : "seq(" + inner + ")";
    case Kind::optional:
      return inner.empty() ? inner : "optional(" + inner + ")";
    case Kind::map:
      if (!type.element || !type.element->is_tensor()) return {};
      return "map(" + std::string(ir::name_of(type.key_type)) + "," + inner + ")";
    default:
      return {};
  }
}

bool allows(const onnx::OpSchema::FormalParameter& formal, const std::string& type) {
  const auto& types = formal.GetTypes();
  return types.empty() ||
         std::any_of(types.begin(), types.end(), [&](const auto& each) { return *each == type; });
}

bool contradict(const ir::Type& a, const ir::Type& b);

bool shapes_contradict(const ir::Shape& a, const ir::Shape& b) {
  if (a.size() != b.size()) return true;
  for (std::size_t axis = 0; axis < a.size(); ++axis) {
    // Negative sizes are some exporters' way to say unknown.
    if (a[axis].known() && b[axis].known() && a[axis].value >= 0 && b[axis].value >= 0 &&
        a[axis].value != b[axis].value) {
      return true;
    }
  }
  return false;
}

bool contradict(const ir::Type& a, const ir::Type& b) {
  if (a.kind == ir::Type::Kind::none || b.kind == ir::Type::Kind::none) return false;
  if (a.kind != b.kind) return true;
  if (a.element && b.element) return contradict(*a.element, *b.element);
  if (a.key_type != b.key_type) return true;
  const bool typed =
      a.element_type != ir::DataType::undefined && b.element_type != ir::DataType::undefined;
  if (typed && a.element_type != b.element_type) return true;
  return a.shape && b.shape && shapes_contradict(*a.shape, *b.shape);
}

void check_declaration(const ir::Graph& graph, const ir::Value& value, const ir::TypePtr& declared,
                       std::string_view what, Report& report) {
  const ir::TypePtr& inferred = value.inferred();
  if (!declared || !inferred || !contradict(*declared, *inferred)) return;
  report.add(
      ProblemKind::type, &graph, value.producer(), value.name(),
      std::string(what) + " says " + declared->text() + ", but the graph makes " + inferred->text(),
      "correct the declaration, or remove it and infer shapes again");
}

}  // namespace

void check_types(const ir::Node& node, std::int64_t opset, Report& report) {
  const OperatorSchema* found = find_schema(node.op_type, node.domain, opset);
  if (!found) return;
  const auto& formals = found->definition().inputs();
  if (formals.empty()) return;
  std::map<std::string_view, std::string> bound;  // type variables
  for (std::size_t index = 0; index < node.inputs().size(); ++index) {
    const ir::Value* value = node.input(index);
    if (!value || !value->inferred()) continue;
    const auto& formal = formals[std::min(index, formals.size() - 1)];
    if (index >= formals.size() && formal.GetOption() != onnx::OpSchema::Variadic) return;
    const std::string type = constraint_text(*value->inferred());
    if (type.empty()) continue;
    if (!allows(formal, type)) {
      report.add(ProblemKind::type, node.graph(), &node, value->name(),
                 "input '" + formal.GetName() + "' is " + type +
                     ", which the operator does not take at opset " + std::to_string(opset),
                 "cast the input to a type that " + std::string(node.op_type) + " takes");
      continue;
    }
    if (formal.GetOption() == onnx::OpSchema::Variadic && !formal.GetIsHomogeneous()) continue;
    if (!found->definition().typeConstraintMap().contains(formal.GetTypeStr())) continue;
    const auto [entry, is_new] = bound.emplace(formal.GetTypeStr(), type);
    if (is_new || entry->second == type) continue;
    report.add(ProblemKind::type, node.graph(), &node, value->name(),
               "input '" + formal.GetName() + "' is " + type +
                   ", but another input of the same type variable '" + formal.GetTypeStr() +
                   "' is " + entry->second,
               "cast one of them");
  }
}

void check_declarations(const ir::Graph& graph, Report& report) {
  for (std::size_t index = 0; index < graph.outputs().size(); ++index) {
    const ir::Value* value = graph.output(index);
    if (!value) {
      report.add(ProblemKind::structure, &graph, nullptr, {}, "an output has no name",
                 "name the output");
      continue;
    }
    const ir::TypePtr& declared = graph.output_info(index).type;
    check_declaration(graph, *value, declared, "the declared output type", report);
    if (graph.is_main() && !declared) {
      report.add(ProblemKind::type, &graph, nullptr, value->name(), "the output declares no type",
                 "declare its type; shape inference can find it");
    }
  }
  for (const ir::Value* input : graph.inputs()) {
    if (!graph.is_main() || (input->info() && input->info()->type)) continue;
    report.add(ProblemKind::type, &graph, nullptr, input->name(), "the input declares no type",
               "declare its type");
  }
  for (const auto& slot : graph.value_info_order()) {
    if (!slot.value || !slot.value->info()) continue;
    check_declaration(graph, *slot.value, slot.value->info()->type, "the recorded value_info",
                      report);
  }
}

}  // namespace opsmith::schema
