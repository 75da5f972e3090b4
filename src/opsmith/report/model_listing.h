// The nodes and the values of a model, filtered, as JSON and for people.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "opsmith/ir/model.h"
#include "opsmith/report/json.h"
#include "opsmith/report/style.h"

namespace opsmith::report {

struct ListingFilter {
  std::vector<std::string> operators;  // "Conv", "com.microsoft.FusedConv"; globs
  std::vector<std::string>
      names;  // globs on names and addresses; a node is also found by its outputs' names

  bool empty() const { return operators.empty() && names.empty(); }
  bool admits(const ir::Node& node, const std::string& prefix) const;
  // A value is found by its own name, and by operator through its producer.
  bool admits(const ir::Value& value, const std::string& prefix) const;
};

// The nodes that the filter admits, in every graph, in order.
std::vector<const ir::Node*> select_nodes(ir::Model& model, const ListingFilter& filter);
// The same of values: inputs, initializers, then outputs in order of their nodes.
std::vector<const ir::Value*> select_values(ir::Model& model, const ListingFilter& filter);

Json nodes_json(const std::vector<const ir::Node*>& nodes);
std::string nodes_text(const std::vector<const ir::Node*>& nodes, const Page& page);

// "input", "weight", "default", "constant", "value", "undefined"
std::string_view kind_of(const ir::Value& value);
// The type of a value as recorded (that of its tensor when it has one); null when there is none.
ir::TypePtr recorded_type(const ir::Value& value);
// Addresses of the nodes that read the value, and "output N" (with the graph for nested ones).
std::vector<std::string> readers_of(const ir::Value& value);

// With `inferred`, types that inference set are told beside the recorded ones: in brackets where
// both differ.
Json values_json(const std::vector<const ir::Value*>& values, bool inferred);
std::string values_text(const std::vector<const ir::Value*>& values, bool inferred,
                        const Page& page);

}  // namespace opsmith::report
