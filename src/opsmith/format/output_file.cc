#include "opsmith/format/output_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "opsmith/base/error.h"

namespace opsmith::format {
namespace {

// One call's worth: a signal or an error is noticed this often.
constexpr std::uint64_t kStep = 64ULL << 20;
constexpr std::uint64_t kPage = 4096;
constexpr std::size_t kBuffer = 256 << 10;
// Stays in the processor's cache between being read in and written out: larger windows took twice
// as long.
constexpr std::size_t kWindow = 512 << 10;

bool cannot_copy_in_kernel(int error) {
  return error == EXDEV || error == EINVAL || error == ENOSYS || error == EOPNOTSUPP ||
         error == EBADF || error == ETXTBSY || error == EPERM;
}

}  // namespace

OutputFile::OutputFile(int descriptor, std::string name)
    : descriptor_(descriptor), name_(std::move(name)) {}

void OutputFile::write(ByteView bytes) {
  while (!bytes.empty()) {
    const std::size_t step = std::min<std::size_t>(bytes.size(), kStep);
    const ssize_t done = ::write(descriptor_, bytes.data(), step);
    if (done < 0) {
      if (errno == EINTR) continue;
      fail("cannot write");
    }
    bytes = bytes.subspan(static_cast<std::size_t>(done));
    position_ += static_cast<std::uint64_t>(done);
  }
}

void OutputFile::copy(const MappedFile& source, std::uint64_t offset, std::uint64_t length) {
  // Pages can change hands as wholes only when both sides start them at the same byte. Otherwise
  // the kernel would shift every one of them, which takes longer than writing from the map, a small
  // window of it at a time.
  if (offset % kPage != position_ % kPage) return copy_through_window(source, offset, length);
  const std::uint64_t head = std::min(length, (kPage - offset % kPage) % kPage);
  copy_through_buffer(source, offset, head);
  const std::uint64_t pages = (length - head) / kPage * kPage;
  copy_pages(source, offset + head, pages);
  copy_through_buffer(source, offset + head + pages, length - head - pages);
}

void OutputFile::copy_pages(const MappedFile& source, std::uint64_t offset, std::uint64_t length) {
  auto from = static_cast<off_t>(offset);
  while (length > 0) {
    const auto step = static_cast<std::size_t>(std::min<std::uint64_t>(length, kStep));
    const ssize_t done =
        ::copy_file_range(source.descriptor(), &from, descriptor_, nullptr, step, 0);
    if (done < 0) {
      if (errno == EINTR) continue;
      if (!cannot_copy_in_kernel(errno)) fail("cannot copy into");
    }
    // Some file systems say 0 where they mean that they cannot.
    if (done <= 0) return copy_through_buffer(source, static_cast<std::uint64_t>(from), length);
    length -= static_cast<std::uint64_t>(done);
    position_ += static_cast<std::uint64_t>(done);
  }
}

void OutputFile::copy_through_window(const MappedFile& source, std::uint64_t offset,
                                     std::uint64_t length) {
#ifdef MADV_POPULATE_READ
  while (length > 0) {
    const std::uint64_t skew = offset % kPage;
    const std::uint64_t step = std::min<std::uint64_t>(length, kWindow - skew);
    // The pages come in with one call, not one fault each, and go right after. Unlike a fault, the
    // call reports a file that was cut short meanwhile.
    auto* first = const_cast<std::byte*>(source.bytes().data()) + (offset - skew);
    if (::madvise(first, skew + step, MADV_POPULATE_READ) != 0) break;
    write(source.bytes().subspan(offset, step));
    ::madvise(first, skew + step, MADV_DONTNEED);
    offset += step;
    length -= step;
  }
#endif
  copy_through_buffer(source, offset, length);  // what an old kernel left, and its error messages
}

void OutputFile::copy_through_buffer(const MappedFile& source, std::uint64_t offset,
                                     std::uint64_t length) {
  std::vector<std::byte> buffer(static_cast<std::size_t>(std::min<std::uint64_t>(length, kBuffer)));
  while (length > 0) {
    const auto step = static_cast<std::size_t>(std::min<std::uint64_t>(length, buffer.size()));
    const ssize_t got =
        ::pread(source.descriptor(), buffer.data(), step, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      throw Error(ErrorCode::io,
                  got < 0 ? std::string("cannot read: ") + std::strerror(errno)
                          : std::string("was cut short while it was being copied"),
                  {.file = source.path()});
    }
    write({buffer.data(), static_cast<std::size_t>(got)});
    offset += static_cast<std::uint64_t>(got);
    length -= static_cast<std::uint64_t>(got);
  }
}

void OutputFile::pad_to(std::uint64_t position) {
  static constexpr std::byte kZeros[4096] = {};
  while (position_ < position) {
    write({kZeros, static_cast<std::size_t>(
                       std::min<std::uint64_t>(position - position_, sizeof(kZeros)))});
  }
}

void OutputFile::sync() {
  if (::fsync(descriptor_) == 0) return;
  // Pipes and devices have nothing to wait for.
  if (errno != EINVAL && errno != EROFS) fail("cannot sync");
}

void OutputFile::fail(const char* what) const {
  throw Error(ErrorCode::io, std::string(what) + ": " + std::strerror(errno), {.file = name_},
              errno == ENOSPC ? "free some space, or write elsewhere" : "");
}

}  // namespace opsmith::format
