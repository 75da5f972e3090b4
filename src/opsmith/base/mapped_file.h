// A file mapped read-only into memory. Pages are read by the kernel when touched, so opening costs
// nothing for any size, and bytes that nobody looks at never enter memory.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "opsmith/base/bytes.h"

namespace opsmith {

class MappedFile {
 public:
  // Maps `path`. Throws Error(missing_file) when it cannot be opened or is not a regular file.
  static std::shared_ptr<const MappedFile> open(const std::string& path);
  // Holds bytes that did not come from a mappable file (standard input). `name` is for messages.
  static std::shared_ptr<const MappedFile> from_memory(std::string name, std::string content);

  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  ByteView bytes() const { return bytes_; }
  std::string_view text() const { return as_text(bytes_); }
  const std::string& path() const { return path_; }
  // The open descriptor behind the map, for kernel copies; -1 for memory.
  int descriptor() const { return descriptor_; }

  // True when `view` lies inside the mapped bytes.
  bool contains(ByteView view) const {
    return !bytes_.empty() && view.data() >= bytes_.data() &&
           view.data() + view.size() <= bytes_.data() + bytes_.size();
  }
  // Drops the pages that `view`, a part of bytes(), lies in from this process; the next look reads
  // them again. For whoever has walked over bytes that nobody will look at soon. Nothing happens
  // for memory.
  void release(ByteView view) const;
  std::uint64_t offset_of(ByteView view) const {
    return static_cast<std::uint64_t>(view.data() - bytes_.data());
  }

 private:
  MappedFile() = default;

  std::string path_;
  std::string memory_;
  ByteView bytes_;
  int descriptor_ = -1;
};

}  // namespace opsmith
