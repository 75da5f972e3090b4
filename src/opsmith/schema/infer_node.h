// onnx's own type and shape inference, of one node at a time and straight on the IR.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "opsmith/ir/graph.h"

namespace opsmith::schema {

// What is known of a node's operands. Only `types` is required.
struct NodeInputs {
  std::vector<ir::TypePtr> types;  // one for each operand; null when unknown or omitted
  // The tensor of a constant operand; null when it is none. Elements of large ones are never looked
  // at.
  std::function<ir::TensorPtr(std::size_t)> constant;
  // Elements of an integer operand of rank 0 or 1, as far as known; null when nothing is.
  std::function<const std::vector<ir::Dim>*(std::size_t)> shape_value;
  // Types of the outputs of a nested graph, given those of its inputs. Absent: nested graphs yield
  // nothing.
  std::function<std::vector<ir::TypePtr>(ir::Graph&, const std::vector<ir::TypePtr>&)> infer_graph;
};

// Types of the node's outputs, one each, null where nothing is known. `opset` is the imported
// version of the node's domain. Never throws for a bad node: then all are null, and `why` (if
// given) is set to the reason. Operators that onnx defines only by a function body are inferred
// through that body.
std::vector<ir::TypePtr> infer_node(const ir::Node& node, const NodeInputs& inputs,
                                    std::int64_t opset, std::string* why = nullptr);

}  // namespace opsmith::schema
