// A model opened in ONNX Runtime, over the weights where they lie: mapped bytes are not copied.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "opsmith/ir/model.h"
#include "opsmith/runtime/array.h"
#include "opsmith/runtime/library.h"

namespace opsmith::runtime {

struct SessionOptions {
  // ONNX Runtime's own graph optimizations. Off, so that a comparison sees the model and not what
  // ONNX Runtime makes of it; a model that only opens with its basic ones (operators without a
  // kernel that must be rewritten) gets those.
  bool optimize = false;
  // Threads inside an operator; 0: all cores. Results are the same for the same number.
  int threads = 0;
  // Inner values (of the main graph) to return besides the model's outputs, in this order. Names
  // that the model already outputs, and repeated ones, are fine.
  std::vector<std::string> extra_outputs{};
  // Path of a shared library that registers operators; empty: none.
  std::string custom_ops_library{};
  // Lets kernels keep weights rearranged for speed: pays for many runs, costs a copy of the
  // weights.
  bool prepack = false;
  // dim_param -> size, known to ONNX Runtime before it plans memory.
  std::map<std::string, std::int64_t> free_dimensions{};
  // When not empty: records a profile; Session::end_profiling returns the file that begins with
  // this path.
  std::string profile_prefix{};
  // Seconds that one run may take before it is stopped with Error(runtime); 0: no limit. Checked
  // between operators.
  double time_limit = 0;
};

// An input or output as ONNX Runtime sees it.
struct Signature {
  std::string name;
  ir::TypePtr type;       // null for a kind that Opsmith does not know
  bool optional = false;  // inputs: has a default, may be left out
};

class Session {
 public:
  // Throws Error(runtime) when ONNX Runtime refuses the model, Error(usage) for an unknown extra
  // output. The session keeps the model's tensors alive; the model itself may go.
  Session(std::shared_ptr<const Library> library, const ir::Model& model,
          const SessionOptions& options = {});
  ~Session();
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;

  const std::vector<Signature>& inputs() const;
  // The model's outputs, then the extra ones.
  const std::vector<Signature>& outputs() const;

  // Runs once. Every input without a default must be given; an array that fits no input is refused.
  // Throws Error(runtime) naming the value or node. Returns every output, in the order of
  // outputs(); thread-safe.
  NamedArrays run(const NamedArrays& inputs) const;
  // The same for some outputs only, in the order asked.
  NamedArrays run(const NamedArrays& inputs, const std::vector<std::string>& outputs) const;

  // Stops profiling; the path of the JSON trace. Only with SessionOptions::profile_prefix.
  std::string end_profiling();

  // What was needed to open the model beyond the plain way ("basic optimization", "weights
  // inlined"); empty: nothing.
  const std::string& note() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace opsmith::runtime
