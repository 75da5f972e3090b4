#include "opsmith/runtime/evaluate.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "opsmith/base/error.h"
#include "opsmith/ir/clone.h"
#include "opsmith/ir/topology.h"
#include "opsmith/runtime/session.h"

namespace opsmith::runtime {
namespace {

// A hostile Loop can run for ever, a hostile Expand can ask for all memory; a constant is worth
// neither.
constexpr double kSecondsPerRun = 20;
constexpr std::uint64_t kMostOutputBytes = std::uint64_t{2} << 30;

using Tensors = std::unordered_map<const ir::Value*, ir::TensorPtr>;

// Every value that `node` reads: operands, and what its nested graphs capture.
std::vector<ir::Value*> values_read_by(const ir::Node& node) {
  std::vector<ir::Value*> values;
  for (const ir::Use& use : node.inputs()) {
    if (use.value()) values.push_back(use.value());
  }
  for (const ir::Graph* graph : node.graphs()) {
    for (ir::Value* value : ir::captured_values(*graph)) values.push_back(value);
  }
  return values;
}

bool calls_function(const ir::Model& model, const ir::Node& node) {
  if (model.called_function(node)) return true;
  for (const ir::Graph* graph : node.graphs()) {
    for (const ir::Node& inner : graph->nodes()) {
      if (calls_function(model, inner)) return true;
    }
  }
  return false;
}

std::uint64_t known_output_bytes(const ir::Node& node) {
  std::uint64_t total = 0;
  for (const ir::Value* output : node.outputs()) {
    if (!output || !output->inferred() || !output->inferred()->shape) continue;
    double size = ir::bits_of(output->inferred()->element_type) / 8.0;
    for (const ir::Dim& dim : *output->inferred()->shape) {
      size *= dim.known() ? static_cast<double>(dim.value) : 1.0;
    }
    total += size < 1e18 ? static_cast<std::uint64_t>(std::max(size, 0.0)) : std::uint64_t{1} << 60;
  }
  return total;
}

class Evaluation {
 public:
  Evaluation(std::shared_ptr<const Library> library, const std::vector<ir::Node*>& nodes,
             const std::vector<ir::Value*>& wanted, std::vector<EvaluateFailure>* failures)
      : library_(std::move(library)), nodes_(nodes), failures_(failures) {
    wanted_.insert(wanted.begin(), wanted.end());
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      for (const ir::Value* value : values_read_by(*nodes_[i])) last_reader_[value] = i;
    }
  }

  void run(std::size_t begin, std::size_t end) {
    std::vector<std::size_t> ready = runnable(begin, end);
    while (!ready.empty()) {
      std::string why;
      std::optional<std::size_t> culprit;
      if (attempt(ready, end, &why, &culprit)) return;
      if (ready.size() == 1) {
        fail(*nodes_[ready.front()], why);
        return;
      }
      if (!culprit) {
        const std::size_t middle = ready[ready.size() / 2];
        run(begin, middle);
        run(middle, end);
        return;
      }
      fail(*nodes_[*culprit], why);
      ready = runnable(begin, end);
    }
  }

  const Tensors& tensors() const { return known_; }

 private:
  void fail(const ir::Node& node, std::string reason) {
    if (!failed_.insert(&node).second) return;
    for (const ir::Value* output : node.outputs()) {
      if (output) lost_.insert(output);
    }
    if (failures_) failures_->push_back({&node, std::move(reason)});
  }

  ir::TensorPtr constant_of(const ir::Value& value) const {
    const auto found = known_.find(&value);
    return found != known_.end() ? found->second : value.constant();
  }

  // The nodes of [begin, end) that are not known to fail and whose operands can all be had.
  std::vector<std::size_t> runnable(std::size_t begin, std::size_t end) {
    std::vector<std::size_t> ready;
    std::unordered_set<const ir::Value*> made;
    for (std::size_t i = begin; i < end; ++i) {
      const ir::Node& node = *nodes_[i];
      if (failed_.contains(&node)) continue;
      std::string missing;
      for (const ir::Value* value : values_read_by(node)) {
        if (made.contains(value)) continue;
        if (!lost_.contains(value) && constant_of(*value)) continue;
        missing = value->name();
        break;
      }
      if (!missing.empty()) {
        fail(node, "needs '" + missing + "', which is not constant or could not be evaluated");
      } else if (const std::uint64_t size = known_output_bytes(node); size > kMostOutputBytes) {
        fail(node, "would produce " + std::to_string(size) + " bytes");
      } else {
        ready.push_back(i);
        made.insert(node.outputs().begin(), node.outputs().end());
      }
    }
    return ready;
  }

