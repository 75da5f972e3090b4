// Copies of nodes, graphs and whole models. Tensors are shared, never copied.
#pragma once

#include <memory>
#include <unordered_map>

#include "opsmith/ir/model.h"

namespace opsmith::ir {

// Values of the source to their copies. A value that is not in it is taken as it is when both live
// in one model (a captured outer value), and is an error otherwise.
using ValueMap = std::unordered_map<const Value*, Value*>;

// A copy of `node` (operands mapped, outputs under the same names when free in `target`, fresh
// names otherwise) before `before` (null: last). The outputs are added to `map`. Nested graphs are
// copied along. Attribute references (ref_attr_name) are resolved when `caller` is given: from its
// attributes, else from `defaults`, else dropped.
Node* clone_node(const Node& node, Graph& target, Node* before, ValueMap& map,
                 const Node* caller = nullptr, const std::vector<Attribute>* defaults = nullptr);

// Copies nodes, inputs, outputs, initializers and recorded infos of `source` into the empty graph
// `target`.
void clone_graph_into(const Graph& source, Graph& target, ValueMap& map,
                      const Node* caller = nullptr,
                      const std::vector<Attribute>* defaults = nullptr);

// Copy of an attribute of `source`'s for `target_owner`'s model; nested graphs are copied with
// `map`.
Attribute clone_attribute(const Attribute& attribute, Node& target_owner, const Model& source,
                          ValueMap& map);

// A whole model. Keeps the source's backing alive; shares its tensors.
std::unique_ptr<Model> clone_model(const Model& source);

// Model fields other than graph and functions: versions, producer, opset imports, metadata, unknown
// fields, path, backing.
void copy_header(const Model& source, Model& target);
// Copies `function` of another model (or this one) into `target`.
Function* clone_function(const Function& function, Model& target);

}  // namespace opsmith::ir
