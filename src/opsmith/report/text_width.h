// How wide text is on a terminal, and fitting it into a given width.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace opsmith::report {

// Columns that UTF-8 text takes: wide characters (East Asian, emoji) two, combining marks none.
// Bytes that are not UTF-8 count one each.
std::size_t display_width(std::string_view text);

// The text safe for a terminal: control characters and bytes that are not UTF-8 become "\n",
// "\x1b", … so that a model's names can neither move the cursor nor break a table.
std::string printable(std::string_view text);
// The text as valid UTF-8 with nothing else changed: stray bytes become U+FFFD.
std::string valid_utf8(std::string_view text);

// At most `width` columns: the middle of longer text gives way to "…", because names differ at both
// ends.
std::string truncate_middle(std::string_view text, std::size_t width);
// The same with the end giving way: for values.
std::string truncate_end(std::string_view text, std::size_t width);

// With spaces to exactly `width` columns (longer text stays as it is).
std::string pad_right(std::string_view text, std::size_t width);
std::string pad_left(std::string_view text, std::size_t width);

}  // namespace opsmith::report
