#include "opsmith/report/style.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace opsmith::report {
namespace {

constexpr std::size_t kWidthOfFiles = 100;
constexpr std::size_t kLeastWidth = 40;
constexpr std::size_t kMostWidth = 400;

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

std::size_t terminal_width(int descriptor) {
  const std::string columns(environment("COLUMNS"));
  if (const long asked = std::strtol(columns.c_str(), nullptr, 10); asked > 0) {
    return static_cast<std::size_t>(asked);
  }
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return kWidthOfFiles;
}

const char* code_of(Style style) {
  switch (style) {
    case Style::plain:
      return "";
    case Style::title:
      return "\x1b[1m";
    case Style::dim:
      return "\x1b[2m";
    case Style::good:
      return "\x1b[32m";
    case Style::bad:
      return "\x1b[31m";
    case Style::warning:
      return "\x1b[33m";
    case Style::accent:
      return "\x1b[36m";
  }
  return "";
}

}  // namespace

std::string styled(std::string_view text, Style style, const Page& page) {
  if (!page.colour || style == Style::plain || text.empty()) return std::string(text);
  return code_of(style) + std::string(text) + "\x1b[0m";
}

Page page_for(int descriptor, ColourChoice choice) {
  Page page;
  const bool terminal = isatty(descriptor) == 1;
  if (terminal) page.width = std::clamp(terminal_width(descriptor), kLeastWidth, kMostWidth);
  page.colour = choice == ColourChoice::always ||
                (choice == ColourChoice::automatic && terminal && environment("NO_COLOR").empty() &&
                 environment("TERM") != "dumb");
  return page;
}

}  // namespace opsmith::report
