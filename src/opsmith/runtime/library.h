// ONNX Runtime as found on this machine, opened at run time. Opsmith links against nothing of it.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct OrtApi;
struct OrtEnv;
struct OrtStatus;

namespace opsmith::runtime {

class Library {
 public:
  // The process's library: the first of library_candidates() that exists and serves an API that
  // this build knows. Found once; later calls cost nothing. Throws Error(runtime), with the remedy,
  // when there is none.
  static std::shared_ptr<const Library> load();
  // Opens one given file. Throws Error(runtime).
  static std::shared_ptr<const Library> open(const std::string& path);

  std::string version() const { return version_; }  // "1.31.1"
  std::string path() const { return path_; }

  // For this room's own sources. Both stay valid until the process ends: worker threads of ONNX
  // Runtime may outlive every session, so the library is never closed.
  const OrtApi& api() const { return *api_; }
  const OrtEnv* environment() const { return environment_; }
  OrtEnv* mutable_environment() const { return environment_; }

  // Throws Error(runtime) with the first useful line of the message when `status` is a failure, and
  // frees it.
  void check(OrtStatus* status, const std::string& doing) const;
  // The first useful line of the message of a failure, which is freed.
  std::string take_message(OrtStatus* status) const;

 private:
  Library() = default;

  std::string version_, path_;
  const OrtApi* api_ = nullptr;
  OrtEnv* environment_ = nullptr;
};

// Where a library may lie, best first: OPSMITH_ORT (a file or a folder), the active virtual
// environment, the environment of the python3 on PATH, beside the running program, and the system's
// library path (a bare file name, left to dlopen).
std::vector<std::string> library_candidates();

// ONNX Runtime's messages carry source places and stack traces; this keeps the sentence that says
// what is wrong.
std::string shorten_message(std::string_view message);

}  // namespace opsmith::runtime
