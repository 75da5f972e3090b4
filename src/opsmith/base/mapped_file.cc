#include "opsmith/base/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

#include "opsmith/base/error.h"

namespace opsmith {

std::shared_ptr<const MappedFile> MappedFile::open(const std::string& path) {
  std::shared_ptr<MappedFile> file(new MappedFile());
  file->path_ = path;
  // O_NONBLOCK: opening a FIFO must not hang; it is refused below as not a regular file.
  file->descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file->descriptor_ < 0) {
    throw Error(ErrorCode::missing_file, std::string("cannot open: ") + std::strerror(errno),
                {.file = path}, "check the path and its permissions");
  }
  struct stat info = {};
  if (::fstat(file->descriptor_, &info) != 0 || !S_ISREG(info.st_mode)) {
    throw Error(ErrorCode::missing_file,
                S_ISDIR(info.st_mode) ? "is a directory, not a file" : "is not a regular file",
                {.file = path}, "give the path of a file");
  }
  if (info.st_size == 0) return file;
  const auto size = static_cast<std::size_t>(info.st_size);
  void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file->descriptor_, 0);
  if (address == MAP_FAILED) {
    throw Error(ErrorCode::io, std::string("cannot map: ") + std::strerror(errno), {.file = path});
  }
  file->bytes_ = {static_cast<const std::byte*>(address), size};
  return file;
}

std::shared_ptr<const MappedFile> MappedFile::from_memory(std::string name, std::string content) {
  std::shared_ptr<MappedFile> file(new MappedFile());
  file->path_ = std::move(name);
  file->memory_ = std::move(content);
  file->bytes_ = as_bytes(file->memory_);
  return file;
}

void MappedFile::release(ByteView view) const {
  if (descriptor_ < 0 || view.empty() || !contains(view)) return;
  // The map is private and read-only, so that nothing is lost with a page.
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto before = reinterpret_cast<std::uintptr_t>(view.data()) % page;
  std::byte* first = const_cast<std::byte*>(view.data()) - before;
  ::madvise(first, view.size() + before, MADV_DONTNEED);
}

MappedFile::~MappedFile() {
  if (descriptor_ >= 0) {
    if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
    ::close(descriptor_);
  }
}

}  // namespace opsmith
