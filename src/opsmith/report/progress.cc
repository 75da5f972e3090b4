#include "opsmith/report/progress.h"

#include <unistd.h>

#include <cstdio>
#include <utility>

#include "opsmith/report/style.h"
#include "opsmith/report/text_width.h"
#include "opsmith/report/units.h"

namespace opsmith::report {

using Clock = std::chrono::steady_clock;

Progress::Progress(std::string label, std::size_t total, bool enabled)
    : label_(std::move(label)),
      total_(total),
      visible_(enabled && isatty(STDERR_FILENO) == 1),
      next_(Clock::now() + std::chrono::milliseconds(500)) {}

Progress::~Progress() {
  if (drawn_) std::fputs("\r\x1b[K", stderr);
}

void Progress::step(std::size_t done, std::string_view what) {
  if (!visible_ || Clock::now() < next_) return;
  next_ = Clock::now() + std::chrono::milliseconds(100);
  std::string line = label_ + " " + format_count(done);
  if (total_ > 0) line += " of " + format_count(total_);
  if (!what.empty()) line += "  " + printable(what);
  const Page page = page_for(STDERR_FILENO, ColourChoice::never);
  std::fputs(("\r\x1b[K" + truncate_middle(line, page.width - 1)).c_str(), stderr);
  std::fflush(stderr);
  drawn_ = true;
}

}  // namespace opsmith::report
