#include "opsmith/verify/verifier.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "opsmith/base/error.h"
#include "opsmith/runtime/runnable_inputs.h"

namespace opsmith::verify {
namespace {

constexpr double kSensitivityFactor = 4;

std::string text_of(const runtime::Binding& binding) {
  std::string text;
  for (const auto& [name, size] : binding) {
    text += (text.empty() ? "" : ", ") + name + "=" + std::to_string(size);
  }
  return text;
}

}  // namespace

Verifier::Verifier(std::shared_ptr<const runtime::Library> library, VerifierOptions options)
    : library_(std::move(library)), options_(std::move(options)) {}

bool Verifier::prepare(const ir::Model& original, std::string* why_not) {
  samples_.clear();
  bindings_.clear();
  original_ = &original;
  try {
    reference_.emplace(library_, original, session_options());
    for (const runtime::NamedArrays& inputs : options_.data) {
      samples_.push_back({inputs, reference_->run(inputs), {}});
      bindings_.emplace_back("given data");
    }
    if (!options_.data.empty()) return true;
    const auto wanted = static_cast<std::size_t>(std::max(1, options_.samples));
    for (runtime::RunnableSample& found : runtime::find_runnable_inputs(
             *reference_, original, wanted, {options_.seed, options_.dims, 0})) {
      bindings_.push_back(text_of(found.sizes));
      samples_.push_back({std::move(found.inputs), std::move(found.outputs), {}});
    }
  } catch (const Error& error) {
    if (why_not) *why_not = error.what();
    return false;
  }
  return !samples_.empty();
}

runtime::SessionOptions Verifier::session_options() const {
  runtime::SessionOptions session;
  session.custom_ops_library = options_.custom_ops_library;
  session.threads = options_.threads;
  return session;
}

Verdict Verifier::judge(const ir::Model& candidate) {
  Verdict verdict;
  try {
    const runtime::Session session(library_, candidate, session_options());
    verdict.holds = true;
    for (Sample& sample : samples_) judge_sample(sample, session.run(sample.inputs), verdict);
  } catch (const Error& error) {
    verdict.holds = false;
    verdict.reason = std::string("it does not run: ") + error.what();
  }
  return verdict;
}

const numerics::Sensitivity* Verifier::sensitivity_of(Sample& sample, const std::string& output) {
  if (!sample.sensitivity) {
    sample.sensitivity = numerics::measure_sensitivity(
        [this](const runtime::NamedArrays& inputs) { return reference_->run(inputs); },
        sample.inputs, {}, &sample.outputs);
    // Integer inputs cannot be moved by an ulp, and a first step that rounds swallows such a move;
    // weights can be.
    for (std::uint64_t draw = 0; draw < 2; ++draw) {
      try {
        const auto moved =
            numerics::perturb_weights(*original_, numerics::SensitivityOptions{}.relative, draw);
        const runtime::Session session(library_, *moved, session_options());
        numerics::add_movement(*sample.sensitivity, sample.outputs, session.run(sample.inputs));
      } catch (const Error&) {
        break;  // then the inputs' measure stands alone
      }
    }
  }
  for (const numerics::Sensitivity& measured : *sample.sensitivity) {
    if (measured.output == output) return &measured;
  }
  return nullptr;
}

void Verifier::judge_sample(Sample& sample, const runtime::NamedArrays& outputs, Verdict& verdict) {
  for (numerics::NamedDifference& found :
       numerics::compare_named(outputs, sample.outputs, options_.tolerance)) {
    numerics::Difference& difference = found.difference;
    OutputVerdict output{found.name, difference, 0, difference.within};
    if (!difference.within && difference.same_type && difference.same_shape) {
      const numerics::Sensitivity* own = sensitivity_of(sample, found.name);
      if (own && own->changed_shape) {
        // Even its own output changes form or its integers under rounding noise: nothing finer can
        // be asked.
        output.holds = true;
      } else if (own && own->max_abs > 0) {
        output.allowed_abs = kSensitivityFactor * own->max_abs;
        output.holds =
            difference.nonfinite_mismatches == 0 && difference.max_abs <= output.allowed_abs;
      }
    }
    verdict.max_abs = std::max(verdict.max_abs, difference.max_abs);
    verdict.max_rel = std::max(verdict.max_rel, difference.max_rel);
    if (!output.holds && verdict.holds) {
      verdict.holds = false;
      verdict.reason = "output '" + found.name + "' differs: " + difference.reason;
    }
    auto known =
        std::find_if(verdict.outputs.begin(), verdict.outputs.end(),
                     [&found](const OutputVerdict& other) { return other.name == found.name; });
    if (known == verdict.outputs.end()) {
      verdict.outputs.push_back(std::move(output));
    } else if (!output.holds || output.worst.max_abs > known->worst.max_abs) {
      *known = std::move(output);
    }
  }
}

}  // namespace opsmith::verify
