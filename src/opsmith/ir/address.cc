#include "opsmith/ir/address.h"

#include <algorithm>
#include <functional>

#include "opsmith/base/error.h"
#include "opsmith/base/glob.h"
#include "opsmith/base/suggest.h"

namespace opsmith::ir {
namespace {

std::string function_label(const Function& function) {
  std::string label(function.domain);
  label += label.empty() ? "" : "::";
  return label + std::string(function.name);
}

// "attribute" for the graph of a graph attribute, "attribute[2]" for one of many.
std::string attribute_step(const Attribute& attribute, std::size_t index) {
  std::string step(attribute.name);
  if (attribute.get<Attribute::Graphs>()) step += "[" + std::to_string(index) + "]";
  return step;
}

// Depth is bounded by the loader's nesting limit, and an explicit stack keeps hand-made models safe
// too.
void collect(Graph& outermost, std::string prefix, std::vector<ScopeEntry>& scopes) {
  std::vector<ScopeEntry> pending = {{&outermost, std::move(prefix)}};
  while (!pending.empty()) {
    ScopeEntry scope = std::move(pending.back());
    pending.pop_back();
    std::vector<ScopeEntry> nested;
    for (Node& node : scope.graph->nodes()) {
      for (Attribute& attribute : node.attributes) {
        const std::vector<Graph*> graphs = attribute.graphs();
        for (std::size_t i = 0; i < graphs.size(); ++i) {
          nested.push_back({graphs[i], scope.prefix + std::string(label_of(node)) + "/" +
                                           attribute_step(attribute, i) + "/"});
        }
      }
    }
    scopes.push_back(std::move(scope));
    std::move(nested.rbegin(), nested.rend(), std::back_inserter(pending));
  }
}

void for_each_value(const Graph& graph, const std::function<void(Value*)>& visit) {
  for (Value* input : graph.inputs()) visit(input);
  for (Value& initializer : graph.initializers()) {
    if (!initializer.is_input()) visit(&initializer);
  }
  for (const Node& node : graph.nodes()) {
    for (Value* output : node.outputs()) {
      if (output) visit(output);
    }
  }
}

bool starts_with(std::string_view text, const std::string& prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

}  // namespace

std::string_view label_of(const Node& node) {
  if (!node.name.empty()) return node.name;
  for (const Value* output : node.outputs()) {
    if (output) return output->name();
  }
  return "";
}

std::string address_prefix(const Graph& graph) {
  if (const Function* function = graph.function()) return function_label(*function) + "/";
  const Node* owner = graph.owner();
  if (!owner) return {};
  for (const Attribute& attribute : owner->attributes) {
    const std::vector<Graph*> graphs = attribute.graphs();
    for (std::size_t i = 0; i < graphs.size(); ++i) {
      if (graphs[i] == &graph) {
        return address_prefix(*owner->graph()) + std::string(label_of(*owner)) + "/" +
               attribute_step(attribute, i) + "/";
      }
    }
  }
  return {};
}

std::string address_of(const Value& value) {
  return address_prefix(*value.graph()) + std::string(value.name());
}

std::string address_of(const Node& node) {
  return address_prefix(*node.graph()) + std::string(label_of(node));
}

std::vector<ScopeEntry> scopes_of(Model& model) {
  std::vector<ScopeEntry> scopes;
  collect(model.graph(), "", scopes);
  for (const auto& function : model.functions()) {
    collect(function->body(), function_label(*function) + "/", scopes);
  }
  return scopes;
}

Value* find_value(Model& model, std::string_view text) {
  if (Value* value = model.graph().find(text)) return value;
  const std::vector<ScopeEntry> scopes = scopes_of(model);
  for (const ScopeEntry& scope : scopes) {
    if (scope.prefix.empty() || !starts_with(text, scope.prefix)) continue;
    if (Value* value = scope.graph->find(text.substr(scope.prefix.size()))) return value;
  }
  std::vector<std::string> found;
  Value* value = nullptr;
  for (const ScopeEntry& scope : scopes) {
    Value* candidate = scope.graph->find(text);
    if (!candidate) continue;
    value = candidate;
    found.push_back(scope.prefix + std::string(text));
  }
  const Place place = {.file = model.path, .value = std::string(text)};
  if (found.size() > 1) {
    std::string list;
    for (std::size_t i = 0; i < found.size() && i < 10; ++i)
      list += (i ? ", '" : "'") + found[i] + "'";
    if (found.size() > 10) list += ", and " + std::to_string(found.size() - 10) + " more";
    throw Error(ErrorCode::usage, "the name is defined in several graphs", place,
                "name one of " + list);
  }
  if (value) return value;

  std::vector<std::string> addresses;
  for (const ScopeEntry& scope : scopes) {
    for_each_value(*scope.graph, [&](const Value* v) {
      addresses.push_back(scope.prefix + std::string(v->name()));
      // A plain name is an address too, and the one that people remember.
      if (!scope.prefix.empty()) addresses.emplace_back(v->name());
    });
  }
  const std::string near = did_you_mean(text, {addresses.begin(), addresses.end()});
  // The part of the address that does name a graph tells where the search ended.
  for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope) {
    if (scope->prefix.empty() || !starts_with(text, scope->prefix)) continue;
    throw Error(ErrorCode::usage, "there is no such value in this graph",
                {.file = model.path,
                 .graph = scope->graph->path(),
                 .value = std::string(text.substr(scope->prefix.size()))},
                near);
  }
  throw Error(ErrorCode::usage, "there is no such value", place,
              near.empty() ? "opsmith inspect MODEL --tensors lists them" : near);
}

std::vector<Node*> find_nodes(Model& model, std::string_view pattern) {
  std::vector<Node*> found;
  const std::vector<ScopeEntry> scopes = scopes_of(model);
  for (const ScopeEntry& scope : scopes) {
    for (Node& node : scope.graph->nodes()) {
      const std::string_view label = label_of(node);
      if (matches_glob(pattern, label) ||
          (!scope.prefix.empty() && matches_glob(pattern, scope.prefix + std::string(label)))) {
        found.push_back(&node);
      }
    }
  }
  if (!found.empty()) return found;
  std::vector<std::string> addresses;
  for (const ScopeEntry& scope : scopes) {
    for (const Node& node : scope.graph->nodes()) {
      addresses.push_back(scope.prefix + std::string(label_of(node)));
      if (!scope.prefix.empty()) addresses.emplace_back(label_of(node));
    }
  }
  const std::string near = did_you_mean(pattern, {addresses.begin(), addresses.end()});
  throw Error(ErrorCode::usage,
              is_glob(pattern) ? "no node has a name that matches" : "there is no such node",
              {.file = model.path, .node = std::string(pattern)},
              near.empty() ? "opsmith inspect MODEL --nodes lists them" : near);
}

}  // namespace opsmith::ir
