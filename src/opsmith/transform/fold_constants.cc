// Nodes that depend on constants only are evaluated once, by ONNX Runtime, and their results become
// constants.
//
// Never folded: what is random or of a domain whose meaning is not ONNX's, QuantizeLinear and
// DequantizeLinear of constants (the integers are the point of such a model), nodes with nested
// graphs, results of unknown size, and whatever would enlarge the model by more than the limit:
// bytes of the result minus bytes of those operands that vanish because only folded nodes read
// them.
#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <unordered_map>
#include <unordered_set>

#include "opsmith/runtime/evaluate.h"
#include "opsmith/schema/registry.h"
#include "opsmith/transform/passes.h"

namespace opsmith::transform {
namespace {

constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max() / 4;

// Operators whose result size depends on the elements of their operands and cannot exceed a small
// multiple of them.
constexpr std::array<std::string_view, 3> kBoundedByOperands = {"NonZero", "Compress", "Unique"};

bool contains(auto&& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

std::int64_t bytes_of_type(const ir::TypePtr& type) {
  if (!type || !type->is_tensor() || !type->shape) return kHuge;
  std::int64_t bits = ir::bits_of(type->element_type);
  if (type->element_type == ir::DataType::string)
    bits = 128;  // an estimate: strings have no fixed size
  if (bits == 0) return kHuge;
  for (const ir::Dim& dim : *type->shape) {
    if (!dim.known() || dim.value < 0 || __builtin_mul_overflow(bits, dim.value, &bits))
      return kHuge;
  }
  return bits / 8 + (bits % 8 != 0 ? 1 : 0);
}

bool is_sequence(const ir::Value* value, const PassContext& context) {
  const ir::TypePtr& type = context.type(value);
  return type && !type->is_tensor();
}

class Candidates {
 public:
  explicit Candidates(PassContext& context) : context_(context) {}

  void collect() {
    ir::walk_graphs(context_.model.graph(), [this](ir::Graph& graph) {
      for (ir::Node& node : graph.nodes()) {
        if (is_candidate(node)) add(&node);
      }
    });
    enforce_growth_limit();
  }

  const std::vector<ir::Node*>& nodes() const { return nodes_; }

 private:
  void add(ir::Node* node) {
    nodes_.push_back(node);
    folded_.insert(node);
  }

  bool is_known(const ir::Value* value) const {
    if (value->producer() && folded_.contains(value->producer())) return true;
    const ir::TensorPtr tensor = value->constant();
    return tensor && !tensor->is_sparse();
  }

  bool is_candidate(const ir::Node& node) const {
    if (node.is("Constant") || node.outputs().empty() || node.has_graphs() ||
        node.has_attribute_references())
      return false;
    if (!node.is_default_domain() && node.domain != "ai.onnx.ml") return false;
    const bool quantizes = node.op_type == "QuantizeLinear" || node.op_type == "DequantizeLinear" ||
                           node.op_type == "DynamicQuantizeLinear";
    if (quantizes && !context_.options.fold_quantized) return false;
    if (context_.not_evaluable.contains(&node)) return false;
    for (const ir::Use& use : node.inputs()) {
      if (use.value() && !is_known(use.value())) return false;
    }
    // A model-local function may redefine an operator.
    if (context_.model.called_function(node)) return false;
    const schema::OperatorSchema* schema =
        schema::find_schema(node.op_type, node.domain, context_.opset(node));
    if (!schema || !schema->is_deterministic()) return false;
    const bool dropout_in_training = node.op_type == "Dropout" && node.inputs().size() > 2;
    return !dropout_in_training;
  }

  // Every reader is folded too, and no graph gives it out.
  bool vanishes(const ir::Value* value) const {
    for (const ir::Use& use : value->uses()) {
      if (!use.node() || !folded_.contains(use.node())) return false;
    }
    return true;
  }

  std::int64_t growth(const ir::Node& node, bool credit_operands) const {
    std::int64_t total = 0;
    std::int64_t operand_bytes = 0;
    std::unordered_set<const ir::Value*> seen;
    for (const ir::Use& use : node.inputs()) {
      if (!use.value() || !seen.insert(use.value()).second) continue;
      const ir::TensorPtr tensor = use.value()->constant();
      const std::int64_t bytes =
          tensor ? static_cast<std::int64_t>(std::min<std::uint64_t>(
                       tensor->byte_size().value_or(0), static_cast<std::uint64_t>(kHuge)))
                 : std::min(bytes_of_type(context_.type(use.value())), kHuge);
      operand_bytes += std::min(bytes, kHuge / 64);
      if (credit_operands && vanishes(use.value())) total -= std::min(bytes, kHuge / 64);
    }
    const bool bounded = contains(kBoundedByOperands, node.op_type);
    for (const ir::Value* output : node.outputs()) {
      if (!output || is_sequence(output, context_)) continue;
      std::int64_t bytes = bytes_of_type(context_.type(output));
      if (bytes >= kHuge && bounded) bytes = std::min(operand_bytes, kHuge / 64) * 16;
      total += std::min(bytes, kHuge / 64);
    }
    return total;
  }

  // Leaving one node out makes its operands stay, which may push another over the limit; so until
  // nothing changes.
  void enforce_growth_limit() {
    constexpr int kRounds = 8;
    for (int round = 0;; ++round) {
      const std::size_t before = nodes_.size();
      std::vector<ir::Node*> kept;
      for (ir::Node* node : nodes_) {
        const bool operands_known = std::all_of(
            node->inputs().begin(), node->inputs().end(),
            [this](const ir::Use& use) { return !use.value() || is_known(use.value()); });
        if (operands_known && growth(*node, round < kRounds) <= context_.options.max_growth) {
          kept.push_back(node);
        } else {
          folded_.erase(node);
        }
      }
      nodes_ = std::move(kept);
      if (nodes_.size() == before) return;
    }
  }

  PassContext& context_;
  std::vector<ir::Node*> nodes_;
  std::unordered_set<const ir::Node*> folded_;
};

class FoldConstants : public ModelPass {
 public:
  std::string_view name() const override { return "fold_constants"; }
  std::string_view doc() const override {
    return "Nodes that depend on constants only become their result, within the growth limit.";
  }

  std::size_t run(PassContext& context) const override {
    Candidates candidates(context);
    candidates.collect();
    const std::vector<ir::Node*>& nodes = candidates.nodes();
    if (nodes.empty()) return 0;
    const auto library = context.runtime ? context.runtime() : nullptr;
    if (!library) {
      note(context, "constant folding needs ONNX Runtime, which was not found: " +
                        std::to_string(nodes.size()) + " node(s) left as they are");
      return 0;
    }
    std::size_t applied = 0;
    for (std::size_t start = 0; start < nodes.size(); start += kNodesPerSession) {
      const std::size_t count = std::min(kNodesPerSession, nodes.size() - start);
      applied += fold_batch(std::span(nodes).subspan(start, count), library, context);
    }
    // Results that were asked for and are not there would be asked for again and again.
    if (applied == 0) context.not_evaluable.insert(nodes.begin(), nodes.end());
    return applied;
  }

 private:
  // Opening a session takes ONNX Runtime time that grows faster than the number of nodes.
  static constexpr std::size_t kNodesPerSession = 2000;

  std::size_t fold_batch(std::span<ir::Node* const> nodes,
                         const std::shared_ptr<const runtime::Library>& library,
                         PassContext& context) const {
    // What a batch before could not fold leaves operands that are no constants.
    std::vector<ir::Node*> ready;
    std::unordered_set<const ir::Node*> inside;
    for (ir::Node* node : nodes) {
      if (node->erased()) continue;
      const bool known =
          std::all_of(node->inputs().begin(), node->inputs().end(), [&inside](const ir::Use& use) {
            const ir::Value* value = use.value();
            return !value || (value->producer() && inside.contains(value->producer())) ||
                   value->constant();
          });
      if (!known) continue;
      ready.push_back(node);
      inside.insert(node);
    }
    // Results that somebody outside the batch reads.
    std::vector<ir::Value*> wanted;
    for (const ir::Node* node : ready) {
      for (ir::Value* output : node->outputs()) {
        if (!output || is_sequence(output, context)) continue;
        bool read_outside = false;
        for (const ir::Use& use : output->uses()) {
          read_outside |= !use.node() || !inside.contains(use.node());
        }
        if (read_outside) wanted.push_back(output);
      }
    }
    if (wanted.empty()) return 0;
    std::vector<runtime::EvaluateFailure> failures;
    const auto results = runtime::evaluate(library, ready, wanted, &failures);
    for (const auto& failure : failures) {
      if (!context.not_evaluable.insert(failure.node).second) continue;
      note(context, "node '" + std::string(label_of(*failure.node)) + "' (" +
                        std::string(failure.node->op_type) +
                        ") could not be evaluated: " + failure.reason);
    }
    std::size_t applied = 0;
    for (const auto& [value, tensor] : results) {
      if (!context.rewriter.begin(name(), *value->producer())) continue;
      context.rewriter.constant_takes_place(value, tensor);
      ++applied;
    }
    return applied;
  }

  static void note(PassContext& context, std::string text) {
    if (!contains(context.notes, text)) context.notes.push_back(std::move(text));
  }
};

}  // namespace

std::unique_ptr<ModelPass> make_fold_constants() { return std::make_unique<FoldConstants>(); }

}  // namespace opsmith::transform
