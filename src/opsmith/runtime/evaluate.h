// Constant folding: the values that nodes produce when all their operands are constants, computed
// by ONNX Runtime.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "opsmith/ir/model.h"
#include "opsmith/runtime/library.h"

namespace opsmith::runtime {

// A node that could not be evaluated, and why: no kernel, bad operands, a value that is no dense
// tensor.
struct EvaluateFailure {
  const ir::Node* node = nullptr;
  std::string reason;
};

// Every operand of `nodes` (and what their nested graphs capture) is constant or an output of
// another node in the list; `nodes` are of one model, in an order in which they can run. One
// session runs them all; when that fails, the list is halved until only the nodes at fault, and
// those that need them, are left out. Values of `wanted` that could be had are returned in the
// order asked, with the exact element type and dims; the others are missing. Never throws for what
// a node does; throws Error(runtime) only when `library` is null.
std::vector<std::pair<ir::Value*, ir::TensorPtr>> evaluate(
    std::shared_ptr<const Library> library, const std::vector<ir::Node*>& nodes,
    const std::vector<ir::Value*>& wanted, std::vector<EvaluateFailure>* failures = nullptr);

}  // namespace opsmith::runtime
