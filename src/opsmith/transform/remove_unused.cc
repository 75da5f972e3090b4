// What nothing needs goes: nodes without readers, initializers, model-local functions that no call
// reaches, opset imports that no node uses or that are repeated. Recorded types of values that are
// gone go with them.
#include <algorithm>
#include <string>
#include <unordered_set>

#include "opsmith/transform/passes.h"

namespace opsmith::transform {
namespace {

bool is_default(std::string_view domain) { return domain.empty() || domain == "ai.onnx"; }

// Last to first, nested graphs before the node that holds them, so that one walk finds everything.
std::size_t remove_nodes(ir::Graph& graph, std::string_view pass, PassContext& context) {
  std::size_t applied = 0;
  for (ir::Node* node = graph.last_node(); node;) {
    for (ir::Graph* nested : node->graphs()) applied += remove_nodes(*nested, pass, context);
    const bool unused =
        std::all_of(node->outputs().begin(), node->outputs().end(),
                    [](const ir::Value* output) { return !output || !output->has_uses(); });
    ir::Node* previous = node->previous();
    if (unused && context.rewriter.begin(pass, *node)) {
      context.rewriter.erase(node);
      ++applied;
      // The erasure may have taken producers along, the one before included.
      while (previous && previous->erased()) previous = previous->previous();
    }
    node = previous;
  }
  return applied;
}

std::size_t remove_initializers(ir::Graph& graph, std::string_view pass, PassContext& context) {
  std::size_t applied = 0;
  for (ir::Value& value : graph.initializers()) {
    if (value.has_uses() || value.is_input()) continue;
    if (!context.rewriter.begin(pass, value.name())) continue;
    context.rewriter.erase_initializer_if_unused(&value);
    ++applied;
  }
  return applied;
}

void collect_domains(ir::Graph& graph, std::unordered_set<std::string>& domains) {
  ir::walk_graphs(graph, [&domains](ir::Graph& nested) {
    for (const ir::Node& node : nested.nodes())
      domains.insert(is_default(node.domain) ? "" : std::string(node.domain));
  });
}

std::size_t remove_functions(PassContext& context, std::string_view pass) {
  auto& functions = context.model.functions();
  std::unordered_set<const ir::Function*> reached;
  std::vector<ir::Graph*> pending = {&context.model.graph()};
  while (!pending.empty()) {
    ir::Graph* graph = pending.back();
    pending.pop_back();
    ir::walk_graphs(*graph, [&](ir::Graph& nested) {
      for (const ir::Node& node : nested.nodes()) {
        ir::Function* function = context.model.called_function(node);
        if (function && reached.insert(function).second) pending.push_back(&function->body());
      }
    });
  }
  std::size_t applied = 0;
  std::erase_if(functions, [&](const std::unique_ptr<ir::Function>& function) {
    if (reached.contains(function.get()) || !context.rewriter.begin(pass, function->name))
      return false;
    function->body()
        .erase_all_nodes();  // so that whoever still lists one of them sees that it is gone
    ++applied;
    return true;
  });
  return applied;
}

// The default domain's import stays, and so does the last one of a model that never had it: a model
// without any is not valid.
std::size_t remove_imports(std::vector<ir::OpsetImport>& imports,
                           const std::unordered_set<std::string>& used, std::string_view pass,
                           PassContext& context) {
  std::size_t applied = 0;
  std::unordered_set<std::string> seen;
  std::size_t left = imports.size();
  std::erase_if(imports, [&](const ir::OpsetImport& import) {
    const std::string domain = is_default(import.domain) ? "" : std::string(import.domain);
    const bool repeated = !seen.insert(domain).second;
    const bool unused = !domain.empty() && !used.contains(domain);
    if (left == 1 || !(repeated || unused) ||
        !context.rewriter.begin(pass, context.model.intern("opset import '" + domain + "'")))
      return false;
    --left;
    ++applied;
    return true;
  });
  return applied;
}

class RemoveUnused : public ModelPass {
 public:
  std::string_view name() const override { return "remove_unused"; }
  std::string_view doc() const override {
    return "Nodes, initializers, functions and opset imports that nothing uses.";
  }

  std::size_t run(PassContext& context) const override {
    std::size_t applied = remove_nodes(context.model.graph(), name(), context);
    for (const auto& function : context.model.functions()) {
      applied += remove_nodes(function->body(), name(), context);
    }
    applied += remove_functions(context, name());
    context.model.for_each_graph(
        [&](ir::Graph& graph) { applied += remove_initializers(graph, name(), context); });
    std::unordered_set<std::string> used;
    collect_domains(context.model.graph(), used);
    for (const auto& function : context.model.functions()) {
      std::unordered_set<std::string> inside;
      collect_domains(function->body(), inside);
      used.insert(inside.begin(), inside.end());
      if (!function->domain.empty()) used.insert(std::string(function->domain));
      applied += remove_imports(function->opset_imports, inside, name(), context);
    }
    return applied + remove_imports(context.model.opset_imports, used, name(), context);
  }
};

}  // namespace

std::unique_ptr<ModelPass> make_remove_unused() { return std::make_unique<RemoveUnused>(); }

}  // namespace opsmith::transform
