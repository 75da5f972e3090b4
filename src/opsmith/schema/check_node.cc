// A node against its operator's definition: domain, inputs, outputs, attributes.
#include <limits>
#include <set>

#include "onnx/defs/schema.h"
#include "opsmith/schema/check_report.h"
#include "opsmith/schema/registry.h"

namespace opsmith::schema {
namespace {

std::string in_quotes(std::string_view text) { return "'" + std::string(text) + "'"; }

std::string domain_text(const ir::Node& node) {
  return node.is_default_domain() ? std::string("the default domain")
                                  : "domain " + in_quotes(node.domain);
}

void report_unknown(const ir::Node& node, std::int64_t opset, Report& report) {
  const std::int64_t newest = newest_opset(node.domain);
  for (std::int64_t later = opset + 1; later <= newest; ++later) {
    if (!find_schema(node.op_type, node.domain, later)) continue;
    report.add(ProblemKind::unknown_operator, node,
               "the operator exists only from opset " + std::to_string(later) +
                   " on; the model imports opset " + std::to_string(opset),
               "convert the model to opset " + std::to_string(later) + " or later");
    return;
  }
  report.add(
      ProblemKind::unknown_operator, node,
      domain_text(node) + " has no operator of this name at opset " + std::to_string(opset),
      "put a custom operator in a domain of its own, with an opset import; else correct the name");
}

std::string range_text(std::size_t least, std::size_t most) {
  if (least == most) return std::to_string(least);
  if (most >= static_cast<std::size_t>(std::numeric_limits<int>::max()))
    return "at least " + std::to_string(least);
  return std::to_string(least) + " to " + std::to_string(most);
}

void check_counts(const ir::Node& node, const OperatorSchema& schema, Report& report) {
  std::size_t inputs = node.inputs().size();
  while (inputs > 0 && !node.input(inputs - 1)) --inputs;  // trailing omitted operands do not count
  if (inputs < schema.min_inputs() || inputs > schema.max_inputs()) {
    report.add(ProblemKind::signature, node,
               "has " + std::to_string(inputs) + " inputs; the operator takes " +
                   range_text(schema.min_inputs(), schema.max_inputs()),
               "see the definition of " + std::string(schema.name()) + " at opset " +
                   std::to_string(schema.since_version()));
  }
  std::size_t outputs = node.outputs().size();
  while (outputs > 0 && !node.output(outputs - 1)) --outputs;
  if (outputs < schema.min_outputs() || outputs > schema.max_outputs()) {
    report.add(
        ProblemKind::signature, node,
        "has " + std::to_string(outputs) + " outputs; the operator has " +
            range_text(schema.min_outputs(), schema.max_outputs()),
        "remove the outputs that the operator does not have, or name those that it must have");
  }
  const auto& formals = schema.definition().inputs();
  for (std::size_t index = 0; index < formals.size() && index < inputs; ++index) {
    if (node.input(index) || formals[index].GetOption() != onnx::OpSchema::Single) continue;
    report.add(ProblemKind::signature, node,
               "the required input " + in_quotes(formals[index].GetName()) + " is omitted",
               "connect the input");
  }
}

// The type that the payload has; `undefined` for none.
ir::AttributeType payload_type(const ir::Attribute& attribute) {
  static constexpr ir::AttributeType types[] = {
      ir::AttributeType::undefined,  ir::AttributeType::float_,  ir::AttributeType::int_,
      ir::AttributeType::string,     ir::AttributeType::tensor,  ir::AttributeType::graph,
      ir::AttributeType::type_proto, ir::AttributeType::floats,  ir::AttributeType::ints,
      ir::AttributeType::strings,    ir::AttributeType::tensors, ir::AttributeType::graphs,
      ir::AttributeType::type_protos};
  return types[attribute.payload.index()];
}

void check_attribute(const ir::Node& node, const ir::Attribute& attribute,
                     const onnx::OpSchema& schema, Report& report) {
  if (attribute.is_reference()) {
    const ir::Graph* graph = node.graph();
    while (graph->owner()) graph = graph->owner()->graph();
    if (!graph->function()) {
      report.add(ProblemKind::signature, node,
                 "attribute " + in_quotes(attribute.name) +
                     " refers to a function's attribute outside a function",
                 "give the attribute a value");
    }
  }
  const auto found = schema.attributes().find(std::string(attribute.name));
  if (found == schema.attributes().end()) {
    // Names with two leading underscores are free for tools to use.
    if (attribute.name.substr(0, 2) == "__") return;
    report.add(ProblemKind::signature, node,
               "the operator has no attribute " + in_quotes(attribute.name),
               "remove the attribute, or import the opset that has it");
    return;
  }
  const ir::AttributeType type =
      attribute.type != ir::AttributeType::undefined ? attribute.type : payload_type(attribute);
  const auto wanted = static_cast<ir::AttributeType>(found->second.type);
  if (type == wanted || type == ir::AttributeType::undefined) return;
  report.add(ProblemKind::signature, node,
             "attribute " + in_quotes(attribute.name) + " is of type " +
                 std::string(ir::name_of(type)) + "; the operator wants " +
                 std::string(ir::name_of(wanted)),
             "give the attribute a value of type " + std::string(ir::name_of(wanted)));
}

void check_attributes(const ir::Node& node, const onnx::OpSchema& schema, Report& report) {
  std::set<std::string_view> seen;
  for (const ir::Attribute& attribute : node.attributes) {
    if (!seen.insert(attribute.name).second) {
      report.add(ProblemKind::signature, node,
                 "attribute " + in_quotes(attribute.name) + " is given more than once",
                 "keep one of them");
    }
    check_attribute(node, attribute, schema, report);
  }
  std::set<std::string> missing;  // ordered: the schema's own map is not
  for (const auto& [name, attribute] : schema.attributes()) {
    if (attribute.required && !seen.contains(name)) missing.insert(name);
  }
  for (const std::string& name : missing) {
    report.add(ProblemKind::signature, node,
               "the required attribute " + in_quotes(name) + " is missing", "add the attribute");
  }
}

void check_call(const ir::Node& node, const ir::Function& function, Report& report) {
  const auto check_count = [&](std::size_t given, std::size_t most, std::string_view what) {
    if (given <= most) return;
    report.add(ProblemKind::signature, node,
               "has " + std::to_string(given) + ' ' + std::string(what) + "; the function has " +
                   std::to_string(most),
               "call the function with what it declares");
  };
  check_count(node.inputs().size(), function.body().inputs().size(), "inputs");
  check_count(node.outputs().size(), function.body().outputs().size(), "outputs");
  for (const std::string_view name : function.attribute_names) {
    if (node.find_attribute(name)) continue;
    report.add(ProblemKind::signature, node,
               "the function's attribute " + in_quotes(name) + " is missing", "add the attribute");
  }
}

}  // namespace

void check_node(const ir::Model& model, const ir::Node& node, Report& report) {
  if (node.op_type.empty()) {
    report.add(ProblemKind::structure, node, "the node names no operator", "give it an op_type");
    return;
  }
  auto opset = model.opset_in(*node.graph(), node.domain);
  if (!opset && node.is_default_domain() && model.ir_version.value_or(0) < 3) opset = 1;
  const ir::Function* function = model.called_function(node);
  if (!opset) {
    // A model without any import is reported once, not for each node.
    if (!model.opset_imports.empty() || !node.is_default_domain()) {
      report.add(ProblemKind::version, node, "there is no opset import for " + domain_text(node),
                 "import the domain with the version that the operator comes from");
    }
    if (!function) return;
  }
  if (function) return check_call(node, *function, report);
  if (!is_standard_domain(node.domain)) return;  // custom operators are their runtime's business
  const OperatorSchema* schema = find_schema(node.op_type, node.domain, *opset);
  if (!schema) return report_unknown(node, *opset, report);
  if (schema->deprecated()) {
    report.add(ProblemKind::unknown_operator, node,
               "the operator is deprecated since opset " + std::to_string(schema->since_version()),
               "use the operator that replaces it, or convert the model from an older opset");
    return;
  }
  check_counts(node, *schema, report);
  check_attributes(node, schema->definition(), report);
  check_types(node, *opset, report);
}

}  // namespace opsmith::schema
