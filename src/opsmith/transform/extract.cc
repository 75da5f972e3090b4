#include "opsmith/transform/extract.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_set>

#include "opsmith/base/error.h"
#include "opsmith/ir/address.h"
#include "opsmith/ir/clone.h"
#include "opsmith/ir/topology.h"

namespace opsmith::transform {
namespace {

using ir::Graph;
using ir::Node;
using ir::Value;

// What the file records of a value: its info, its tensor, or what the output list declares of it.
ir::TypePtr recorded_type(const Value& value) {
  if (value.info() && value.info()->type) return value.info()->type;
  for (const ir::Use& use : value.uses()) {
    const Graph* graph = use.graph_output_of();
    if (graph == value.graph() && graph && graph->output_info(use.index()).type)
      return graph->output_info(use.index()).type;
  }
  const ir::TensorPtr& tensor = value.initializer();
  if (!tensor) return nullptr;
  ir::Shape shape;
  for (const std::int64_t dim : tensor->dims()) shape.push_back(ir::Dim::of(dim));
  return ir::Type::tensor(tensor->type(), std::move(shape));
}

// A copy that holds no view into the source model.
ir::TypePtr without_views(const ir::TypePtr& source) {
  if (!source) return nullptr;
  auto type = std::make_shared<ir::Type>(*source);
  type->proto = {};
  type->denotation = {};
  type->element = without_views(source->element);
  if (type->shape) {
    for (ir::Dim& dim : *type->shape) dim.denotation = {};
  }
  return type;
}

// What is inferred holds; where it leaves a dimension open, the recorded one is the best guess.
ir::TypePtr known_type(const Value& value) {
  const ir::TypePtr recorded = recorded_type(value);
  const ir::TypePtr& inferred = value.inferred();
  if (!inferred) return without_views(recorded);
  auto type = std::make_shared<ir::Type>(*without_views(inferred));
  if (!recorded || recorded->kind != type->kind || recorded->element_type != type->element_type)
    return type;
  if (!type->shape) {
    type->shape = recorded->shape;
  } else if (recorded->shape && recorded->shape->size() == type->shape->size()) {
    for (std::size_t i = 0; i < type->shape->size(); ++i) {
      if ((*type->shape)[i].kind == ir::Dim::Kind::unknown)
        (*type->shape)[i] = (*recorded->shape)[i];
    }
  }
  return without_views(type);
}

// Functions that nodes call, directly or by way of other functions, and the domains that all of
// them use.
class Needs {
 public:
  explicit Needs(const ir::Model& model) {
    for (const auto& function : model.functions())
      functions_.emplace(key_of(*function), function.get());
  }

  void add(const Graph& graph) {
    std::vector<const Graph*> pending = {&graph};
    while (!pending.empty()) {
      const Graph* current = pending.back();
      pending.pop_back();
      for (const Node& node : current->nodes()) {
        domains_.insert(node.is_default_domain() ? std::string_view() : node.domain);
        if (const ir::Function* function = called(node);
            function && needed_.insert(function).second) {
          pending.push_back(&function->body());
        }
        for (const Graph* nested : node.graphs()) pending.push_back(nested);
      }
    }
  }

  bool needs(const ir::Function& function) const { return needed_.contains(&function); }
  const std::set<std::string_view>& domains() const { return domains_; }

 private:
  using Key = std::tuple<std::string_view, std::string_view, std::string_view>;

  static Key key_of(const ir::Function& f) { return {plain(f.domain), f.name, f.overload}; }
  static std::string_view plain(std::string_view domain) {
    return domain == "ai.onnx" ? std::string_view() : domain;
  }
  const ir::Function* called(const Node& node) const {
    const auto found = functions_.find({plain(node.domain), node.op_type, node.overload});
    return found == functions_.end() ? nullptr : found->second;
  }

  std::map<Key, const ir::Function*> functions_;
  std::set<std::string_view> domains_;
  std::unordered_set<const ir::Function*> needed_;
};

class Extractor {
 public:
  Extractor(ir::Model& model, const Region& region)
      : model_(model), region_(region), target_(std::make_unique<ir::Model>()) {}

  std::unique_ptr<ir::Model> run() {
    ir::copy_header(model_, *target_);
    target_->link_problems.clear();
    Graph& graph = target_->graph();
    graph.name = target_->intern(region_.graph->name.empty() ? "extracted" : region_.graph->name);
    for (const Value* input : region_.inputs) add_input(*input);
    for (const Node* node : region_.nodes) {
      if (node->has_attribute_references() || nested_references(*node)) {
        throw Error(ErrorCode::unsupported,
                    "the node takes attributes from the caller of its function",
                    {.file = model_.path,
                     .graph = region_.graph->path(),
                     .node = std::string(ir::label_of(*node))},
                    "extract the node that calls the function instead");
      }
      for (const Value* value : constants_read_by(*node)) add_constant(*value);
      add_node(*node);
    }
    for (const Value* output : region_.outputs) add_output(*output);
    finish_imports();
    return std::move(target_);
  }

