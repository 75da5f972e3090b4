// Runs passes to a fixed point and tells what each did.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "opsmith/transform/pass.h"

namespace opsmith::transform {

struct PassReport {
  std::string_view name;
  std::string_view doc;
  std::size_t applied = 0;        // rewrites
  std::size_t nodes_removed = 0;  // nodes that are gone, over all applications
  std::size_t nodes_added = 0;
  double seconds = 0;
};

struct RunReport {
  std::vector<PassReport> passes;  // in running order, also those that did nothing
  std::size_t nodes_before = 0;    // in every graph and function, Constant nodes left out
  std::size_t nodes_after = 0;
  std::size_t constant_nodes_before =
      0;  // Constant nodes, counted apart: but another way to write an initializer
  std::size_t constant_nodes_after = 0;
  std::size_t rounds = 0;
  std::size_t rewrites_asked =
      0;  // rewrites begun, vetoed ones included: the numbers that a veto sees are below this
  double inference_seconds = 0;
  std::vector<std::string>
      notes;  // what a person should know: nodes that could not be evaluated, …
};

class PassManager {
 public:
  struct Options {
    PassOptions passes;
    std::vector<std::string> skip;  // names of passes left out
    std::vector<std::string> only;  // when not empty, the only ones that run
    // Passes of the caller's own, run after the built-in ones; subject to skip, only, veto and
    // verification like these.
    std::vector<std::shared_ptr<const NodePass>> extra_node_passes;
    Rewriter::Veto veto;
    // Called after each pass that changed something, with the pass's name; for dumps and debugging.
    std::function<void(std::string_view pass, const ir::Model& model)> after_pass;
    bool check_links =
        false;  // verify the IR's invariants after every pass; a violation throws, naming the pass
    std::function<std::shared_ptr<const runtime::Library>()> runtime;
  };

  explicit PassManager(Options options);
  ~PassManager();

  // Throws Error(usage) for a pass name in skip/only that does not exist. `log` receives the
  // rewrites.
  RunReport run(ir::Model& model, std::vector<Rewrite>* log = nullptr);

 private:
  Options options_;
};

// Every pass, in running order; names are unique. The reasons for the order stand at the list in
// pass_list.cc.
std::vector<std::unique_ptr<NodePass>> make_node_passes();
std::vector<std::unique_ptr<ModelPass>> make_model_passes();
std::vector<std::pair<std::string_view, std::string_view>> pass_names_and_docs();

// Nodes in every graph and function; Constant nodes, which are but another way to write an
// initializer, left out.
std::size_t count_nodes(const ir::Model& model);

}  // namespace opsmith::transform
