#include "opsmith/report/model_listing.h"

#include <algorithm>
#include <unordered_map>

#include "opsmith/base/glob.h"
#include "opsmith/ir/address.h"
#include "opsmith/report/attribute_text.h"
#include "opsmith/report/model_summary.h"
#include "opsmith/report/table.h"
#include "opsmith/report/text_width.h"
#include "opsmith/report/units.h"

namespace opsmith::report {
namespace {

bool any_matches(const std::vector<std::string>& patterns, std::string_view text) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return matches_glob(pattern, text); });
}

bool name_matches(const std::vector<std::string>& patterns, std::string_view name,
                  const std::string& prefix) {
  if (any_matches(patterns, name)) return true;
  return !prefix.empty() && any_matches(patterns, prefix + std::string(name));
}

// Prefixes are asked for once a node; the graph rarely changes from one to the next.
class Prefixes {
 public:
  const std::string& of(const ir::Graph* graph) {
    if (graph != last_) {
      last_ = graph;
      auto [found, is_new] = known_.try_emplace(graph);
      if (is_new) found->second = ir::address_prefix(*graph);
      prefix_ = &found->second;
    }
    return *prefix_;
  }

 private:
  std::unordered_map<const ir::Graph*, std::string> known_;
  const ir::Graph* last_ = nullptr;
  const std::string* prefix_ = nullptr;
};

std::string name_or_empty(const ir::Value* value) {
  return value ? std::string(value->name()) : "";
}

// The recorded type; where inference says something else, that too.
std::string type_text(const ir::Value& value, bool inferred) {
  const ir::TypePtr recorded = recorded_type(value);
  std::string text = recorded ? recorded->text() : "?";
  if (!inferred || !value.inferred()) return text;
  std::string deduced = value.inferred()->text();
  if (!recorded) return deduced;
  return text == deduced ? text : text + " (" + deduced + ")";
}

std::string graph_heading(const ir::Graph& graph, const Page& page) {
  return "\n" + styled(truncate_middle(printable(graph.path()), page.width), Style::title, page) +
         "\n";
}

}  // namespace

bool ListingFilter::admits(const ir::Node& node, const std::string& prefix) const {
  if (!operators.empty() && !any_matches(operators, node.op_type) &&
      (node.is_default_domain() || !any_matches(operators, operator_name(node)))) {
    return false;
  }
  if (names.empty() || name_matches(names, node.name, prefix)) return true;
  return std::any_of(node.outputs().begin(), node.outputs().end(), [&](const ir::Value* output) {
    return output && name_matches(names, output->name(), prefix);
  });
}

bool ListingFilter::admits(const ir::Value& value, const std::string& prefix) const {
  if (!operators.empty()) {
    const ir::Node* producer = value.producer();
    if (!producer || (!any_matches(operators, producer->op_type) &&
                      !any_matches(operators, operator_name(*producer)))) {
      return false;
    }
  }
  return names.empty() || name_matches(names, value.name(), prefix);
}

std::vector<const ir::Node*> select_nodes(ir::Model& model, const ListingFilter& filter) {
  std::vector<const ir::Node*> nodes;
  for (const ir::ScopeEntry& scope : ir::scopes_of(model)) {
    for (const ir::Node& node : scope.graph->nodes()) {
      if (filter.admits(node, scope.prefix)) nodes.push_back(&node);
    }
  }
  return nodes;
}

std::vector<const ir::Value*> select_values(ir::Model& model, const ListingFilter& filter) {
  std::vector<const ir::Value*> values;
  for (const ir::ScopeEntry& scope : ir::scopes_of(model)) {
    auto visit = [&](const ir::Value* value) {
      if (value && filter.admits(*value, scope.prefix)) values.push_back(value);
    };
    for (const ir::Value* input : scope.graph->inputs()) visit(input);
    for (const ir::Value& initializer : scope.graph->initializers()) {
      if (!initializer.is_input()) visit(&initializer);
    }
    for (const ir::Node& node : scope.graph->nodes()) {
      for (const ir::Value* output : node.outputs()) visit(output);
    }
  }
  return values;
}

Json nodes_json(const std::vector<const ir::Node*>& nodes) {
  Prefixes prefixes;
  Json list = Json::array();
  for (const ir::Node* node : nodes) {
    Json json;
    json["name"] = json_text(node->name);
    json["op"] = json_text(operator_name(*node));
    json["address"] = json_text(prefixes.of(node->graph()) + std::string(ir::label_of(*node)));
    json["inputs"] = Json::array();
    for (const ir::Use& use : node->inputs())
      json["inputs"].push_back(json_text(name_or_empty(use.value())));
    json["outputs"] = Json::array();
    for (const ir::Value* output : node->outputs())
      json["outputs"].push_back(json_text(name_or_empty(output)));
    json["attributes"] = Json::object();
    for (const ir::Attribute& attribute : node->attributes) {
      json["attributes"][valid_key(attribute.name)] = attribute_json(attribute);
    }
    list.push_back(std::move(json));
  }
  return list;
}

