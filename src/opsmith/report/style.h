// Colours, and the page that text is laid out for.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace opsmith::report {

enum class Style { plain, title, dim, good, bad, warning, accent };

struct Page {
  std::size_t width = 100;
  bool colour = false;
};

// The text between escape codes when the page has colour.
std::string styled(std::string_view text, Style style, const Page& page);

enum class ColourChoice { automatic, always, never };

// The page for a descriptor (1, 2): the terminal's width (COLUMNS goes first) and colour on a
// terminal unless NO_COLOR is set or TERM is dumb; else 100 columns without colour.
Page page_for(int descriptor, ColourChoice choice);

}  // namespace opsmith::report