 private:
  void add_input(const Value& source) {
    if (map_.contains(&source)) return;
    Graph& graph = target_->graph();
    const ir::TypePtr type = known_type(source);
    if (!type) {
      throw Error(ErrorCode::unsupported,
                  "the type of this value is not known, so it cannot become an input",
                  {.file = model_.path,
                   .graph = source.graph()->path(),
                   .value = std::string(source.name())},
                  "record its type in the model, or cut at another value");
    }
    Value* input = graph.add_input(free_name(source.name()));
    input->make_info().type = type;
    if (source.is_overridable()) graph.set_initializer(input, source.initializer());
    map_[&source] = input;
  }

  std::string_view free_name(std::string_view name) {
    return target_->graph().find(name) ? target_->fresh_name(name) : target_->intern(name);
  }

  std::vector<const Value*> constants_read_by(const Node& node) const {
    std::vector<const Value*> reads;
    for (const ir::Use& use : node.inputs()) {
      if (use.value()) reads.push_back(use.value());
    }
    for (const Graph* graph : node.graphs()) {
      for (const Value* value : ir::captured_values(*graph)) reads.push_back(value);
    }
    return reads;
  }

  // Initializers, and Constant nodes of enclosing graphs. Constant nodes of the region's own graph
  // are among its nodes.
  void add_constant(const Value& source) {
    if (map_.contains(&source)) return;
    if (source.is_initializer()) {
      if (needs_inputs_for_weights()) {
        add_input(source);
        target_->graph().set_initializer(map_[&source], source.initializer());
        return;
      }
      map_[&source] =
          target_->graph().add_initializer(free_name(source.name()), source.initializer());
    } else if (source.producer() && source.producer()->is("Constant")) {
      add_node(*source.producer());
    }
  }

  // Before IR version 4 every initializer is an input too.
  bool needs_inputs_for_weights() const { return model_.ir_version.value_or(4) < 4; }

  void add_node(const Node& source) {
    if (!added_.insert(&source).second) return;
    ir::clone_node(source, target_->graph(), nullptr, map_);
    for (const Value* output : source.outputs()) {
      if (!output || !output->info() || !output->info()->type) continue;
      Value* copy = map_.at(output);
      copy->make_info().type = without_views(output->info()->type);
      target_->graph().list_value_info(copy);
    }
  }

  void add_output(const Value& source) {
    if (!map_.contains(&source)) add_constant(source);
    const auto found = map_.find(&source);
    if (found == map_.end()) {
      throw Error(ErrorCode::malformed, "nothing defines this value",
                  {.file = model_.path,
                   .graph = source.graph()->path(),
                   .value = std::string(source.name())});
    }
    Graph& graph = target_->graph();
    Value* value = found->second;
    // An output must have a producer of its own: engines refuse a graph that hands an input
    // through.
    if (value->is_input()) {
      Node* identity = graph.append("Identity");
      identity->inputs().push_back(value);
      value = graph.add_output(identity, target_->fresh_name(std::string(value->name()) + "_out"));
    }
    graph.add_graph_output(value);
    graph.output_info(graph.outputs().size() - 1).type = known_type(source);
  }

  bool nested_references(const Node& node) const {
    if (!region_.graph->function() && !outermost_is_function()) return false;
    bool found = false;
    for (Graph* nested : node.graphs()) {
      ir::walk_graphs(*nested, [&found](const Graph& graph) {
        for (const Node& inner : graph.nodes()) found = found || inner.has_attribute_references();
      });
    }
    return found;
  }

  bool outermost_is_function() const {
    const Graph* graph = region_.graph;
    while (graph->parent()) graph = graph->parent();
    return graph->function() != nullptr;
  }

  void finish_imports() {
    Needs needs(model_);
    needs.add(target_->graph());
    for (const auto& function : model_.functions()) {
      // Asked of the source's functions: the copied nodes call them by name.
      if (needs.needs(*function)) ir::clone_function(*function, *target_);
    }
    auto is_used = [&needs](std::string_view domain) {
      return needs.domains().contains(domain == "ai.onnx" ? std::string_view() : domain);
    };
    std::vector<ir::OpsetImport>& imports = target_->opset_imports;
    if (!needs.domains().empty()) {
      std::erase_if(imports,
                    [&](const ir::OpsetImport& import) { return !is_used(import.domain); });
    }
    // A function's body has versions of its own, which the model made of it takes over.
    for (ir::OpsetImport& import : imports) {
      if (const auto version = model_.opset_in(*region_.graph, import.domain))
        import.version = version;
    }
    for (const std::string_view domain : needs.domains()) {
      const bool imported =
          std::any_of(imports.begin(), imports.end(), [&](const ir::OpsetImport& import) {
            return import.domain == domain || (import.domain == "ai.onnx" && domain.empty());
          });
      const auto version = model_.opset_in(*region_.graph, domain);
      if (!imported && version) imports.push_back({target_->intern(domain), version, {}});
    }
  }

  ir::Model& model_;
  const Region& region_;
  std::unique_ptr<ir::Model> target_;
  ir::ValueMap map_;
  std::unordered_set<const Node*> added_;
};

}  // namespace

std::unique_ptr<ir::Model> extract(ir::Model& model, const Region& region) {
  return Extractor(model, region).run();
}

}  // namespace opsmith::transform