std::string nodes_text(const std::vector<const ir::Node*>& nodes, const Page& page) {
  // Longer than this, names are cut; operand lists go on over as many lines as they need.
  constexpr std::size_t kLongestName = 90;
  auto shown = [](std::string_view name) {
    return truncate_middle(printable(name.substr(0, 4096)), kLongestName);
  };
  std::string out;
  const ir::Graph* graph = nodes.empty() ? nullptr : &nodes.front()->model().graph();
  for (const ir::Node* node : nodes) {
    if (node->graph() != graph) {
      graph = node->graph();
      out += graph_heading(*graph, page);
    }
    out += "  " + styled(shown(operator_name(*node)), Style::accent, page);
    if (!node->name.empty()) out += "  " + shown(node->name);
    out += "\n";
    std::string line;
    for (const ir::Use& use : node->inputs()) {
      line += (line.empty() ? "" : ", ") + (use.value() ? shown(use.value()->name()) : "\"\"");
    }
    line += line.empty() ? "->" : " ->";
    std::string separator = " ";
    for (const ir::Value* output : node->outputs()) {
      line += separator + (output ? shown(output->name()) : "\"\"");
      separator = ", ";
    }
    out += wrap(line, page, 6);
    std::string attributes;
    for (const ir::Attribute& attribute : node->attributes)
      attributes += attribute_text(attribute) + "  ";
    out += wrap(attributes, page, 6);
  }
  return out;
}

std::string_view kind_of(const ir::Value& value) {
  if (value.is_overridable()) return "default";
  if (value.is_input()) return "input";
  if (value.is_initializer()) return "weight";
  if (!value.producer()) return "undefined";
  return value.producer()->is("Constant") ? "constant" : "value";
}

ir::TypePtr recorded_type(const ir::Value& value) {
  if (value.info() && value.info()->type) return value.info()->type;
  const ir::TensorPtr& tensor = value.initializer();
  const ir::TensorPtr constant = tensor ? tensor : value.constant();
  if (constant) {
    ir::Shape shape;
    for (const std::int64_t dim : constant->dims()) shape.push_back(ir::Dim::of(dim));
    return ir::Type::tensor(constant->type(), std::move(shape));
  }
  // What the output list declares of a value is recorded there and nowhere else.
  for (const ir::Use& use : value.uses()) {
    if (const ir::Graph* graph = use.graph_output_of()) {
      if (graph == value.graph() && graph->output_info(use.index()).type)
        return graph->output_info(use.index()).type;
    }
  }
  return nullptr;
}

std::vector<std::string> readers_of(const ir::Value& value) {
  std::vector<std::string> readers;
  for (const ir::Use& use : value.uses()) {
    std::string text;
    if (use.node()) {
      text = ir::address_of(*use.node());
    } else {
      const std::string prefix = ir::address_prefix(*use.graph_output_of());
      text = prefix + "output " + std::to_string(use.index());
    }
    // The list of uses runs from the newest to the oldest.
    readers.push_back(std::move(text));
  }
  std::reverse(readers.begin(), readers.end());
  readers.erase(std::unique(readers.begin(), readers.end()), readers.end());
  return readers;
}

Json values_json(const std::vector<const ir::Value*>& values, bool inferred) {
  Prefixes prefixes;
  Json list = Json::array();
  for (const ir::Value* value : values) {
    const ir::TypePtr type = recorded_type(*value);
    Json json = json_value(value->name(), type.get());
    json["kind"] = std::string(kind_of(*value));
    json["address"] = json_text(prefixes.of(value->graph()) + std::string(value->name()));
    if (inferred)
      json["inferred"] = value->inferred() ? json_text(value->inferred()->text()) : Json(nullptr);
    json["producer"] =
        value->producer() ? json_text(ir::label_of(*value->producer())) : Json(nullptr);
    json["readers"] = Json::array();
    for (const std::string& reader : readers_of(*value))
      json["readers"].push_back(json_text(reader));
    list.push_back(std::move(json));
  }
  return list;
}

std::string values_text(const std::vector<const ir::Value*>& values, bool inferred,
                        const Page& page) {
  using Column = Table::Column;
  std::vector<Column> columns = {
      Column{"value"}, Column{"kind", Table::Align::left, Table::Cut::never}, Column{"type"}};
  columns.push_back(Column{"from"});
  columns.push_back(Column{"read by", Table::Align::left, Table::Cut::end});
  std::string out;
  std::size_t next = 0;
  while (next < values.size()) {
    // One table a graph, since names are those of the graph.
    const ir::Graph* graph = values[next]->graph();
    if (next > 0 || graph != &graph->model().graph()) out += graph_heading(*graph, page);
    const std::string prefix = ir::address_prefix(*graph);
    Table table(columns);
    for (; next < values.size() && values[next]->graph() == graph; ++next) {
      const ir::Value& value = *values[next];
      std::vector<Table::Cell> row = {{std::string(value.name()), Style::accent},
                                      std::string(kind_of(value)),
                                      type_text(value, inferred)};
      row.emplace_back(value.producer() ? operator_name(*value.producer()) : "");
      std::string readers;
      for (std::string& reader : readers_of(value)) {
        if (!prefix.empty() && reader.starts_with(prefix)) reader.erase(0, prefix.size());
        readers += (readers.empty() ? "" : ", ") + reader;
      }
      row.emplace_back(std::move(readers));
      table.add(std::move(row));
    }
    out += table.render(page);
  }
  return out;
}

}  // namespace opsmith::report
