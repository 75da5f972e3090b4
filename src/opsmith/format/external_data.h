// Tensor elements that lie outside the model file (TensorProto.external_data): finding the file
// safely, mapping it when first asked for, and finding which mapped file a range of bytes lies in.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "opsmith/base/mapped_file.h"
#include "opsmith/ir/tensor.h"

namespace opsmith::format {

// The data files of one model. Each is mapped once, when first asked for, and stays mapped, so that
// views into it hold even after the file was replaced on disk. Thread-safe.
class ExternalFiles {
 public:
  // `model_path` is the model's file; empty for a model that came from elsewhere (locations are
  // then relative to the current folder).
  explicit ExternalFiles(std::string model_path);

  // Maps the file at `location`. Throws Error(malformed) for a location that is absolute, climbs
  // out with "..", or leads through a symbolic link out of the model's folder (see docs/format.md);
  // Error(missing_file) when it is not there, naming the `needed` bytes.
  std::shared_ptr<const MappedFile> open(const std::string& location, std::uint64_t needed) const;

  // Elements of an external tensor: [offset, offset + length) of its file. Throws as open() does,
  // and Error(malformed) when the file is too short.
  struct Range {
    std::shared_ptr<const MappedFile> file;
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
    ByteView view() const { return file->bytes().subspan(offset, length); }
  };
  Range range_of(const ir::Tensor& tensor) const;

  // The file that `location` names, by text alone: folder + location.
  std::string path_of(const std::string& location) const;
  // The files mapped so far.
  std::vector<std::shared_ptr<const MappedFile>> opened() const;

 private:
  std::string model_path_;
  mutable std::mutex mutex_;
  mutable std::map<std::string, std::shared_ptr<const MappedFile>> files_;
};

// Refuses a location that is empty, absolute, or climbs out of the folder by its text.
void check_location(const std::string& location);

// The entries of TensorProto.external_data as numbers; see parse_external_entry.
// Unreadable numbers become the largest, which no file is long enough for.
void set_external_entry(ir::ExternalData& data, std::string_view key, std::string_view value);

}  // namespace opsmith::format
