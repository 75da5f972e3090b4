#include "opsmith/format/external_data.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>
#include <utility>

#include "opsmith/base/error.h"

namespace opsmith::format {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kUnreadable = std::numeric_limits<std::uint64_t>::max();

std::uint64_t number(std::string_view text) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end ? value : kUnreadable;
}

fs::path folder_of(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  return folder.empty() ? fs::path(".") : folder;
}

bool lies_beneath(const fs::path& file, const fs::path& folder) {
  const auto [folder_end, unused] =
      std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
  return folder_end == folder.end();
}

// Where the open descriptor really leads: no race with whoever changes links meanwhile.
fs::path real_path_of(const MappedFile& file) {
  std::error_code error;
  fs::path real = fs::read_symlink("/proc/self/fd/" + std::to_string(file.descriptor()), error);
  if (error) real = fs::canonical(file.path(), error);
  return real;
}

}  // namespace

void check_location(const std::string& location) {
  const char* reason = nullptr;
  if (location.empty()) {
    reason = "has no location";
  } else if (location.find('\0') != std::string::npos) {
    reason = "has a location with a zero byte";
  } else if (fs::path(location).is_absolute()) {
    reason = "has an absolute location";
  } else {
    const fs::path plain = fs::path(location).lexically_normal();
    if (plain.empty() || *plain.begin() == "..")
      reason = "has a location outside the model's folder";
  }
  if (!reason) return;
  throw Error(ErrorCode::malformed, std::string("external data ") + reason + ": '" + location + "'",
              {}, "only files in the model's own folder are read");
}

void set_external_entry(ir::ExternalData& data, std::string_view key, std::string_view value) {
  if (key == "location") {
    data.location = value;
  } else if (key == "offset") {
    data.offset = number(value);
  } else if (key == "length") {
    data.length = number(value);
  } else if (key == "checksum") {
    data.checksum = value;
  }
}

ExternalFiles::ExternalFiles(std::string model_path) : model_path_(std::move(model_path)) {}

std::string ExternalFiles::path_of(const std::string& location) const {
  const fs::path folder = fs::path(model_path_).parent_path();
  return (folder / location).string();
}

std::shared_ptr<const MappedFile> ExternalFiles::open(const std::string& location,
                                                      std::uint64_t needed) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  auto& known = files_[location];
  if (known) return known;
  check_location(location);
  const std::string path = path_of(location);
  std::shared_ptr<const MappedFile> file;
  try {
    file = MappedFile::open(path);
  } catch (const Error& error) {
    throw Error(ErrorCode::missing_file,
                "external data missing: " + path + ", need " + std::to_string(needed) + " bytes (" +
                    error.message() + ")",
                {}, "put the data file beside the model");
  }
  // A link may lead out of the folder. Allowed is also the folder that the model's own link leads
  // to: stores that keep a model and its data under other names and link both.
  const fs::path real = real_path_of(*file);
  std::error_code error;
  const fs::path folder = fs::canonical(folder_of(model_path_), error);
  const fs::path model_folder =
      model_path_.empty() ? folder : fs::canonical(model_path_, error).parent_path();
  if (!lies_beneath(real, folder) && (model_folder.empty() || !lies_beneath(real, model_folder))) {
    throw Error(ErrorCode::malformed,
                "external data leads out of the model's folder through a link: '" + location + "'",
                {}, "copy the data file into the model's folder");
  }
  known = std::move(file);
  return known;
}

ExternalFiles::Range ExternalFiles::range_of(const ir::Tensor& tensor) const {
  const ir::ExternalData& external = *tensor.external();
  const std::optional<std::uint64_t> size = tensor.byte_size();
  const std::uint64_t wanted = external.length.value_or(size.value_or(0));
  Range range;
  try {
    range.file = open(external.location, wanted);
    const std::uint64_t available = range.file->bytes().size();
    range.offset = external.offset;
    if (range.offset <= available) {
      range.length = external.length || size ? wanted : available - range.offset;
    }
    if (range.offset > available || range.length > available - range.offset) {
      throw Error(ErrorCode::malformed,
                  "external data short: " + range.file->path() + " has " +
                      std::to_string(available) + " bytes, need " + std::to_string(wanted) +
                      " bytes from byte " + std::to_string(external.offset),
                  {}, "the data file is cut short or belongs to another model");
    }
  } catch (const Error& error) {
    // Which tensor of which model asked is known here only.
    Place place = error.place();
    if (place.file.empty()) place.file = model_path_;
    if (place.value.empty()) place.value = tensor.proto_name();
    throw Error(error.code(), error.message(), std::move(place), error.remedy());
  }
  return range;
}

std::vector<std::shared_ptr<const MappedFile>> ExternalFiles::opened() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<std::shared_ptr<const MappedFile>> files;
  for (const auto& [location, file] : files_) {
    if (file) files.push_back(file);
  }
  return files;
}

}  // namespace opsmith::format
