// Loop(0, …) or Loop(…, false)   ->  the initial states
// Loop(1, …) with no condition, or a true one   ->  the nodes of its body, once
// Loop(absent, true) whose body says stop at once   ->  the nodes of its body, once
//
// A body's last value of a scan output gets a leading dimension of 1. A loop that never runs and
// whose scan outputs are read stays, because the shape of an empty scan output is the body's
// declaration.
#include <algorithm>
#include <array>

#include "opsmith/transform/constant_facts.h"
#include "opsmith/transform/inlining.h"
#include "opsmith/transform/passes.h"

namespace opsmith::transform {
namespace {

constexpr std::array<std::string_view, 1> kOperators = {"Loop"};

std::optional<std::int64_t> known_trip_count(const ir::Node& loop, const PassContext& context) {
  const ir::Value* value = loop.input(0);
  if (!value) return std::nullopt;
  if (const auto constant = context.constant_ints(value)) {
    return constant->size() == 1 ? std::optional(constant->front()) : std::nullopt;
  }
  const std::vector<ir::Dim>* elements = context.shapes.elements(value);
  if (!elements || elements->size() != 1 || !elements->front().known()) return std::nullopt;
  return elements->front().value;
}

// How often the loop runs, when that is provably 0 or 1.
std::optional<int> iterations(const ir::Node& loop, const ir::Graph& body,
                              const PassContext& context) {
  const std::optional<std::int64_t> count = known_trip_count(loop, context);
  if (count && *count <= 0) return 0;
  const ir::Value* condition = loop.input(1);
  const std::optional<bool> starts =
      condition ? known_bool(context, condition) : std::optional(true);
  if (!starts) return std::nullopt;
  if (!*starts) return 0;
  if (count && *count == 1) return 1;
  const bool runs_at_least_once = count || !loop.input(0);
  const std::optional<bool> goes_on = known_bool(context, body.output(0));
  return runs_at_least_once && goes_on && !*goes_on ? std::optional(1) : std::nullopt;
}

// The iteration number and the condition are scalars; a runtime hands them as tensors of one
// dimension to a body that declares them so, which a constant in their place could not be told.
bool is_declared_scalar(const ir::Value* input) {
  if (!input->has_uses() || !input->info()) return true;
  const ir::TypePtr& type = input->info()->type;
  return !type || !type->shape || type->shape->empty();
}

class UnrollLoop : public NodePass {
 public:
  std::string_view name() const override { return "unroll_loop"; }
  std::string_view doc() const override { return "Loop that provably runs never or once."; }
  std::span<const std::string_view> operators() const override { return kOperators; }

  bool apply(ir::Node& node, PassContext& context) const override {
    const ir::Attribute* attribute = node.find_attribute("body");
    const auto* held = attribute ? attribute->get<std::unique_ptr<ir::Graph>>() : nullptr;
    if (!held || !*held || node.inputs().size() < 2) return false;
    ir::Graph& body = **held;
    const std::size_t states = node.inputs().size() - 2;
    if (body.inputs().size() != states + 2 || body.outputs().size() < states + 1) return false;
    if (node.outputs().size() > body.outputs().size() - 1) return false;
    for (std::size_t i = 0; i < states; ++i) {
      if (!node.input(i + 2)) return false;
    }
    const std::optional<int> count = iterations(node, body, context);
    if (!count) return false;
    return *count == 0 ? skip(node, states, context) : run_once(node, body, states, context);
  }

 private:
  bool skip(ir::Node& node, std::size_t states, PassContext& context) const {
    for (std::size_t i = states; i < node.outputs().size(); ++i) {
      if (node.output(i) && node.output(i)->has_uses()) return false;
    }
    if (has_output_given_twice(node) || !context.rewriter.begin(name(), node)) return false;
    std::vector<ir::Value*> initial;
    initial.reserve(states);
    for (std::size_t i = 0; i < states; ++i) initial.push_back(node.input(i + 2));
    const std::size_t outputs = std::min(states, node.outputs().size());
    for (std::size_t i = 0; i < outputs; ++i) replace_output(node, i, initial[i], context);
    context.rewriter.erase_if_unused(&node);
    return true;
  }

  bool run_once(ir::Node& node, ir::Graph& body, std::size_t states, PassContext& context) const {
    if (!is_declared_scalar(body.inputs()[0]) || !is_declared_scalar(body.inputs()[1]))
      return false;
    if (!can_inline(body, node) || !context.rewriter.begin(name(), node)) return false;
    std::vector<ir::Value*> arguments(2, nullptr);
    if (body.inputs()[0]->has_uses())
      arguments[0] = scalar(node, ir::DataType::int64, 0, "iteration", context);
    if (body.inputs()[1]->has_uses())
      arguments[1] = scalar(node, ir::DataType::boolean, 1, "condition", context);
    for (std::size_t i = 0; i < states; ++i) arguments.push_back(node.input(i + 2));
    const auto results = inline_contents(body, node, arguments, context);
    for (std::size_t i = 0; i < node.outputs().size(); ++i) {
      const ir::Value* output = node.output(i);
      if (!output || !output->has_uses()) continue;
      ir::Value* result = results[i + 1];
      replace_output(node, i, i < states ? result : stacked(node, result, context), context);
    }
    context.rewriter.erase_if_unused(&node);
    return true;
  }

  static ir::Value* scalar(ir::Node& node, ir::DataType type, std::int64_t value,
                           std::string_view hint, PassContext& context) {
    ir::TensorPtr tensor =
        type == ir::DataType::int64
            ? ir::Tensor::of<std::int64_t>(type, {}, {value})
            : ir::Tensor::of<std::uint8_t>(type, {}, {static_cast<std::uint8_t>(value)});
    return context.rewriter.constant(*node.graph(), &node, std::move(tensor), hint);
  }

  static ir::Value* stacked(ir::Node& node, ir::Value* result, PassContext& context) {
    std::vector<ir::Value*> operands = {result};
    const bool axes_are_operand = context.opset(node) >= 13;
    if (axes_are_operand) {
      const auto axes = ir::Tensor::of<std::int64_t>(ir::DataType::int64, {1}, {0});
      operands.push_back(context.rewriter.constant(*node.graph(), &node, axes, "axes"));
    }
    ir::Node* unsqueeze = context.rewriter.insert(&node, "Unsqueeze", operands, node);
    if (!axes_are_operand) unsqueeze->set_ints("axes", {0});
    context.rewriter.finish(unsqueeze);
    return unsqueeze->output(0);
  }
};

}  // namespace

std::unique_ptr<NodePass> make_unroll_loop() { return std::make_unique<UnrollLoop>(); }

}  // namespace opsmith::transform
