#include "opsmith/runtime/runnable_inputs.h"

#include <optional>
#include <utility>

#include "opsmith/base/error.h"

namespace opsmith::runtime {

std::vector<RunnableSample> find_runnable_inputs(const Session& session, const ir::Model& model,
                                                 std::size_t count,
                                                 const GenerateOptions& options) {
  const std::vector<Binding> candidates = candidate_bindings(model, options.dims);
  std::vector<RunnableSample> samples;
  std::vector<std::size_t> works;
  std::optional<Error> first;
  auto attempt = [&](std::size_t candidate, std::size_t number) {
    try {
      GenerateOptions one = options;
      one.binding = static_cast<int>(candidate);
      one.seed = options.seed + number;
      RunnableSample sample{generate_inputs(model, one), {}, candidates[candidate]};
      sample.outputs = session.run(sample.inputs);
      samples.push_back(std::move(sample));
      return true;
    } catch (const Error& error) {
      // Only what running says depends on the sizes; an input of unknown type fails always.
      if (error.code() != ErrorCode::runtime && error.code() != ErrorCode::limit) throw;
      if (!first) first = error;
      return false;
    }
  };
  for (std::size_t i = 0; i < candidates.size() && samples.size() < count; ++i) {
    if (attempt(i, 0)) works.push_back(i);
  }
  // Other values for sizes that are known to work; a value may still be one that the model refuses.
  const std::size_t most = works.size() + 2 * count;
  for (std::size_t n = 0; !works.empty() && samples.size() < count && n < most; ++n) {
    attempt(works[n % works.size()], 1 + n);
  }
  if (samples.empty() && first) {
    throw Error(first->code(), "no generated inputs run: " + first->message(), first->place(),
                "give sizes with --dim NAME=VALUE, or inputs with --data");
  }
  return samples;
}

}  // namespace opsmith::runtime
