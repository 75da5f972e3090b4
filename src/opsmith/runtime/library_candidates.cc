// Looks for ONNX Runtime in the places where pip and system packages put it, without starting
// Python unless all else fails.
#include <stdlib.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>

#include "opsmith/runtime/library.h"

namespace opsmith::runtime {
namespace {

namespace fs = std::filesystem;

class Candidates {
 public:
  std::vector<std::string> take() { return std::move(paths_); }
  bool empty() const { return paths_.empty(); }

  void add(const fs::path& file) {
    std::string path = file.string();
    if (std::find(paths_.begin(), paths_.end(), path) == paths_.end()) {
      paths_.push_back(std::move(path));
    }
  }

  // libonnxruntime.so, .so.1, .so.1.31.1 in `folder`; the longest name first, as the others are
  // links to it.
  void add_folder(const fs::path& folder) {
    std::vector<std::string> names;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder, ignored)) {
      std::string name = entry.path().filename().string();
      const bool is_library = name == "libonnxruntime.so" || name == "libonnxruntime.dylib" ||
                              name.starts_with("libonnxruntime.so.");
      if (is_library) names.push_back(std::move(name));
    }
    std::sort(names.begin(), names.end(), [](const std::string& a, const std::string& b) {
      return a.size() != b.size() ? a.size() > b.size() : a > b;
    });
    for (const std::string& name : names) add(folder / name);
  }

  void add_site_packages(const fs::path& folder) { add_folder(folder / "onnxruntime" / "capi"); }

  // `prefix`/lib/python3.*/{site,dist}-packages, the newest Python first.
  void add_python_prefix(const fs::path& prefix) {
    std::vector<fs::path> versions;
    std::error_code ignored;
    for (const char* lib : {"lib", "lib64"}) {
      for (const auto& entry : fs::directory_iterator(prefix / lib, ignored)) {
        if (entry.path().filename().string().starts_with("python3")) {
          versions.push_back(entry.path());
        }
      }
    }
    std::sort(versions.begin(), versions.end(), [](const fs::path& a, const fs::path& b) {
      const std::string x = a.string(), y = b.string();
      return x.size() != y.size() ? x.size() > y.size() : x > y;
    });
    for (const fs::path& version : versions) {
      add_site_packages(version / "site-packages");
      add_site_packages(version / "dist-packages");
    }
  }

 private:
  std::vector<std::string> paths_;
};

std::optional<std::string> environment(const char* name) {
  const char* value = ::getenv(name);
  if (!value || !*value) return std::nullopt;
  return value;
}

// The python3 that a shell would run; empty when there is none.
fs::path python_on_path() {
  const std::string path = environment("PATH").value_or("");
  std::size_t begin = 0;
  while (begin <= path.size()) {
    const std::size_t end = std::min(path.find(':', begin), path.size());
    const fs::path program = fs::path(path.substr(begin, end - begin)) / "python3";
    std::error_code ignored;
    if (end > begin && fs::exists(program, ignored)) return program;
    begin = end + 1;
  }
  return {};
}

void ask_python(const fs::path& python, Candidates& candidates) {
  std::string command = "'";
  for (const char c : python.string())
    command += c == '\'' ? std::string("'\\''") : std::string(1, c);
  // find_spec locates the package without running it.
  command +=
      "' -c 'import importlib.util as u; s = u.find_spec(\"onnxruntime\"); "
      "print(s.submodule_search_locations[0] if s else \"\")' 2>/dev/null </dev/null";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
  if (!pipe) return;
  std::array<char, 4096> line = {};
  if (!std::fgets(line.data(), static_cast<int>(line.size()), pipe.get())) return;
  std::string folder = line.data();
  while (!folder.empty() && folder.back() == '\n') folder.pop_back();
  if (!folder.empty()) candidates.add_folder(fs::path(folder) / "capi");
}

}  // namespace

std::vector<std::string> library_candidates() {
  Candidates candidates;
  std::error_code ignored;
  if (const auto given = environment("OPSMITH_ORT")) {
    const fs::path path(*given);
    if (fs::is_directory(path, ignored)) {
      candidates.add_folder(path);
      for (const char* inner : {"capi", "onnxruntime/capi", "lib"}) {
        candidates.add_folder(path / inner);
      }
      candidates.add_python_prefix(path);
    }
    // What the user named is used or reported, never passed over.
    if (candidates.empty()) candidates.add(path);
    return candidates.take();
  }

  if (const auto venv = environment("VIRTUAL_ENV")) candidates.add_python_prefix(*venv);
  const fs::path python = python_on_path();
  if (!python.empty()) {
    candidates.add_python_prefix(python.parent_path().parent_path());
    if (const auto home = environment("HOME")) {
      candidates.add_python_prefix(fs::path(*home) / ".local");
    }
    const fs::path real = fs::canonical(python, ignored);
    // An environment's interpreter links to the base one, whose packages it does not see.
    if (!fs::exists(python.parent_path().parent_path() / "pyvenv.cfg", ignored)) {
      candidates.add_python_prefix(real.parent_path().parent_path());
      candidates.add_python_prefix("/usr/local");
      candidates.add_site_packages("/usr/lib/python3/dist-packages");
    }
  }

  const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
  if (!program.empty()) {
    const fs::path folder = program.parent_path();
    candidates.add_python_prefix(folder / "venv");
    candidates.add_folder(folder / ".." / "lib");
    candidates.add_python_prefix(folder / "..");
  }
  if (candidates.empty() && !python.empty()) ask_python(python, candidates);
  candidates.add("libonnxruntime.so.1");
  candidates.add("libonnxruntime.so");
  return candidates.take();
}

}  // namespace opsmith::runtime
