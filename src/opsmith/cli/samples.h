// The inputs that run, compare and others feed: given with --data, or generated.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "opsmith/cli/options.h"
#include "opsmith/runtime/dataset.h"
#include "opsmith/runtime/generate_inputs.h"
#include "opsmith/runtime/session.h"

namespace opsmith::cli {

struct SampleOptions {
  std::string data;
  std::int64_t samples = 2;
  std::int64_t seed = 0;
  std::vector<std::string> dims;
};

// Adds --data, --samples, --seed and --dim.
void add_sample_options(Options& options, SampleOptions& samples);

class Samples {
 public:
  // Throws Error(usage): --dim names what is no dimension of the inputs.
  Samples(const ir::Model& model, const SampleOptions& options);

  std::size_t size() const { return size_; }

  struct Run {
    std::string name;  // "sample_3.npz", "generated 0 (batch=2)"
    runtime::NamedArrays inputs;
    runtime::NamedArrays outputs;
  };
  // Runs sample `index`. Sizes of symbolic dimensions are guesses: those that the model refuses are
  // passed over. Throws what the first attempt threw when none works.
  Run run(const runtime::Session& session, std::size_t index);

 private:
  const ir::Model& model_;
  SampleOptions options_;
  std::size_t size_;
  std::optional<runtime::Dataset> data_;
  std::vector<runtime::Binding> bindings_;
  std::vector<bool> refused_;
};

}  // namespace opsmith::cli
