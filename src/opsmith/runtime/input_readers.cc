#include "opsmith/runtime/input_readers.h"

#include <algorithm>
#include <cmath>

#include "opsmith/runtime/input_dims.h"
#include "opsmith/runtime/reader_walk.h"

namespace opsmith::runtime {
namespace {

constexpr std::size_t kMostStops = 3000;
constexpr std::size_t kMostUses = 20000;
constexpr std::size_t kDeepestCall = 8;
constexpr std::size_t kMostCompared = 16;

std::size_t depth_of(const CallSite* call) {
  std::size_t depth = 0;
  for (; call; call = call->outer) ++depth;
  return depth;
}

}  // namespace

ReaderWalk::ReaderWalk(const ir::Value& input, const ir::Model& model, const Binding& binding)
    : model_(model), binding_(binding) {
  here_.value = &input;
  pending_.push_back(here_);
}

Requirements ReaderWalk::run() {
  std::size_t uses = 0;
  for (std::size_t stops = 0; !pending_.empty() && stops < kMostStops; ++stops) {
    here_ = pending_.front();
    pending_.pop_front();
    for (const ir::Use& use : here_.value->uses()) {
      if (++uses > kMostUses) return std::move(wanted_);
      visit(use);
    }
  }
  return std::move(wanted_);
}

void ReaderWalk::visit(const ir::Use& use) {
  if (!use.node()) {
    // What a nested graph returns is an output of the node that owns it (after a Loop's condition).
    const ir::Graph* graph = use.graph_output_of();
    const ir::Node* owner = graph ? graph->owner() : nullptr;
    if (!owner) {
      if (graph && graph->function() && here_.call && here_.call->body == graph) {
        const CallSite* call = here_.call;
        here_.call = call->outer;
        follow(call->node->output(use.index()));
        here_.call = call;
      }
      return;
    }
    if (owner->is("If")) follow(owner->output(use.index()));
    return;
  }
  node_ = use.node();
  operand_ = use.index();
  visit_structure();
  apply_reader_rules(*this);
}

// Operators that hand their operands to a graph of their own.
void ReaderWalk::visit_structure() {
  const std::vector<ir::Graph*> graphs = node_->graphs();
  if (node_->is("Loop") && operand_ >= 2 && graphs.size() == 1) {
    follow_into(*graphs.front(), operand_, here_.call);
  } else if (node_->is("Scan") && graphs.size() == 1) {
    follow_into(*graphs.front(), operand_, here_.call);
  } else if (const ir::Function* function = model_.called_function(*node_)) {
    if (depth_of(here_.call) >= kDeepestCall) return;
    calls_.push_back({node_, &function->body(), here_.call});
    follow_into(function->body(), operand_, &calls_.back());
  }
}

void ReaderWalk::follow(const ir::Value* value, double scale, double offset) {
  if (!value || !seen_.insert({value, here_.call}).second) return;
  pending_.push_back({value, here_.call, here_.scale * scale, here_.offset * scale + offset});
}

void ReaderWalk::follow_into(const ir::Graph& body, std::size_t input, const CallSite* call) {
  if (input >= body.inputs().size()) return;
  const ir::Value* value = body.inputs()[input];
  if (seen_.insert({value, call}).second)
    pending_.push_back({value, call, here_.scale, here_.offset});
}

std::optional<std::vector<std::int64_t>> ReaderWalk::dims_of(const ir::Value* value) const {
  const CallSite* call = here_.call;
  // An input of a function's body is what the caller gives.
  while (value && call && value->is_input() && value->graph() == call->body) {
    const auto& inputs = call->body->inputs();
    const auto index =
        static_cast<std::size_t>(std::find(inputs.begin(), inputs.end(), value) - inputs.begin());
    value = call->node->input(index);
    call = call->outer;
  }
  if (!value) return std::nullopt;
  if (const ir::TensorPtr& tensor = value->initializer()) return tensor->dims();
  if (const ir::TensorPtr tensor = value->constant()) return tensor->dims();
  const bool graph_input = value->is_input() && value->graph()->is_main();
  if (graph_input && value->info() && value->info()->type) return bound_dims(*value, binding_);
  // An inferred type is true; a recorded one is a hint at best, which is all that is needed here.
  const ir::Type* type = value->inferred() ? value->inferred().get()
                         : value->info()   ? value->info()->type.get()
                                           : nullptr;
  if (!type || !type->is_tensor() || !type->shape) return std::nullopt;
  std::vector<std::int64_t> dims;
  for (const ir::Dim& dim : *type->shape) dims.push_back(size_of(dim, binding_).value_or(-1));
  return dims;
}

std::optional<std::int64_t> ReaderWalk::size_of_operand(std::size_t index,
                                                        std::int64_t axis) const {
  const auto dims = dims_of_operand(index);
  if (!dims) return std::nullopt;
  if (axis < 0) axis += static_cast<std::int64_t>(dims->size());
  if (axis < 0 || axis >= static_cast<std::int64_t>(dims->size())) return std::nullopt;
  const std::int64_t size = (*dims)[static_cast<std::size_t>(axis)];
  return size >= 0 ? std::optional(size) : std::nullopt;
}

std::vector<double> ReaderWalk::constants(std::size_t index, std::size_t limit) const {
  const ir::Value* value = node_->input(index);
  if (!value) return {};
  const ir::TensorPtr tensor = value->constant();
  if (!tensor) return {};
  return tensor->as_doubles(limit).value_or(std::vector<double>{});
}

std::optional<double> ReaderWalk::constant(std::size_t index) const {
  const std::vector<double> values = constants(index, 1);
  if (values.size() != 1) return std::nullopt;
  return values.front();
}

void ReaderWalk::between(double low, double high) {
  if (here_.scale == 0) return;
  double least = (low - here_.offset) / here_.scale;
  double most = (high - here_.offset) / here_.scale;
  if (least > most) std::swap(least, most);
  wanted_.between(least, most);
}

void ReaderWalk::at_least(double low) {
  if (here_.scale == 0) return;
  const double bound = (low - here_.offset) / here_.scale;
  if (here_.scale > 0) {
    wanted_.at_least(bound);
  } else {
    wanted_.at_most(bound);
  }
}

void ReaderWalk::compare_with(double value) {
  if (here_.scale == 0 || wanted_.compared.size() >= kMostCompared) return;
  const double x = (value - here_.offset) / here_.scale;
  if (!std::isfinite(x)) return;
  if (std::find(wanted_.compared.begin(), wanted_.compared.end(), x) == wanted_.compared.end()) {
    wanted_.compared.push_back(x);
  }
}

Requirements requirements_of(const ir::Value& input, const ir::Model& model,
                             const Binding& binding) {
  return ReaderWalk(input, model, binding).run();
}

}  // namespace opsmith::runtime
