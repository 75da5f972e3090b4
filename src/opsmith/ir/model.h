// A model: graph, functions, opset imports and metadata, and the memory that its views look into.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "opsmith/ir/graph.h"

namespace opsmith::ir {

struct OpsetImport {
  std::string_view domain;  // null when absent; "" and "ai.onnx" are the default domain
  std::optional<std::int64_t> version;
  std::string_view unknown;
};

// A model-local function (FunctionProto). Its body is a Graph without initializers; inputs and
// outputs carry no types.
class Function {
 public:
  explicit Function(Model* model);

  std::string_view name, domain, overload, doc_string;  // null when absent
  std::vector<std::string_view> attribute_names;        // required attributes
  std::vector<Attribute> attribute_defaults;            // attribute_proto: with default values
  std::vector<OpsetImport> opset_imports;
  std::vector<StringPair> metadata;
  std::string_view unknown;

  Graph& body() { return *body_; }
  const Graph& body() const { return *body_; }
  bool matches(std::string_view d, std::string_view n, std::string_view o) const {
    return name == n && domain == d && overload == o;
  }

 private:
  friend class Model;
  std::unique_ptr<Graph> body_;
};

// Something wrong with the links of a loaded model, found while loading and kept so that all can be
// reported at once: a name defined twice, a read of a name that nothing defines.
struct LinkProblem {
  std::string graph;  // Graph::path()
  std::string
      node;  // name of the node (or "op #index" when unnamed); empty when no node is at fault
  std::string value;
  std::string reason;
};

class Model {
 public:
  Model();
  ~Model();
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  std::optional<std::int64_t> ir_version, model_version;
  std::string_view producer_name, producer_version, domain, doc_string;  // null when absent
  std::vector<OpsetImport> opset_imports;
  std::vector<StringPair> metadata;
  std::string_view unknown;  // serialized fields that this build does not model (training_info,
                             // configuration, newer)
  bool has_training_info = false;

  Graph& graph() { return *graph_; }
  const Graph& graph() const { return *graph_; }
  bool has_graph = true;  // false when the file had no graph field

  std::vector<std::unique_ptr<Function>>& functions() { return functions_; }
  const std::vector<std::unique_ptr<Function>>& functions() const { return functions_; }
  Function* add_function();
  // The function that a node calls; null when it calls none.
  Function* called_function(const Node& node) const;

  // The version imported for a domain ("" and "ai.onnx" alike); in a function's scope that of the
  // function. Null: none.
  std::optional<std::int64_t> opset(std::string_view opset_domain = {}) const;
  std::optional<std::int64_t> opset_in(const Graph& graph,
                                       std::string_view opset_domain = {}) const;

  // Where the file lies, for external data and messages; empty when made in memory.
  std::string path;
  std::vector<LinkProblem> link_problems;

  // --- memory
  // Copies a string into the model's pool; the view lives as long as the model. Never null.
  std::string_view intern(std::string_view text);
  // Keeps an owner of memory that views of this model look into (a mapped file).
  void keep(std::shared_ptr<const void> owner) { backing_.push_back(std::move(owner)); }
  const std::vector<std::shared_ptr<const void>>& backing() const { return backing_; }

  // A name that no value of any scope has, and none has had since: `hint`, or hint_1, hint_2, …
  // (interned).
  std::string_view fresh_name(std::string_view hint);
  std::string_view fresh_node_name(std::string_view hint);
  // Frees the nodes erased so far. No pointer to an erased node may be used afterwards.
  void purge();

  // Visits the main graph, then every nested one (depth first, in node order), then the functions'
  // bodies and theirs.
  void for_each_graph(const std::function<void(Graph&)>& visit);
  void for_each_graph(const std::function<void(const Graph&)>& visit)
      const;  // std::as_const selects it for a lambda
  // Graphs nested in nodes, anywhere: with none, a walk over graphs need not look at the nodes.
  std::size_t nested_graph_count() const { return nested_graphs_; }
  std::size_t total_node_count() const;  // in every graph and function

  // Checks the IR's own invariants (links, names, lists), for tests and debug runs. Empty when all
  // hold.
  std::vector<std::string> verify_links() const;

 private:
  friend class Graph;

  void note_name(std::string_view name) {
    if (names_collected_) ++taken_names_[name];
  }
  void drop_name(std::string_view name) {
    if (names_collected_) --taken_names_[name];
  }
  // Some value of some graph has this name now. After collect_names.
  bool is_taken(std::string_view name) const {
    const auto found = taken_names_.find(name);
    return found != taken_names_.end() && found->second > 0;
  }
  void collect_names();

  std::size_t nested_graphs_ = 0;  // kept by Graph
  std::deque<std::string> pool_;
  std::vector<std::shared_ptr<const void>> backing_;
  std::vector<std::unique_ptr<Node>> graveyard_;
  // Every name that a value has or had, with the number of values that have it now.
  std::unordered_map<std::string_view, std::uint32_t> taken_names_;
  std::unordered_set<std::string_view> taken_node_names_;
  std::unordered_map<std::string, std::size_t>
      next_suffix_;  // by hint: keeps a run of fresh names linear
  std::vector<std::string_view> stray_infos_;
  bool names_collected_ = false;
  bool node_names_collected_ = false;
  std::unique_ptr<Graph> graph_;
  std::vector<std::unique_ptr<Function>> functions_;
};

// A graph and all graphs nested in it, depth first, in node order.
void walk_graphs(Graph& graph, const std::function<void(Graph&)>& visit);

}  // namespace opsmith::ir
