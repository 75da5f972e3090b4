#include "opsmith/cli/output.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "opsmith/base/error.h"
#include "opsmith/report/text_width.h"

namespace opsmith::cli {

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      if (errno == EPIPE) return false;
      throw Error(ErrorCode::io,
                  std::string("cannot write to ") +
                      (descriptor == STDOUT_FILENO ? "standard output" : "standard error") + ": " +
                      std::strerror(errno));
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

void Output::configure(const CommonOptions& options, bool result_to_error) {
  quiet_ = options.quiet;
  verbose_ = options.verbose;
  descriptor_ = result_to_error ? STDERR_FILENO : STDOUT_FILENO;
  page_ = report::page_for(descriptor_, options.colour);
}

void Output::heading(std::string_view text) {
  if (!buffer_.empty()) buffer_ += "\n";
  buffer_ += report::styled(text, report::Style::title, page_) + "\n";
}

void Output::note(std::string_view text) const {
  if (quiet_) return;
  write_all(STDERR_FILENO, "opsmith: " + report::printable(text) + "\n");
}

void Output::flush() {
  const std::string text = std::move(buffer_);
  buffer_.clear();
  write_all(descriptor_, text);
}

}  // namespace opsmith::cli
