// A model in the form in which a session takes it: stripped bytes, and the weights beside them.
// Internal to this room.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "opsmith/ir/model.h"

namespace opsmith::runtime {

struct SessionModel {
  std::string bytes;  // ModelProto
  // Initializers of the main graph that `bytes` only refers to, as external data in a file
  // `kWeightsFile`.
  std::vector<std::pair<std::string, ir::TensorPtr>> weights;
  std::uint64_t largest_weight = 0;  // in bytes; what that file must at least hold
};

inline constexpr char kWeightsFile[] = "weights";

// `outputs` are names of values of the main graph that nodes produce and that are no outputs yet.
// With `lift_weights`, what is larger than a constant that shapes could depend on is left out of
// the bytes. Throws Error(limit) when the bytes would pass what protobuf can hold.
SessionModel prepare_session_model(const ir::Model& model, const std::vector<std::string>& outputs,
                                   bool lift_weights);

}  // namespace opsmith::runtime
