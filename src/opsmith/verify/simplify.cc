#include "opsmith/verify/simplify.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "opsmith/base/error.h"
#include "opsmith/format/serialize.h"

namespace opsmith::verify {
namespace {

using Clock = std::chrono::steady_clock;
using Site = std::pair<std::string, std::string>;  // pass, place

// More than this many sites of one pass at fault: the pass itself is.
constexpr std::size_t kSitesPerPass = 3;
constexpr std::size_t kMaxLeftOut = 32;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Bytes that the model takes when saved, weights included. Reads no weights.
std::uint64_t saved_size(const ir::Model& model) {
  constexpr std::uint64_t kLarge = 4096;
  std::uint64_t outside = 0;
  format::SerializeOptions options;
  options.externalize = [&outside](const ir::Value&,
                                   const ir::Tensor& tensor) -> std::optional<ir::ExternalData> {
    const auto size = tensor.byte_size();
    if (!size || *size < kLarge) return std::nullopt;
    outside += *size;
    return ir::ExternalData{};
  };
  return format::serialize_model(model, options).size() + outside;
}

std::uint64_t constant_bytes(const ir::Model& model) {
  std::uint64_t total = 0;
  model.for_each_graph([&total](const ir::Graph& graph) {
    for (const ir::Value& value : graph.initializers())
      total += value.initializer()->byte_size().value_or(0);
    for (const ir::Node& node : graph.nodes()) {
      for (const ir::Attribute& attribute : node.attributes) {
        if (const auto* tensor = attribute.get<ir::TensorPtr>())
          total += (*tensor)->byte_size().value_or(0);
      }
    }
  });
  return total;
}

class Simplifier {
 public:
  Simplifier(const std::function<std::unique_ptr<ir::Model>()>& load,
             const std::function<std::shared_ptr<const runtime::Library>()>& library,
             const SimplifyOptions& options)
      : load_(load), library_(library), options_(options), pass_options_(options.passes) {}

  SimplifyResult run() {
    auto model = load_();
    const std::uint64_t bytes_before = constant_bytes(*model);
    apply(std::move(model));
    // Each fold kept its limit; their sum, less the nodes that went, may still be more than there
    // was.
    if (!options_.growth_fixed && constant_bytes(*result_.model) > bytes_before &&
        saved_size(*result_.model) > saved_size(*load_())) {
      pass_options_.max_growth = 0;
      apply(load_());
    }
    if (options_.verify != VerifyMode::off) verify();
    return std::move(result_);
  }

 private:
  void progress(const std::string& step) const {
    if (options_.progress) options_.progress(step);
  }

  // The passes on `model`; the first `limit` rewrites only.
  std::unique_ptr<ir::Model> transformed(std::unique_ptr<ir::Model> model, std::size_t limit,
                                         transform::RunReport* report,
                                         std::vector<transform::Rewrite>* log) {
    transform::PassManager::Options manager;
    manager.passes = pass_options_;
    manager.skip = options_.skip;
    manager.only = options_.only;
    manager.extra_node_passes = options_.extra_node_passes;
    manager.after_pass = options_.after_pass;
    manager.check_links = options_.check_links;
    manager.runtime = library_;
    for (const std::string& pass : passes_left_out_) manager.skip.push_back(pass);
    manager.veto = [this, limit](std::string_view pass, std::string_view at, std::size_t number) {
      return number >= limit || left_out_.contains({std::string(pass), std::string(at)});
    };
    transform::RunReport run = transform::PassManager(std::move(manager)).run(*model, log);
    if (report) *report = std::move(run);
    return model;
  }

  void apply(std::unique_ptr<ir::Model> model) {
    const auto start = Clock::now();
    result_.log.clear();
    result_.model = transformed(std::move(model), kNoLimit, &result_.report, &result_.log);
    result_.pass_seconds += seconds_since(start);
  }

  void verify() {
    const auto start = Clock::now();
    const auto library = library_ ? library_() : nullptr;
    if (!library) {
      unverified("ONNX Runtime was not found");
      return;
    }
    progress("running the original");
    Verifier verifier(library, options_.verifier);
    std::string why_not;
    const auto original = load_();
    if (!verifier.prepare(*original, &why_not)) {
      unverified("the original cannot be run here: " + why_not);
      return;
    }
    result_.bindings = verifier.bindings();
    progress("running the result");
    result_.verdict = verifier.judge(*result_.model);
    while (!result_.verdict.holds && result_.left_out.size() < kMaxLeftOut &&
           !result_.log.empty()) {
      leave_out_guilty(verifier);
      apply(load_());
      result_.verdict = verifier.judge(*result_.model);
    }
    result_.verify_seconds = seconds_since(start);
    result_.verified = result_.verdict.holds;
    result_.sound = result_.verdict.holds;
    if (!result_.sound) result_.model = nullptr;
  }

  void unverified(std::string reason) {
    result_.unverified_because = std::move(reason);
    result_.sound = options_.verify != VerifyMode::strict;
    if (!result_.sound) result_.model = nullptr;
  }

  // Binary search for the first rewrite with which the result no longer holds.
  void leave_out_guilty(Verifier& verifier) {
    std::size_t good = 0;
    std::size_t bad = result_.report.rewrites_asked;
    std::vector<transform::Rewrite> log;
    std::unique_ptr<ir::Model> trial;
    while (bad - good > 1) {
      const std::size_t middle = good + (bad - good) / 2;
      progress("looking for the guilty rewrite: " + std::to_string(bad - good) + " left");
      log.clear();
      trial = transformed(load_(), middle, nullptr, &log);
      (verifier.judge(*trial).holds ? good : bad) = middle;
    }
    log.clear();
    trial = transformed(load_(), bad, nullptr, &log);
    if (log.empty()) return;
    LeftOut guilty{std::string(log.back().pass), std::string(log.back().at),
                   result_.verdict.reason};
    if (++sites_[guilty.pass] > kSitesPerPass) {
      passes_left_out_.insert(guilty.pass);
      guilty.at.clear();
    } else {
      left_out_.insert({guilty.pass, guilty.at});
    }
    result_.left_out.push_back(std::move(guilty));
  }

  static constexpr std::size_t kNoLimit = static_cast<std::size_t>(-1);

  const std::function<std::unique_ptr<ir::Model>()>& load_;
  const std::function<std::shared_ptr<const runtime::Library>()>& library_;
  const SimplifyOptions& options_;
  transform::PassOptions pass_options_;
  std::set<Site> left_out_;
  std::set<std::string> passes_left_out_;
  std::map<std::string, std::size_t> sites_;
  SimplifyResult result_;
};

}  // namespace

SimplifyResult simplify(const std::function<std::unique_ptr<ir::Model>()>& load,
                        const std::function<std::shared_ptr<const runtime::Library>()>& library,
                        const SimplifyOptions& options) {
  return Simplifier(load, library, options).run();
}

}  // namespace opsmith::verify
