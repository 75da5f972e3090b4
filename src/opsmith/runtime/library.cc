#include "opsmith/runtime/library.h"

#include <dlfcn.h>
#include <onnxruntime_c_api.h>
#include <stdlib.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "opsmith/base/error.h"

namespace opsmith::runtime {
namespace {

constexpr char kRemedy[] = "pip install onnxruntime, or set OPSMITH_ORT=/path/libonnxruntime.so";
// The oldest API that has everything this room calls.
constexpr unsigned kOldestApi = 16;

void ORT_API_CALL discard_log(void*, OrtLoggingLevel, const char*, const char*, const char*,
                              const char*) {}

// "1.31.1" -> 31, which is the newest API that this library serves; 0 when it is not of that form.
unsigned api_of_version(std::string_view version) {
  if (!version.starts_with("1.")) return 0;
  unsigned minor = 0;
  std::from_chars(version.data() + 2, version.data() + version.size(), minor);
  return minor;
}

}  // namespace

std::shared_ptr<const Library> Library::open(const std::string& path) {
  auto fail = [&path](const std::string& why) {
    return Error(ErrorCode::runtime, "ONNX Runtime cannot be used: " + why, {.file = path},
                 kRemedy);
  };
  // Official builds from 1.2x on report their use to Microsoft unless told not to before they
  // start.
  ::setenv("ORT_DISABLE_TELEMETRY", "1", 0);
  void* handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    const char* why = ::dlerror();
    throw fail(why ? why : "it does not load");
  }
  using GetApiBase = const OrtApiBase*(ORT_API_CALL*)();
  const auto get_base = reinterpret_cast<GetApiBase>(::dlsym(handle, "OrtGetApiBase"));
  if (!get_base || !get_base()) throw fail("it has no OrtGetApiBase");

  std::shared_ptr<Library> library(new Library());
  library->path_ = path;
  library->version_ = get_base()->GetVersionString();
  // Asking for an API that is too new would make the library write to standard error.
  const unsigned served = api_of_version(library->version_);
  const unsigned api = std::min<unsigned>(served, ORT_API_VERSION);
  if (api < kOldestApi) {
    throw fail("version " + library->version_ + " is too old, 1." + std::to_string(kOldestApi) +
               " is needed");
  }
  library->api_ = get_base()->GetApi(api);
  if (!library->api_) throw fail("version " + library->version_ + " serves no usable API");
  library->check(
      library->api_->CreateEnvWithCustomLogger(discard_log, nullptr, ORT_LOGGING_LEVEL_FATAL,
                                               "opsmith", &library->environment_),
      "starting ONNX Runtime");
  library->check(library->api_->DisableTelemetryEvents(library->environment_),
                 "starting ONNX Runtime");
  Dl_info where = {};
  if (::dladdr(reinterpret_cast<const void*>(get_base), &where) && where.dli_fname) {
    library->path_ = where.dli_fname;
  }
  return library;
}

std::shared_ptr<const Library> Library::load() {
  // Never destroyed: threads of ONNX Runtime may still run when a process ends.
  static const auto* const library = [] {
    std::string reasons;
    for (const std::string& candidate : library_candidates()) {
      try {
        return new std::shared_ptr<const Library>(open(candidate));
      } catch (const Error& error) {
        // A bare name is only a guess; its absence explains nothing.
        if (candidate.find('/') != std::string::npos) {
          reasons += (reasons.empty() ? ": " : "; ") + error.message() + " (" + candidate + ")";
        }
      }
    }
    throw Error(ErrorCode::runtime, "ONNX Runtime was not found" + reasons, {}, kRemedy);
  }();
  return *library;
}

std::string Library::take_message(OrtStatus* status) const {
  std::string message = shorten_message(api_->GetErrorMessage(status));
  api_->ReleaseStatus(status);
  return message;
}

void Library::check(OrtStatus* status, const std::string& doing) const {
  if (!status) return;
  throw Error(ErrorCode::runtime, doing + ": " + take_message(status));
}

std::string shorten_message(std::string_view message) {
  // "/onnxruntime_src/onnxruntime/core/x.cc:123 void onnxruntime::F(...) condition was false. What
  // is wrong" and several lines of stack trace. Keeps the first line that is text, without its
  // leading source place.
  auto is_noise = [](std::string_view line) {
    return line.empty() || line.starts_with("Stacktrace") || line.starts_with("  ");
  };
  std::string_view best;
  while (!message.empty()) {
    const std::size_t end = message.find('\n');
    std::string_view line = message.substr(0, end);
    message.remove_prefix(end == std::string_view::npos ? message.size() : end + 1);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    if (!is_noise(line)) {
      best = line;
      break;
    }
  }
  std::string text(best);
  // Source places inside the line: from '/' up to ".cc:123 function(arguments) ".
  for (std::size_t guard = 0; guard < 4; ++guard) {
    const std::size_t extension =
        text.find(".cc:") != std::string::npos ? text.find(".cc:") : text.find(".h:");
    if (extension == std::string::npos) break;
    std::size_t begin = text.rfind(' ', extension);
    begin = begin == std::string::npos ? 0 : begin + 1;
    std::size_t end = text.find(' ', extension);
    if (end == std::string::npos) end = text.size();
    // A function signature follows and ends with its last ')' before the sentence.
    const std::size_t open = text.find('(', end);
    if (open != std::string::npos && text.find("onnxruntime::", end) < open) {
      int depth = 0;
      for (std::size_t i = open; i < text.size(); ++i) {
        if (text[i] == '(') ++depth;
        if (text[i] == ')' && --depth == 0) {
          end = i + 1;
          break;
        }
      }
      if (text.compare(end, 6, " const") == 0) end += 6;
      if (text.compare(end, 2, " [") == 0) {  // "[with T = float]"
        const std::size_t close = text.find(']', end);
        if (close != std::string::npos) end = close + 1;
      }
    }
    while (end < text.size() && text[end] == ' ') ++end;
    text.erase(begin, end - begin);
  }
  constexpr std::size_t kLongest = 400;
  if (text.size() > kLongest) text = text.substr(0, kLongest) + "...";
  return text.empty() ? "unknown failure" : text;
}

}  // namespace opsmith::runtime
