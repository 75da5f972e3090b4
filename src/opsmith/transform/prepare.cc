#include "opsmith/transform/prepare.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "opsmith/base/error.h"

namespace opsmith::transform {
namespace {

using Sizes = std::map<std::string, std::int64_t, std::less<>>;

// The type with symbols replaced; the same pointer when it has none of them.
ir::TypePtr with_sizes(const ir::TypePtr& type, const Sizes& sizes, std::set<std::string>& found) {
  if (!type) return type;
  const ir::TypePtr element = with_sizes(type->element, sizes, found);
  std::optional<ir::Shape> shape = type->shape;
  bool changed = element != type->element;
  if (shape) {
    for (ir::Dim& dim : *shape) {
      if (dim.kind != ir::Dim::Kind::param) continue;
      const auto size = sizes.find(dim.param);
      if (size == sizes.end()) continue;
      found.insert(dim.param);
      dim.kind = ir::Dim::Kind::value;
      dim.value = size->second;
      dim.param.clear();
      changed = true;
    }
  }
  if (!changed) return type;
  auto copy = std::make_shared<ir::Type>(*type);
  copy->element = element;
  copy->shape = std::move(shape);
  copy->proto = {};
  return copy;
}

}  // namespace

void require_sound_links(const ir::Model& model) {
  if (!model.has_graph)
    throw Error(ErrorCode::malformed, "the model has no graph", {.file = model.path});
  if (model.link_problems.empty()) return;
  const ir::LinkProblem& first = model.link_problems.front();
  std::string message = first.reason;
  if (model.link_problems.size() > 1) {
    message += " (and " + std::to_string(model.link_problems.size() - 1) + " more such problems)";
  }
  throw Error(ErrorCode::malformed, message,
              {.file = model.path, .graph = first.graph, .node = first.node, .value = first.value},
              "'opsmith check' lists them all");
}

std::size_t count_overridable(const ir::Model& model) {
  const auto& inputs = model.graph().inputs();
  return static_cast<std::size_t>(
      std::count_if(inputs.begin(), inputs.end(),
                    [](const ir::Value* input) { return input->is_overridable(); }));
}

std::size_t freeze_weights(ir::Model& model) {
  ir::Graph& graph = model.graph();
  std::size_t frozen = 0;
  for (std::size_t i = graph.inputs().size(); i-- > 0;) {
    if (!graph.inputs()[i]->is_overridable()) continue;
    graph.inputs()[i]->drop_info();
    graph.remove_input(i);
    ++frozen;
  }
  if (frozen > 0 && model.ir_version.value_or(0) < 4) model.ir_version = 4;
  return frozen;
}

void set_dimensions(ir::Model& model,
                    const std::vector<std::pair<std::string, std::int64_t>>& assignments) {
  if (assignments.empty()) return;
  Sizes sizes;
  for (const auto& [name, size] : assignments) {
    if (size < 0) throw Error(ErrorCode::usage, "dimension '" + name + "' cannot be negative");
    sizes[name] = size;
  }
  std::set<std::string> found;
  for (ir::Value* input : model.graph().inputs()) {
    if (input->info()) input->make_info().type = with_sizes(input->info()->type, sizes, found);
  }
  for (const auto& [name, _] : sizes) {
    if (!found.contains(name)) {
      throw Error(ErrorCode::usage, "no input has a symbolic dimension '" + name + "'",
                  {.file = model.path}, "'opsmith inspect' shows the inputs");
    }
  }
  model.for_each_graph([&](ir::Graph& graph) {
    for (std::size_t i = 0; i < graph.outputs().size(); ++i) {
      graph.output_info(i).type = with_sizes(graph.output_info(i).type, sizes, found);
    }
    for (const auto& slot : graph.value_info_order()) {
      if (slot.value && slot.value->info()) {
        slot.value->make_info().type = with_sizes(slot.value->info()->type, sizes, found);
      }
    }
  });
}

}  // namespace opsmith::transform
