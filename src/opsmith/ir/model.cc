#include "opsmith/ir/model.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace opsmith::ir {
namespace {

bool is_default(std::string_view domain) { return domain.empty() || domain == "ai.onnx"; }

std::optional<std::int64_t> version_in(const std::vector<OpsetImport>& imports,
                                       std::string_view domain) {
  for (const OpsetImport& import : imports) {
    if (import.domain == domain || (is_default(import.domain) && is_default(domain)))
      return import.version;
  }
  return std::nullopt;
}

const Graph& outermost(const Graph& graph) {
  const Graph* current = &graph;
  while (current->parent()) current = current->parent();
  return *current;
}

}  // namespace

Function::Function(Model* model) : body_(std::make_unique<Graph>(model, nullptr)) {
  body_->function_ = this;
}

Model::Model() : graph_(std::make_unique<Graph>(this, nullptr)) {}

Model::~Model() {
  graveyard_.clear();
  functions_.clear();
  graph_.reset();
}

Function* Model::add_function() {
  functions_.push_back(std::make_unique<Function>(this));
  return functions_.back().get();
}

Function* Model::called_function(const Node& node) const {
  for (const auto& function : functions_) {
    if (function->name == node.op_type && function->overload == node.overload &&
        (function->domain == node.domain ||
         (is_default(function->domain) && node.is_default_domain()))) {
      return function.get();
    }
  }
  return nullptr;
}

std::optional<std::int64_t> Model::opset(std::string_view opset_domain) const {
  return version_in(opset_imports, opset_domain);
}

std::optional<std::int64_t> Model::opset_in(const Graph& graph,
                                            std::string_view opset_domain) const {
  if (const Function* function = outermost(graph).function()) {
    if (const auto version = version_in(function->opset_imports, opset_domain)) return version;
  }
  return opset(opset_domain);
}

std::string_view Model::intern(std::string_view text) { return pool_.emplace_back(text); }

void Model::collect_names() {
  if (names_collected_) return;
  names_collected_ = true;
  auto collect = [this](const Graph& graph) {
    for (const auto& [name, _] : graph.names_) ++taken_names_[name];
    for (const Graph::ValueInfoSlot& slot : graph.value_info_order_) {
      // A stray record would describe a new value of its name; its name is the first field in
      // practice, but reading it is the format room's business: the whole record is searched
      // instead when a fresh name is made.
      if (!slot.value && !slot.raw.empty()) stray_infos_.push_back(slot.raw);
    }
  };
  std::as_const(*this).for_each_graph(collect);
}

std::string_view Model::fresh_name(std::string_view hint) {
  collect_names();
  if (hint.empty()) hint = "value";
  auto taken = [this](std::string_view name) {
    return taken_names_.contains(name) ||
           std::any_of(stray_infos_.begin(), stray_infos_.end(),
                       [name](auto raw) { return raw.find(name) != std::string_view::npos; });
  };
  std::string name(hint);
  if (taken(name)) {
    std::size_t& suffix = next_suffix_[name];
    do name = std::string(hint) + "_" + std::to_string(++suffix);
    while (taken(name));
  }
  const std::string_view interned = intern(name);
  taken_names_.try_emplace(interned, 0U);
  return interned;
}

std::string_view Model::fresh_node_name(std::string_view hint) {
  if (!node_names_collected_) {
    node_names_collected_ = true;
    std::as_const(*this).for_each_graph([this](const Graph& graph) {
      for (const Node& node : graph.nodes()) taken_node_names_.insert(node.name);
    });
  }
  std::string name(hint);
  for (std::size_t suffix = 1; name.empty() || taken_node_names_.contains(name); ++suffix) {
    name = std::string(hint) + "_" + std::to_string(suffix);
  }
  const std::string_view interned = intern(name);
  taken_node_names_.insert(interned);
  return interned;
}

void Model::purge() { graveyard_.clear(); }

void walk_graphs(Graph& graph, const std::function<void(Graph&)>& visit) {
  visit(graph);
  if (graph.model().nested_graph_count() == 0) return;
  for (Node& node : graph.nodes()) {
    if (!node.has_graphs()) continue;
    for (Graph* nested : node.graphs()) walk_graphs(*nested, visit);
  }
}

void Model::for_each_graph(const std::function<void(Graph&)>& visit) {
  walk_graphs(*graph_, visit);
  for (const auto& function : functions_) walk_graphs(function->body(), visit);
}

void Model::for_each_graph(const std::function<void(const Graph&)>& visit) const {
  const std::function<void(Graph&)> forward = [&visit](Graph& graph) { visit(graph); };
  walk_graphs(*graph_, forward);
  for (const auto& function : functions_) walk_graphs(*function->body_, forward);
}

std::size_t Model::total_node_count() const {
  std::size_t count = 0;
  for_each_graph([&count](const Graph& graph) { count += graph.node_count(); });
  return count;
}

std::vector<std::string> Model::verify_links() const {
  std::vector<std::string> problems;
  for_each_graph([&problems](const Graph& graph) {
    auto report = [&](const std::string& what) { problems.push_back(graph.path() + ": " + what); };
    // A reader in `scope` may see a value of `scope` itself or of a graph around it.
    auto visible = [](const Value* value, const Graph* scope) {
      for (; scope; scope = scope->parent()) {
        if (value->graph() == scope) return true;
      }
      return false;
    };
    std::size_t nodes = 0;
    for (const Node& node : graph.nodes()) {
      ++nodes;
      const std::string label = std::string(node.op_type) + " '" + std::string(node.name) + "'";
      if (node.graph() != &graph) report(label + " does not know its graph");
      if (node.next() && !graph.precedes(&node, node.next())) report(label + " is out of order");
      for (const Value* output : node.outputs()) {
        if (!output) continue;
        if (output->producer() != &node) report(label + " is not the producer of its output");
        if (output->graph() != &graph) report(label + "'s output lives in another graph");
        if (graph.find(output->name()) != output)
          report("name '" + std::string(output->name()) + "' is not unique");
      }
      for (const Use& use : node.inputs()) {
        if (use.value() && use.node() != &node) report(label + " does not own its operand");
        if (use.value() && !visible(use.value(), &graph))
          report(label + " reads a value out of its scope");
      }
    }
    if (nodes != graph.node_count()) report("node count is off");
    for (const Use& use : graph.outputs()) {
      if (use.value() && !visible(use.value(), &graph)) report("an output is out of scope");
    }
    std::size_t initializers = 0;
    for (const Value& value : graph.initializers()) {
      ++initializers;
      if (!value.initializer() || value.graph() != &graph) report("a broken initializer");
    }
    if (initializers != graph.initializer_count()) report("initializer count is off");
  });
  return problems;
}

}  // namespace opsmith::ir
