#include "opsmith/format/data_file.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <utility>

namespace opsmith::format {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".data";
constexpr std::size_t kDigits = 8;

}  // namespace

DataFiles::DataFiles(const std::string& model_path)
    : folder_(fs::path(model_path).parent_path().string()),
      name_(fs::path(model_path).filename().string()),
      usual_(name_ + std::string(kEnding)) {}

std::string DataFiles::path_of(const std::string& location) const {
  return (fs::path(folder_) / location).string();
}

bool DataFiles::exists(const std::string& location) const {
  std::error_code error;
  return fs::exists(fs::symlink_status(path_of(location), error));
}

std::string DataFiles::free_location(std::uint64_t seed) const {
  if (!exists(usual_)) return usual_;
  for (;; ++seed) {
    char digits[kDigits + 1];
    std::snprintf(digits, sizeof(digits), "%08x", static_cast<unsigned>(seed & 0xffffffffU));
    std::string location = name_ + "." + digits + std::string(kEnding);
    if (!exists(location)) return location;
  }
}

bool DataFiles::is_ours(const std::string& location) const {
  if (location == usual_) return true;
  if (location.size() != name_.size() + 1 + kDigits + kEnding.size()) return false;
  const std::string_view text = location;
  return text.substr(0, name_.size()) == name_ && text[name_.size()] == '.' &&
         text.substr(name_.size() + 1, kDigits).find_first_not_of("0123456789abcdef") ==
             std::string_view::npos &&
         text.substr(text.size() - kEnding.size()) == kEnding;
}

std::vector<std::string> DataFiles::ours() const {
  std::vector<std::string> locations;
  std::error_code error;
  for (fs::directory_iterator each(folder_.empty() ? "." : folder_, error), end;
       !error && each != end; each.increment(error)) {
    std::string location = each->path().filename().string();
    if (is_ours(location)) locations.push_back(std::move(location));
  }
  std::sort(locations.begin(), locations.end());
  return locations;
}

}  // namespace opsmith::format
