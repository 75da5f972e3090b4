#include "opsmith/runtime/stub_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "opsmith/base/error.h"

namespace opsmith::runtime {

StubFile::StubFile(const std::string& name, std::uint64_t size) {
  std::error_code unknown;
  std::filesystem::path base = std::filesystem::temp_directory_path(unknown);
  if (unknown) base = "/tmp";
  folder_ = (base / "opsmith-XXXXXX").string();
  auto fail = [this](const char* what) {
    return Error(ErrorCode::io, std::string(what) + ": " + std::strerror(errno), {.file = folder_},
                 "point TMPDIR at a folder that can be written to");
  };
  if (!::mkdtemp(folder_.data())) throw fail("cannot make a temporary folder");
  file_ = folder_ + "/" + name;
  const int descriptor = ::open(file_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  const bool made = descriptor >= 0 && ::ftruncate(descriptor, static_cast<off_t>(size)) == 0;
  Error error = fail("cannot make a temporary file");
  if (descriptor >= 0) ::close(descriptor);
  if (made) return;
  ::unlink(file_.c_str());
  ::rmdir(folder_.c_str());
  throw error;
}

StubFile::~StubFile() {
  ::unlink(file_.c_str());
  ::rmdir(folder_.c_str());
}

}  // namespace opsmith::runtime
