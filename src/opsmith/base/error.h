// The one exception type of the library: what went wrong, where in the model, and what to do about
// it.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace opsmith {

enum class ErrorCode {
  usage,  // the caller asked for something that makes no sense: unknown name, contradictory options
  missing_file,  // a file or folder that does not exist or cannot be opened
  malformed,     // the input is not a well-formed model (wire format, text, links between nodes)
  limit,         // a guard against hostile or absurd input: nesting, sizes
  unsupported,   // well-formed, but beyond what this build can do
  io,            // reading or writing failed half way: disk full, permission
  runtime,       // ONNX Runtime is absent or refused
  verification,  // a result was made and did not hold
};

// Where in a model something was found. Empty parts are left out of the message.
struct Place {
  std::string file = {};
  std::string graph = {};  // path of a nested graph, such as "main/if_3.then_branch"
  std::string node = {};
  std::string value = {};
};

class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, std::string message, Place place = {}, std::string remedy = {});

  ErrorCode code() const { return code_; }
  const std::string& message() const { return message_; }
  const Place& place() const { return place_; }
  const std::string& remedy() const { return remedy_; }

  // The same error, with the file named (kept when already there). Used where a file name is first
  // known.
  Error in_file(std::string_view file) const;

 private:
  ErrorCode code_;
  std::string message_;
  Place place_;
  std::string remedy_;
};

// "file 'a.onnx', graph 'main', node 'n'": the parts of `place` that are known; empty when none is.
std::string describe(const Place& place);

}  // namespace opsmith
