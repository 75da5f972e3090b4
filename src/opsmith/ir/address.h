// Addresses: how a person names a graph, node or value wherever it lies.
//
// In the main graph an address is the plain name. In a nested graph it is node/attribute/name, one
// node/attribute pair a level ("if_1/then_branch/sum"; graphs attributes: "attribute[2]"); in a
// function body domain::name/value. An unnamed node goes by its first output.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "opsmith/ir/model.h"

namespace opsmith::ir {

// A node's name, or its first output's when it has none; never null. A view that lives as long as
// the model.
std::string_view label_of(const Node& node);

// "" for the main graph, "if_1/then_branch/" for a nested one, "my.domain::f/" for a function's
// body.
std::string address_prefix(const Graph& graph);
std::string address_of(const Value& value);
std::string address_of(const Node& node);

// The graphs of a model with their address prefixes, main graph first, each before what is nested
// in it.
struct ScopeEntry {
  Graph* graph;
  std::string prefix;
};
std::vector<ScopeEntry> scopes_of(Model& model);

// The one value that `text` addresses: the name of a value of the main graph, a full address, or a
// plain name that one scope only has. Throws Error(usage): unknown (with near names), or ambiguous
// (with all addresses).
Value* find_value(Model& model, std::string_view text);

// The nodes that `pattern` selects: by address or plain label, globs allowed, in every graph, in
// order. Throws Error(usage) with near names when there is none.
std::vector<Node*> find_nodes(Model& model, std::string_view pattern);

}  // namespace opsmith::ir
