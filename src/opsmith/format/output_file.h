// Bytes going out through a descriptor, straight from memory or from another file inside the
// kernel.
#pragma once

#include <cstdint>
#include <string>

#include "opsmith/base/mapped_file.h"

namespace opsmith::format {

class OutputFile {
 public:
  // Writes from the descriptor's current position on. Does not own it. `name` is for messages.
  OutputFile(int descriptor, std::string name);

  // All throw Error(io) with the system's reason.
  void write(ByteView bytes);
  // Bytes of `source` from file to file: the file system shares whole pages where it can (reflink)
  // and the kernel copies them elsewhere; what does not start at the same byte of a page on both
  // sides passes through a small buffer. Never through the map.
  void copy(const MappedFile& source, std::uint64_t offset, std::uint64_t length);
  // Zero bytes up to `position`.
  void pad_to(std::uint64_t position);
  // Bytes written so far.
  std::uint64_t position() const { return position_; }
  // Waits until everything is on the disk.
  void sync();

 private:
  void copy_pages(const MappedFile& source, std::uint64_t offset, std::uint64_t length);
  void copy_through_window(const MappedFile& source, std::uint64_t offset, std::uint64_t length);
  void copy_through_buffer(const MappedFile& source, std::uint64_t offset, std::uint64_t length);
  [[noreturn]] void fail(const char* what) const;

  int descriptor_;
  std::string name_;
  std::uint64_t position_ = 0;
};

}  // namespace opsmith::format
