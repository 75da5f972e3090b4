#include "opsmith/format/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <random>
#include <utility>

#include "opsmith/base/error.h"

namespace opsmith::format {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxLinks = 40;  // as the kernel
constexpr int kAttempts = 100;
constexpr const char* kTemporary = ".tmp-";

[[noreturn]] void fail(const std::string& what, const std::string& path, const char* remedy = "") {
  throw Error(ErrorCode::io, what + ": " + std::strerror(errno), {.file = path}, remedy);
}

std::string random_suffix() {
  static constexpr char kLetters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
  std::random_device device;
  std::string suffix;
  for (int i = 0; i < 8; ++i) suffix += kLetters[device() % (sizeof(kLetters) - 1)];
  return suffix;
}

}  // namespace

std::string follow_link(const std::string& path) {
  fs::path where = path;
  std::error_code error;
  for (int i = 0; i < kMaxLinks && fs::is_symlink(where, error); ++i) {
    const fs::path target = fs::read_symlink(where, error);
    if (error) break;
    where = target.is_absolute() ? target : where.parent_path() / target;
  }
  return where.string();
}

void sync_folder_of(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  const int descriptor =
      ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

AtomicFile::AtomicFile(const std::string& path) : target_(follow_link(path)) {
  struct stat info = {};
  const bool exists = ::stat(target_.c_str(), &info) == 0;
  if (exists && S_ISDIR(info.st_mode)) {
    throw Error(ErrorCode::usage, "cannot write: is a directory", {.file = target_},
                "give the name of a file");
  }
  const fs::path folder = fs::path(target_).parent_path();
  create(folder.empty() ? "." : folder.string());
  if (exists) ::fchmod(descriptor_, info.st_mode & 07777);
  out_.emplace(descriptor_, target_);
}

void AtomicFile::create(const std::string& folder) {
  // 0666 less the umask, as every program that makes a new file.
  constexpr mode_t kMode = 0666;
  // A nameless file gets its name through /proc.
  if (::access("/proc/self/fd", X_OK) == 0) {
    descriptor_ = ::open(folder.c_str(), O_RDWR | O_TMPFILE | O_CLOEXEC, kMode);
    if (descriptor_ >= 0) return;
  }
  for (int attempt = 0; attempt < kAttempts && descriptor_ < 0; ++attempt) {
    temporary_ = target_ + kTemporary + random_suffix();
    descriptor_ = ::open(temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, kMode);
    if (descriptor_ < 0 && errno != EEXIST) {
      temporary_.clear();
      fail("cannot create", target_, "check that the folder exists and can be written to");
    }
  }
  if (descriptor_ < 0) fail("cannot create", target_);
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void AtomicFile::publish(bool durable) {
  // A link cannot take another file's place, so that a nameless file goes through a temporary name
  // too.
  const std::string nameless = "/proc/self/fd/" + std::to_string(descriptor_);
  for (int attempt = 0; temporary_.empty(); ++attempt) {
    std::string name = target_ + kTemporary + random_suffix();
    if (::linkat(AT_FDCWD, nameless.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) {
      temporary_ = std::move(name);
    } else if (errno != EEXIST || attempt == kAttempts) {
      fail("cannot create", target_);
    }
  }
  // Closing can report a late write error on network file systems.
  const int descriptor = std::exchange(descriptor_, -1);
  if (::close(descriptor) != 0) fail("cannot write", target_);
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail("cannot replace", target_);
  temporary_.clear();
  if (durable) sync_folder_of(target_);
}

}  // namespace opsmith::format
