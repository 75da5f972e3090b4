// y = f(x)  ->  the nodes of f's body, in the call's place; calls inside them likewise
//
// Only when asked for (PassOptions::inline_functions). Attributes come from the call, else from the
// function's defaults. A function stays a function when it imports another version of a domain than
// the model and uses an operator that differs between the two, when it calls itself, when its body
// is malformed, and when the model would pass a million nodes.
#include <algorithm>
#include <unordered_map>

#include "opsmith/ir/clone.h"
#include "opsmith/ir/topology.h"
#include "opsmith/schema/registry.h"
#include "opsmith/transform/function_sizes.h"
#include "opsmith/transform/inlining.h"
#include "opsmith/transform/passes.h"

namespace opsmith::transform {
namespace {

constexpr std::string_view kName = "inline_functions";
constexpr std::uint64_t kMaxNodes = 1'000'000;

class Inliner {
 public:
  explicit Inliner(PassContext& context) : context_(context), sizes_(context.model) {}

  std::size_t run(ir::Graph& graph) {
    std::size_t applied = 0;
    for (ir::Node* node = graph.first_node(); node;) {
      for (ir::Graph* nested : node->graphs()) applied += run(*nested);
      ir::Function* function = context_.model.called_function(*node);
      if (!function || !may_inline(*node, *function) || !context_.rewriter.begin(kName, *node)) {
        node = node->next();
        continue;
      }
      node = inline_call(*node, *function);
      ++applied;
    }
    return applied;
  }

 private:
  struct Judgement {
    bool may = false;
    std::uint64_t size = 0;
  };

  bool may_inline(const ir::Node& call, const ir::Function& function) {
    const Judgement& judgement = judge(function);
    if (!judgement.may || inserted_ + judgement.size > kMaxNodes || call.has_attribute_references())
      return false;
    const ir::Graph& body = function.body();
    if (has_output_given_twice(call)) return false;
    if (call.inputs().size() > body.inputs().size() ||
        call.outputs().size() > body.outputs().size())
      return false;
    // An output that hands an omitted operand through has no value.
    for (std::size_t i = 0; i < body.inputs().size(); ++i) {
      if (!call.input(i) && body.inputs()[i]->is_graph_output()) return false;
    }
    return true;
  }

  const Judgement& judge(const ir::Function& function) {
    const auto [entry, is_new] = judgements_.try_emplace(&function);
    if (!is_new) return entry->second;
    entry->second.size = sizes_.expanded(function);
    const std::string reason = reason_against(function, entry->second.size);
    entry->second.may = reason.empty();
    if (reason.empty()) {
      for (const ir::OpsetImport& import : function.opset_imports) {
        if (!imported_version(import.domain)) accepted_imports_.push_back(import);
      }
    } else {
      context_.notes.push_back("function '" + std::string(function.name) +
                               "' was not inlined: " + reason);
    }
    return entry->second;
  }

  std::string reason_against(const ir::Function& function, std::uint64_t size) const {
    if (size == FunctionSizes::kEndless) return "it calls itself";
    if (size > kMaxNodes) return "it would add more than a million nodes";
    const ir::Graph& body = function.body();
    if (!ir::is_sorted(body) || !reads_defined_values(body)) return "its body is malformed";
    return version_conflict(function, body);
  }

  std::optional<std::int64_t> imported_version(std::string_view domain) const {
    if (const auto version = context_.model.opset(domain)) return version;
    for (const ir::OpsetImport& import : accepted_imports_) {
      if (import.domain == domain) return import.version;
    }
    return std::nullopt;
  }

  // What an operator means must be the same under the model's imports as under the function's.
  std::string version_conflict(const ir::Function& function, const ir::Graph& graph) const {
    for (const ir::Node& node : graph.nodes()) {
      const auto here = imported_version(node.domain);
      const auto there = context_.model.opset_in(function.body(), node.domain);
      if (here && there && *here != *there && !context_.model.called_function(node)) {
        const auto* meant = schema::find_schema(node.op_type, node.domain, *there);
        const auto* would_mean = schema::find_schema(node.op_type, node.domain, *here);
        if (!meant || !would_mean || meant->since_version() != would_mean->since_version()) {
          return "it imports version " + std::to_string(*there) + " of the domain '" +
                 std::string(node.domain) + "', the model version " + std::to_string(*here) +
                 ", and " + std::string(node.op_type) + " differs";
        }
      }
      for (const ir::Graph* nested : node.graphs()) {
        if (std::string conflict = version_conflict(function, *nested); !conflict.empty())
          return conflict;
      }
    }
    return {};
  }

  // Returns the first node to look at next: what was inserted may hold calls too.
  ir::Node* inline_call(ir::Node& call, ir::Function& function) {
    for (const ir::OpsetImport& import : accepted_imports_) {
      if (!context_.model.opset(import.domain)) context_.model.opset_imports.push_back(import);
    }
    ir::Node* next = nullptr;
    ir::Graph& graph = *call.graph();
    ir::Graph& body = function.body();
    ir::ValueMap map;
    for (std::size_t i = 0; i < body.inputs().size(); ++i) map[body.inputs()[i]] = call.input(i);
    const std::string prefix = std::string(label_of(call)) + "/";
    for (const ir::Node& node : body.nodes()) {
      ir::Node* copy = ir::clone_node(node, graph, &call, map, &call, &function.attribute_defaults);
      if (!copy->name.empty())
        copy->name = context_.model.fresh_node_name(prefix + std::string(copy->name));
      context_.rewriter.log().back().added.push_back(label_of(*copy));
      context_.rewriter.finish(copy);
      ++inserted_;
      if (!next) next = copy;
    }
    if (!next) next = call.next();
    const std::size_t outputs = call.outputs().size();
    for (std::size_t i = 0; i < outputs; ++i)
      replace_output(call, i, map.at(body.output(i)), context_);
    context_.rewriter.erase_if_unused(&call);
    return next;
  }

  PassContext& context_;
  FunctionSizes sizes_;
  std::unordered_map<const ir::Function*, Judgement> judgements_;
  std::vector<ir::OpsetImport>
      accepted_imports_;  // that inlined functions need and the model lacks
  std::uint64_t inserted_ = 0;
};

class InlineFunctions : public ModelPass {
 public:
  std::string_view name() const override { return kName; }
  std::string_view doc() const override {
    return "Calls of model-local functions become their bodies (when asked for).";
  }

  std::size_t run(PassContext& context) const override {
    if (!context.options.inline_functions || context.model.functions().empty()) return 0;
    return Inliner(context).run(context.model.graph());
  }
};

}  // namespace

std::unique_ptr<ModelPass> make_inline_functions() { return std::make_unique<InlineFunctions>(); }

}  // namespace opsmith::transform