  // Runs the nodes in one session and keeps what is wanted or read at `end` or later.
  bool attempt(const std::vector<std::size_t>& indices, std::size_t end, std::string* why,
               std::optional<std::size_t>* culprit) {
    std::vector<const ir::Value*> results;
    try {
      const ir::Model& source = nodes_[indices.front()]->model();
      ir::Model model;
      ir::copy_header(source, model);
      ir::ValueMap map;
      bool functions = false;
      for (const std::size_t i : indices) {
        const ir::Node& node = *nodes_[i];
        functions = functions || calls_function(source, node);
        add_constants(node, model, map);
        ir::Node* copy = ir::clone_node(node, model.graph(), nullptr, map);
        // A failure names the node, and finds its way back by this.
        copy->name = model.intern("n" + std::to_string(i));
        for (const ir::Value* output : node.outputs()) {
          if (!output) continue;
          const auto reader = last_reader_.find(output);
          const bool read_later = reader != last_reader_.end() && reader->second >= end;
          if (!read_later && !wanted_.contains(output)) continue;
          model.graph().add_graph_output(map.at(output));
          results.push_back(output);
        }
      }
      if (functions) {
        for (const auto& function : source.functions()) ir::clone_function(*function, model);
      }
      if (results.empty()) return true;
      const Session session(library_, model, {.threads = 1, .time_limit = kSecondsPerRun});
      NamedArrays arrays = session.run({});
      for (std::size_t i = 0; i < results.size(); ++i) {
        if (arrays[i].second.is_tensor()) {
          known_[results[i]] = to_tensor(std::move(arrays[i].second));
        } else {
          lost_.insert(results[i]);
        }
      }
      return true;
    } catch (const Error& error) {
      *why = error.message();
      *culprit = index_in(error.place().node, indices);
      return false;
    } catch (const std::bad_alloc&) {
      *why = "not enough memory";
      return false;
    }
  }

  void add_constants(const ir::Node& node, ir::Model& model, ir::ValueMap& map) const {
    for (const ir::Value* value : values_read_by(node)) {
      if (map.contains(value)) continue;
      const std::string_view name = model.fresh_name("constant/" + std::to_string(map.size()));
      map[value] = model.graph().add_initializer(name, constant_of(*value));
    }
  }

  static std::optional<std::size_t> index_in(const std::string& name,
                                             const std::vector<std::size_t>& indices) {
    for (const std::size_t i : indices) {
      if (name == "n" + std::to_string(i)) return i;
    }
    return std::nullopt;
  }

  std::shared_ptr<const Library> library_;
  const std::vector<ir::Node*>& nodes_;
  std::vector<EvaluateFailure>* failures_;
  std::unordered_set<const ir::Value*> wanted_;
  std::unordered_map<const ir::Value*, std::size_t> last_reader_;
  Tensors known_;
  std::unordered_set<const ir::Value*> lost_;
  std::unordered_set<const ir::Node*> failed_;
};

}  // namespace

std::vector<std::pair<ir::Value*, ir::TensorPtr>> evaluate(std::shared_ptr<const Library> library,
                                                           const std::vector<ir::Node*>& nodes,
                                                           const std::vector<ir::Value*>& wanted,
                                                           std::vector<EvaluateFailure>* failures) {
  if (!library)
    throw Error(ErrorCode::runtime, "constants cannot be evaluated without ONNX Runtime");
  Evaluation evaluation(std::move(library), nodes, wanted, failures);
  evaluation.run(0, nodes.size());
  std::vector<std::pair<ir::Value*, ir::TensorPtr>> results;
  for (ir::Value* value : wanted) {
    const auto found = evaluation.tensors().find(value);
    if (found != evaluation.tensors().end()) results.emplace_back(value, found->second);
  }
  return results;
}

}  // namespace opsmith::runtime
