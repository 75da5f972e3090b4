// What a pass is, and what it may ask.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "opsmith/ir/model.h"
#include "opsmith/runtime/library.h"
#include "opsmith/shape/inference.h"
#include "opsmith/transform/rewriter.h"

namespace opsmith::transform {

struct PassOptions {
  // Bytes by which one fold may enlarge the model: size of the new constant minus that of the
  // constants that vanish.
  std::int64_t max_growth = 64 * 1024;
  bool fold_quantized = false;    // fold QuantizeLinear/DequantizeLinear of constants
  bool inline_functions = false;  // replace calls of model-local functions by their bodies
  bool exact = false;             // only rewrites that keep every bit
};

// What a pass sees. Types are those deduced from inputs and constants, never what the file
// recorded.
struct PassContext {
  ir::Model& model;
  Rewriter& rewriter;
  shape::Inference& shapes;
  const PassOptions& options;
  // For evaluation; null when ONNX Runtime is not there. Loaded when first asked for, because
  // loading costs more than most passes.
  std::function<std::shared_ptr<const runtime::Library>()> runtime;
  // What a person should know of the run; passes add to it.
  std::vector<std::string> notes;
  // Nodes whose evaluation failed once; they are not tried again.
  std::unordered_set<const ir::Node*> not_evaluable;

  const ir::TypePtr& type(const ir::Value* value) const { return shapes.type(value); }
  const ir::Shape* shape(const ir::Value* value) const { return shapes.shape(value); }
  // Element type; undefined when unknown or no tensor.
  ir::DataType element_type(const ir::Value* value) const;
  // Version of the node's domain where it stands; 0 when it is not imported.
  std::int64_t opset(const ir::Node& node) const;
  // Both shapes known and provably equal, dim by dim (equal numbers or equal symbols).
  bool same_shape(const ir::Value* a, const ir::Value* b) const;
  // Elements of a constant integer operand; nullopt when it is not constant (or not an integer
  // tensor).
  std::optional<std::vector<std::int64_t>> constant_ints(const ir::Value* value) const;
  // The only element of a constant with one element, as double; nullopt otherwise.
  std::optional<double> constant_scalar(const ir::Value* value) const;
  // `axes` of Squeeze, Unsqueeze, Reduce*, …: an attribute in old opsets, operand `index` in newer
  // ones. nullopt when it is an operand that is not constant. An empty list when absent.
  std::optional<std::vector<std::int64_t>> axes(const ir::Node& node, std::size_t index) const;
};

// A rewrite seen from one node. Stateless; called for nodes of the operators that it names (of the
// default domain), in every graph, again whenever their surroundings changed, until nothing more
// happens.
class NodePass {
 public:
  virtual ~NodePass() = default;
  virtual std::string_view name() const = 0;  // "remove_identity"
  virtual std::string_view doc() const = 0;   // one sentence: what it does, under which conditions
  virtual std::span<const std::string_view> operators() const = 0;
  // True when it changed something. Contract: nothing is changed before the match is settled and
  // Rewriter::begin said yes; every change goes through the rewriter; each application removes
  // nodes, or brings the graph nearer to a form that the pass does not match (so that it ends).
  virtual bool apply(ir::Node& node, PassContext& context) const = 0;
};

// A rewrite that looks at a whole model at once. Returns how many rewrites it made.
class ModelPass {
 public:
  virtual ~ModelPass() = default;
  virtual std::string_view name() const = 0;
  virtual std::string_view doc() const = 0;
  virtual std::size_t run(PassContext& context) const = 0;
};

}  // namespace opsmith::transform
