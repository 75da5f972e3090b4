#include "opsmith/cli/samples.h"

#include <algorithm>

#include "opsmith/base/error.h"
#include "opsmith/base/suggest.h"

namespace opsmith::cli {
namespace {

// Attempts with other sizes before the model is given up; each opens nothing but costs a run.
constexpr std::size_t kMostAttempts = 8;

std::string binding_text(const runtime::Binding& binding) {
  std::string text;
  for (const auto& [name, size] : binding) {
    text += (text.empty() ? "" : ", ") + name + "=" + std::to_string(size);
  }
  return text;
}

void check_dimension_names(const runtime::Binding& asked, const runtime::Binding& known) {
  std::vector<std::string_view> names;
  for (const auto& [name, _] : known) names.push_back(name);
  for (const auto& [name, _] : asked) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    std::string remedy = did_you_mean(name, names);
    if (remedy.empty()) {
      remedy =
          names.empty() ? "every dimension of the inputs is fixed" : "the symbolic dimensions are";
      for (std::size_t i = 0; i < names.size() && i < 10; ++i)
        remedy += (i ? ", '" : " '") + std::string(names[i]) + "'";
    }
    throw Error(ErrorCode::usage, "the inputs have no symbolic dimension '" + name + "'", {},
                remedy);
  }
}

}  // namespace

void add_sample_options(Options& options, SampleOptions& samples) {
  options.text("--data", "PATH", samples.data,
               "inputs: a folder of .npz samples, one .npz with a leading sample axis, or folders "
               "of ONNX test data");
  options.integer("--samples", "N", samples.samples,
                  "samples to generate without --data (default 2)", 1);
  options.integer("--seed", "S", samples.seed, "seed of what is generated (default 0)");
  options.list("--dim", "NAME=SIZE,...", samples.dims,
               "sizes of symbolic dimensions in what is generated");
}

Samples::Samples(const ir::Model& model, const SampleOptions& options)
    : model_(model), options_(options), size_(static_cast<std::size_t>(options.samples)) {
  runtime::Binding fixed;
  for (const auto& [name, size] : parse_assignments(options.dims, "--dim")) fixed[name] = size;
  if (!options.data.empty()) {
    data_ = runtime::Dataset::open(options.data, model);
    size_ = data_->size();
    return;
  }
  check_dimension_names(fixed, runtime::candidate_bindings(model).front());
  bindings_ = runtime::candidate_bindings(model, fixed);
  refused_.resize(bindings_.size());
}

Samples::Run Samples::run(const runtime::Session& session, std::size_t index) {
  Run run;
  if (data_) {
    run.name = data_->sample_name(index);
    run.inputs = data_->sample(index);
    run.outputs = session.run(run.inputs);
    return run;
  }
  std::optional<Error> first;
  std::size_t attempts = 0;
  for (std::size_t step = 0; step < bindings_.size() && attempts < kMostAttempts; ++step) {
    const std::size_t choice = (index + step) % bindings_.size();
    if (refused_[choice]) continue;
    ++attempts;
    runtime::GenerateOptions generate;
    generate.seed = static_cast<std::uint64_t>(options_.seed) + index;
    generate.dims = bindings_[choice];
    run.name = "generated " + std::to_string(index);
    if (!bindings_[choice].empty()) run.name += " (" + binding_text(bindings_[choice]) + ")";
    try {
      run.inputs = runtime::generate_inputs(model_, generate);
      run.outputs = session.run(run.inputs);
      return run;
    } catch (const Error& error) {
      if (error.code() != ErrorCode::runtime) throw;
      if (!first) first = error;
      refused_[choice] = true;
    }
  }
  if (!first)
    throw Error(ErrorCode::runtime, "no sizes of the symbolic dimensions were accepted",
                {.file = model_.path});
  throw Error(ErrorCode::runtime, first->message(), first->place(),
              bindings_.size() > 1 ? "give sizes with --dim NAME=SIZE, or inputs with --data"
                                   : "give inputs with --data")
      .in_file(model_.path);
}

}  // namespace opsmith::cli
