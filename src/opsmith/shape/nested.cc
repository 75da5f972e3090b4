// If, Loop, Scan, SequenceMap, and whatever else holds graphs.
#include <algorithm>

#include "opsmith/shape/engine.h"

namespace opsmith::shape {
namespace {

ir::Graph* graph_attribute(const ir::Node& node, std::string_view name) {
  const ir::Attribute* attribute = node.find_attribute(name);
  const auto graphs = attribute ? attribute->graphs() : std::vector<ir::Graph*>();
  return graphs.empty() ? nullptr : graphs.front();
}

TypePtr output_type(const ir::Graph& graph, std::size_t index) {
  const ir::Value* value = index < graph.outputs().size() ? graph.output(index) : nullptr;
  return value ? value->inferred() : nullptr;
}

// The tensor type with `axis` taken out; null when that is not possible.
TypePtr without_axis(const TypePtr& type, std::int64_t axis) {
  if (!type || !type->is_tensor()) return nullptr;
  if (!type->shape) return ir::Type::tensor(type->element_type);
  Shape shape = *type->shape;
  shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(normalize_axis(axis, shape.size())));
  return ir::Type::tensor(type->element_type, std::move(shape));
}

// The tensor type with an axis of `size` put in.
TypePtr with_axis(const TypePtr& type, std::int64_t axis, const Dim& size) {
  if (!type || !type->is_tensor()) return nullptr;
  if (!type->shape) return ir::Type::tensor(type->element_type);
  Shape shape = *type->shape;
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(normalize_axis(axis, shape.size() + 1)),
               size);
  return ir::Type::tensor(type->element_type, std::move(shape));
}

// Engines give the iteration number and the condition the rank that the body declares: a scalar, or
// one element.
TypePtr loop_scalar(const ir::Graph& body, std::size_t index, DataType element) {
  if (index < body.inputs().size()) {
    const ir::ValueInfo* info = body.inputs()[index]->info();
    if (info && info->type && info->type->shape && info->type->shape->size() == 1) {
      return ir::Type::tensor(element, Shape{Dim::of(1)});
    }
  }
  return ir::Type::tensor(element, Shape{});
}

bool same(const TypePtr& a, const TypePtr& b) {
  return a == b || (a && b && ir::same_type(*a, *b));
}

std::int64_t axis_at(const std::vector<std::int64_t>* axes, std::size_t index) {
  return axes && index < axes->size() ? (*axes)[index] : 0;
}

}  // namespace

void Inference::Engine::set_input(ir::Graph& graph, std::size_t index, TypePtr type) {
  if (index >= graph.inputs().size()) return;
  ir::Value* input = graph.inputs()[index];
  elements_.erase(input);
  input->set_inferred(std::move(type));
}

bool Inference::Engine::infer_control_flow(ir::Node& node, Operation& operation) {
  if (!node.has_graphs()) return false;
  if (operation.opset() >= 1) {
    if (node.is("If")) return infer_if(node, operation), true;
    if (node.is("Loop")) return infer_loop(node, operation), true;
    if (node.is("Scan") && operation.opset() >= 9) return infer_scan(node, operation), true;
    if (node.is("SequenceMap")) return infer_sequence_map(node, operation), true;
  }
  // Nothing is known of how this operator calls its graphs; constants inside are known all the
  // same.
  for (ir::Graph* graph : node.graphs()) {
    for (std::size_t input = 0; input < graph->inputs().size(); ++input)
      set_input(*graph, input, nullptr);
    infer_graph(*graph);
  }
  return true;
}

void Inference::Engine::infer_if(ir::Node& node, Operation& operation) {
  ir::Graph* branches[] = {graph_attribute(node, "then_branch"),
                           graph_attribute(node, "else_branch")};
  for (ir::Graph* branch : branches) {
    if (branch) infer_graph(*branch);
  }
  if (!branches[0] || !branches[1]) throw Contradiction("a branch is missing");
  const Elements* condition = operation.elements(0);
  std::optional<bool> taken =
      condition && condition->size() == 1 ? as_bool((*condition)[0]) : std::nullopt;
  for (std::size_t output = 0; output < operation.output_count(); ++output) {
    if (taken) {
      const ir::Graph& branch = *branches[*taken ? 0 : 1];
      operation.set(output, output_type(branch, output));
      const ir::Value* value = output < branch.outputs().size() ? branch.output(output) : nullptr;
      if (const Elements* known = value ? elements(value) : nullptr)
        operation.set_elements(output, *known);
      continue;
    }
    operation.set(output,
                  join(output_type(*branches[0], output), output_type(*branches[1], output)));
    const ir::Value* values[] = {
        output < branches[0]->outputs().size() ? branches[0]->output(output) : nullptr,
        output < branches[1]->outputs().size() ? branches[1]->output(output) : nullptr};
    if (!values[0] || !values[1] || !elements(values[0]) || !elements(values[1])) continue;
    const Elements& a = *elements(values[0]);
    const Elements& b = *elements(values[1]);
    if (a.size() != b.size()) continue;
    Elements joined;
    for (std::size_t i = 0; i < a.size(); ++i) joined.push_back(join(a[i], b[i]));
    operation.set_elements(output, std::move(joined));
  }
}

