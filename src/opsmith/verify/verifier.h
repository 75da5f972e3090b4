// Judges whether a changed model still computes what the original did: both run in ONNX Runtime on
// the same inputs.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "opsmith/ir/model.h"
#include "opsmith/numerics/compare.h"
#include "opsmith/numerics/sensitivity.h"
#include "opsmith/runtime/generate_inputs.h"
#include "opsmith/runtime/library.h"
#include "opsmith/runtime/session.h"

namespace opsmith::verify {

struct VerifierOptions {
  int samples = 2;  // sets of inputs, each with another binding of the symbolic dimensions where
                    // there are any
  std::uint64_t seed = 0;
  runtime::Binding dims;                   // sizes that the user fixed
  std::vector<runtime::NamedArrays> data;  // given samples; when not empty nothing is generated
  numerics::Tolerance tolerance = numerics::tolerance_named("general");
  std::string custom_ops_library;
  int threads = 0;
};

// What one candidate's outputs showed, over all samples.
struct OutputVerdict {
  std::string name;
  numerics::Difference worst;  // of the sample that differs most
  double allowed_abs = 0;  // by sensitivity, where the tolerance alone was not met; 0: not needed
  bool holds = true;
};

struct Verdict {
  bool holds = false;
  std::string reason;  // why not: the first output that differs, or why the candidate does not run
  std::vector<OutputVerdict> outputs;
  double max_abs = 0;  // over all outputs and samples
  double max_rel = 0;
};

class Verifier {
 public:
  Verifier(std::shared_ptr<const runtime::Library> library, VerifierOptions options);

  // Runs the original, which must live as long as this, on the samples and keeps its outputs. False
  // when it cannot be run (custom operators without a library, a size that no binding fits):
  // `why_not` tells. Bindings that the original refuses are passed over.
  bool prepare(const ir::Model& original, std::string* why_not);

  // Runs `candidate` on the same inputs. Never throws for what the model does. Where an output is
  // off by more than the tolerance, the original is run again with its floating inputs, then its
  // weights, moved by about an ulp: a model that amplifies rounding noise is allowed 4 times what
  // it does to itself.
  Verdict judge(const ir::Model& candidate);

  std::size_t sample_count() const { return samples_.size(); }
  const std::vector<std::string>& bindings() const {
    return bindings_;
  }  // "batch=2, seq=7" for each sample

 private:
  struct Sample {
    runtime::NamedArrays inputs;
    runtime::NamedArrays outputs;
    std::optional<std::vector<numerics::Sensitivity>> sensitivity;
  };
  runtime::SessionOptions session_options() const;
  void judge_sample(Sample& sample, const runtime::NamedArrays& outputs, Verdict& verdict);
  const numerics::Sensitivity* sensitivity_of(Sample& sample, const std::string& output);

  std::shared_ptr<const runtime::Library> library_;
  VerifierOptions options_;
  const ir::Model* original_ = nullptr;
  std::optional<runtime::Session> reference_;
  std::vector<Sample> samples_;
  std::vector<std::string> bindings_;
};

}  // namespace opsmith::verify
