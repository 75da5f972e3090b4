#include "opsmith/transform/pass_manager.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "opsmith/base/error.h"
#include "opsmith/ir/topology.h"

namespace opsmith::transform {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// A model that is still changing after this many rounds has two passes that undo each other; what
// is there is sound.
constexpr std::size_t kMaxRounds = 20;
// How often one node pass may change one place before it is held to be going round in circles.
constexpr std::size_t kMaxApplicationsPerNode = 100;

class Run {
 public:
  Run(ir::Model& model, const PassManager::Options& options)
      : model_(model),
        options_(options),
        shapes_(model),
        rewriter_(model, shapes_),
        context_{model, rewriter_, shapes_, options_.passes, options_.runtime, {}, {}} {
    if (options_.veto) rewriter_.set_veto(options_.veto);
    select_passes();
  }

  RunReport run() {
    report_.nodes_before = count_nodes(model_);
    report_.constant_nodes_before = model_.total_node_count() - report_.nodes_before;
    model_is_small_ = report_.nodes_before < 2000;
    sort_graphs();
    bool first = true;
    for (bool changed = true; changed && report_.rounds < kMaxRounds;) {
      ++report_.rounds;
      changed = false;
      for (std::size_t i = 0; i < model_passes_.size(); ++i) {
        // The first model pass only changes the form of constants, before anything is inferred;
        // node passes follow it.
        if (i == leading_) {
          if (first) {
            const auto start = Clock::now();
            shapes_.run();
            report_.inference_seconds = seconds_since(start);
          }
          first = false;
          // In every round all nodes: a type that became known travels further than the rewrites'
          // surroundings.
          enqueue_all();
          changed |= run_node_passes();
        }
        const std::size_t applied = run_model_pass(i);
        changed |= applied > 0;
        // What it left may be what node passes wait for.
        if (applied > 0 && i >= leading_ && i + 1 < model_passes_.size())
          changed |= run_node_passes();
      }
    }
    model_.purge();
    finish_report();
    return std::move(report_);
  }

  std::vector<Rewrite> take_log() { return std::move(rewriter_.log()); }

 private:
  void select_passes() {
    for (auto& pass : make_node_passes()) node_passes_.push_back(std::move(pass));
    for (const auto& pass : options_.extra_node_passes) node_passes_.push_back(pass);
    model_passes_ = make_model_passes();
    std::unordered_set<std::string_view> names;
    for (const auto& pass : node_passes_) names.insert(pass->name());
    for (const auto& pass : model_passes_) names.insert(pass->name());
    for (const auto* list : {&options_.skip, &options_.only}) {
      for (const std::string& name : *list) {
        if (!names.contains(name)) {
          throw Error(ErrorCode::usage, "there is no pass named '" + name + "'", {},
                      "'opsmith simplify --help' lists the passes");
        }
      }
    }
    auto left_out = [this](const auto& pass) {
      const std::string name(pass->name());
      const auto& only = options_.only;
      const auto& skip = options_.skip;
      return std::find(skip.begin(), skip.end(), name) != skip.end() ||
             (!only.empty() && std::find(only.begin(), only.end(), name) == only.end());
    };
    std::erase_if(node_passes_, left_out);
    std::erase_if(model_passes_, left_out);
    leading_ =
        !model_passes_.empty() && model_passes_.front()->name() == "constants_to_initializers" ? 1
                                                                                               : 0;
    // A run of node passes needs a model pass to stand before.
    if (leading_ == model_passes_.size()) model_passes_.push_back(nullptr);

    for (const auto& pass : node_passes_) report_.passes.push_back({pass->name(), pass->doc()});
    for (const auto& pass : model_passes_) {
      if (pass) report_.passes.push_back({pass->name(), pass->doc()});
    }
    for (std::size_t i = 0; i < node_passes_.size(); ++i) {
      const auto operators = node_passes_[i]->operators();
      if (operators.empty()) for_every_operator_.push_back(i);
      for (const std::string_view op : operators) by_operator_[op].push_back(i);
    }
  }

  void sort_graphs() {
    model_.for_each_graph([](ir::Graph& graph) {
      const auto cycle = ir::sort_topologically(graph);
      if (cycle.empty()) return;
      constexpr std::size_t kShown = 8;
      std::string names;
      for (std::size_t i = 0; i < cycle.size() && i < kShown; ++i)
        names += std::string(label_of(*cycle[i])) + " -> ";
      if (cycle.size() > kShown) names += "... (" + std::to_string(cycle.size()) + " nodes) -> ";
      throw Error(ErrorCode::malformed,
                  "the graph has a cycle: " + names + std::string(label_of(*cycle.front())),
                  {.file = graph.model().path,
                   .graph = graph.path(),
                   .node = std::string(label_of(*cycle.front()))},
                  "a graph must be free of cycles; repair the model");
    });
  }