void Inference::Engine::settle_state(ir::Graph& body, std::vector<TypePtr>& state,
                                     std::size_t first_input, std::size_t first_output) {
  constexpr int patience = 4;  // rounds until a type that still changes is given up
  for (int round = 0;; ++round) {
    const bool give_up = round >= patience || !may_revisit();
    if (give_up) std::fill(state.begin(), state.end(), nullptr);
    for (std::size_t i = 0; i < state.size(); ++i) set_input(body, first_input + i, state[i]);
    infer_graph(body);
    bool settled = true;
    for (std::size_t i = 0; i < state.size(); ++i) {
      if (!state[i]) continue;
      TypePtr joined = join(state[i], output_type(body, first_output + i));
      if (same(joined, state[i])) continue;
      settled = false;
      state[i] = std::move(joined);
    }
    if (settled || give_up) return;
  }
}

void Inference::Engine::infer_loop(ir::Node& node, Operation& operation) {
  ir::Graph* body = graph_attribute(node, "body");
  if (!body) throw Contradiction("the body is missing");
  set_input(*body, 0, loop_scalar(*body, 0, DataType::int64));
  set_input(*body, 1, loop_scalar(*body, 1, DataType::boolean));
  const std::size_t count = operation.input_count() > 2 ? operation.input_count() - 2 : 0;
  std::vector<TypePtr> state;
  state.reserve(count);
  for (std::size_t i = 0; i < count; ++i) state.push_back(operation.type(i + 2));
  for (std::size_t input = count + 2; input < body->inputs().size(); ++input)
    set_input(*body, input, nullptr);
  settle_state(*body, state, 2, 1);
  for (std::size_t output = 0; output < operation.output_count(); ++output) {
    operation.set(output, output < count ? state[output]
                                         : with_axis(output_type(*body, output + 1), 0, Dim{}));
  }
}

void Inference::Engine::infer_scan(ir::Node& node, Operation& operation) {
  ir::Graph* body = graph_attribute(node, "body");
  if (!body) throw Contradiction("the body is missing");
  const std::int64_t scanned = node.int_attribute("num_scan_inputs", 0);
  const std::size_t inputs = operation.input_count();
  if (scanned < 1 || static_cast<std::uint64_t>(scanned) > inputs) {
    for (std::size_t input = 0; input < body->inputs().size(); ++input)
      set_input(*body, input, nullptr);
    infer_graph(*body);
    throw Contradiction("'num_scan_inputs' does not go with the inputs");
  }
  const std::size_t count = inputs - static_cast<std::size_t>(scanned);
  const auto* input_axes = node.ints_attribute("scan_input_axes");
  const auto* output_axes = node.ints_attribute("scan_output_axes");
  Dim length;
  for (std::size_t i = 0; i < static_cast<std::size_t>(scanned); ++i) {
    const std::int64_t axis = axis_at(input_axes, i);
    if (const Shape* shape = operation.shape(count + i)) {
      if (const auto both = meet(length, (*shape)[normalize_axis(axis, shape->size())]))
        length = *both;
    }
    set_input(*body, count + i, without_axis(operation.type(count + i), axis));
  }
  std::vector<TypePtr> state;
  state.reserve(count);
  for (std::size_t i = 0; i < count; ++i) state.push_back(operation.type(i));
  settle_state(*body, state, 0, 0);
  for (std::size_t output = 0; output < operation.output_count(); ++output) {
    operation.set(output, output < count ? state[output]
                                         : with_axis(output_type(*body, output),
                                                     axis_at(output_axes, output - count), length));
  }
}

void Inference::Engine::infer_sequence_map(ir::Node& node, Operation& operation) {
  ir::Graph* body = graph_attribute(node, "body");
  if (!body) throw Contradiction("the body is missing");
  for (std::size_t input = 0; input < body->inputs().size(); ++input) {
    const TypePtr& type = operation.type(input);
    const bool sequence = type && type->kind == ir::Type::Kind::sequence;
    // Only operands after the first may be tensors, handed to every call as they are.
    set_input(*body, input, sequence ? type->element : input > 0 ? type : nullptr);
  }
  infer_graph(*body);
  for (std::size_t output = 0; output < operation.output_count(); ++output) {
    const TypePtr type = output_type(*body, output);
    if (type) operation.set(output, ir::Type::sequence(type));
  }
}

}  // namespace opsmith::shape
