// Simplification whose result is proved: the passes run, old and new are compared, and a rewrite
// that does not hold is found by bisecting the log, left out by name, and the rest kept.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "opsmith/ir/model.h"
#include "opsmith/transform/pass_manager.h"
#include "opsmith/verify/verifier.h"

namespace opsmith::verify {

enum class VerifyMode {
  on,      // compare where the model can be run; say so where it cannot
  off,     // do not compare
  strict,  // a result that could not be compared is refused
};

struct SimplifyOptions {
  transform::PassOptions passes;
  bool growth_fixed = false;  // the user chose max_growth; otherwise it drops to 0 when the model
                              // as a whole would grow
  std::vector<std::string> skip, only;
  std::vector<std::shared_ptr<const transform::NodePass>> extra_node_passes;
  VerifyMode verify = VerifyMode::on;
  VerifierOptions verifier;
  std::function<void(std::string_view pass, const ir::Model& model)> after_pass;
  std::function<void(const std::string& step)> progress;
  bool check_links = false;
};

// A rewrite that was taken back because the result did not hold with it.
struct LeftOut {
  std::string pass;
  std::string at;  // empty: the whole pass
  std::string reason;
};

struct SimplifyResult {
  std::unique_ptr<ir::Model> model;  // null when nothing sound is left (sound == false)
  bool sound = true;
  bool verified = false;
  std::string unverified_because;  // when not verified
  transform::RunReport report;
  std::vector<transform::Rewrite> log;  // views into `model`
  std::vector<LeftOut> left_out;
  Verdict verdict;
  std::vector<std::string> bindings;  // of the samples that were compared
  double pass_seconds = 0, verify_seconds = 0;
};

// `load` gives the original afresh each time it is called. `library` gives ONNX Runtime, or null
// when there is none. Throws what `load` and the passes throw.
SimplifyResult simplify(const std::function<std::unique_ptr<ir::Model>()>& load,
                        const std::function<std::shared_ptr<const runtime::Library>()>& library,
                        const SimplifyOptions& options);

}  // namespace opsmith::verify