  void enqueue_all() {
    model_.for_each_graph([this](ir::Graph& graph) {
      for (ir::Node& node : graph.nodes()) enqueue(&node);
    });
  }

  void enqueue(ir::Node* node) {
    if (queued_.insert(node).second) queue_.push_back(node);
  }

  bool run_node_passes() {
    bool changed = false;
    for (ir::Node* node : rewriter_.take_touched()) enqueue(node);
    while (!queue_.empty()) {
      ir::Node* node = queue_.front();
      queue_.pop_front();
      queued_.erase(node);
      while (!node->erased() && apply_one(*node)) {
        changed = true;
        if (++applications_[node] > kMaxApplicationsPerNode) {
          report_.notes.push_back("node '" + std::string(label_of(*node)) +
                                  "' kept changing; stopped there");
          break;
        }
      }
      for (ir::Node* touched : rewriter_.take_touched()) {
        const auto applied = applications_.find(touched);
        if (applied == applications_.end() || applied->second <= kMaxApplicationsPerNode)
          enqueue(touched);
      }
    }
    if (changed && options_.check_links && !model_is_small_) check_links("one of the node passes");
    return changed;
  }

  bool apply_one(ir::Node& node) {
    if (node.has_attribute_references()) return false;
    const auto found =
        node.is_default_domain() ? by_operator_.find(node.op_type) : by_operator_.end();
    const std::vector<std::size_t>* lists[] = {
        found == by_operator_.end() ? nullptr : &found->second, &for_every_operator_};
    for (const auto* list : lists) {
      if (!list) continue;
      for (const std::size_t index : *list) {
        const auto start = Clock::now();
        const bool applied = node_passes_[index]->apply(node, context_);
        report_.passes[index].seconds += seconds_since(start);
        if (!applied) continue;
        after(node_passes_[index]->name(), model_is_small_);
        return true;
      }
    }
    return false;
  }

  std::size_t run_model_pass(std::size_t index) {
    const ModelPass* pass = model_passes_[index].get();
    if (!pass) return 0;
    const auto start = Clock::now();
    const std::size_t applied = pass->run(context_);
    report_.passes[node_passes_.size() + index].seconds += seconds_since(start);
    if (applied > 0) after(pass->name(), true);
    return applied;
  }

  // Checking walks the whole model, so in a large one it is done only where a batch of rewrites
  // ends.
  void after(std::string_view pass, bool check) {
    if (options_.after_pass) options_.after_pass(pass, model_);
    if (options_.check_links && check) check_links(pass);
  }

  void check_links(std::string_view pass) const {
    const auto problems = model_.verify_links();
    if (!problems.empty()) {
      throw Error(ErrorCode::verification,
                  "pass '" + std::string(pass) + "' broke the graph: " + problems.front());
    }
  }

  void finish_report() {
    report_.nodes_after = count_nodes(model_);
    report_.constant_nodes_after = model_.total_node_count() - report_.nodes_after;
    report_.rewrites_asked = rewriter_.begun();
    std::unordered_map<std::string_view, PassReport*> by_name;
    for (PassReport& pass : report_.passes) by_name[pass.name] = &pass;
    for (const Rewrite& rewrite : rewriter_.log()) {
      PassReport& pass = *by_name.at(rewrite.pass);
      ++pass.applied;
      pass.nodes_removed += rewrite.removed.size();
      pass.nodes_added += rewrite.added.size();
    }
    for (std::string& note : context_.notes) report_.notes.push_back(std::move(note));
  }

  ir::Model& model_;
  const PassManager::Options& options_;
  shape::Inference shapes_;
  Rewriter rewriter_;
  PassContext context_;
  std::vector<std::shared_ptr<const NodePass>> node_passes_;
  std::vector<std::unique_ptr<ModelPass>> model_passes_;
  bool model_is_small_ = true;
  std::size_t leading_ = 0;  // model passes that run before inference
  std::unordered_map<std::string_view, std::vector<std::size_t>> by_operator_;
  std::vector<std::size_t> for_every_operator_;
  std::deque<ir::Node*> queue_;
  std::unordered_set<const ir::Node*> queued_;
  std::unordered_map<const ir::Node*, std::size_t> applications_;
  RunReport report_;
};

}  // namespace

PassManager::PassManager(Options options) : options_(std::move(options)) {}
PassManager::~PassManager() = default;

RunReport PassManager::run(ir::Model& model, std::vector<Rewrite>* log) {
  Run run(model, options_);
  RunReport report = run.run();
  if (log) *log = run.take_log();
  return report;
}

std::size_t count_nodes(const ir::Model& model) {
  std::size_t count = 0;
  model.for_each_graph([&count](const ir::Graph& graph) {
    for (const ir::Node& node : graph.nodes()) count += node.is("Constant") ? 0 : 1;
  });
  return count;
}

}  // namespace opsmith::transform
