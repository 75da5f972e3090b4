// Generated inputs with which a model has been seen to run.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "opsmith/runtime/generate_inputs.h"
#include "opsmith/runtime/session.h"

namespace opsmith::runtime {

struct RunnableSample {
  NamedArrays inputs;
  NamedArrays outputs;  // all of the session's, for these inputs
  Binding sizes;
};

// Up to `count` samples for `model`, which `session` has open: sizes differ from sample to sample
// as far as the model allows, then values do. Candidates that do not run are passed over; with none
// that runs, throws the Error of the first one with a remedy.
std::vector<RunnableSample> find_runnable_inputs(const Session& session, const ir::Model& model,
                                                 std::size_t count,
                                                 const GenerateOptions& options = {});

}  // namespace opsmith::runtime
