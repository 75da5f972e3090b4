#include "opsmith/report/text_width.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace opsmith::report {
namespace {

struct Character {
  std::uint32_t code = 0;
  std::size_t bytes = 1;
  bool valid = false;
};

// Decodes the character at the front of `text` (not empty). Overlong forms and surrogates are
// invalid.
Character decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  std::size_t length = 0;
  std::uint32_t code = 0;
  if (lead >= 0xC2 && lead <= 0xDF) {
    length = 2;
    code = lead & 0x1FU;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    length = 3;
    code = lead & 0x0FU;
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    length = 4;
    code = lead & 0x07U;
  }
  if (length == 0 || text.size() < length) return {lead, 1, false};
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return {lead, 1, false};
    code = code << 6 | (byte(i) & 0x3FU);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  if (overlong || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return {lead, 1, false};
  return {code, length, true};
}

using Range = std::pair<std::uint32_t, std::uint32_t>;

// Blocks of combining and zero-width characters.
constexpr std::array<Range, 10> kZeroWidth = {{{0x0300, 0x036F},
                                               {0x0483, 0x0489},
                                               {0x0591, 0x05BD},
                                               {0x0610, 0x061A},
                                               {0x064B, 0x065F},
                                               {0x1AB0, 0x1AFF},
                                               {0x200B, 0x200F},
                                               {0x20D0, 0x20FF},
                                               {0xFE00, 0xFE0F},
                                               {0xFE20, 0xFE2F}}};
// Blocks that terminals draw two columns wide (Unicode East Asian Width W and F, emoji).
constexpr std::array<Range, 12> kWide = {{{0x1100, 0x115F},
                                          {0x2E80, 0x303E},
                                          {0x3041, 0x33FF},
                                          {0x3400, 0x4DBF},
                                          {0x4E00, 0x9FFF},
                                          {0xA000, 0xA4CF},
                                          {0xAC00, 0xD7A3},
                                          {0xF900, 0xFAFF},
                                          {0xFF00, 0xFF60},
                                          {0xFFE0, 0xFFE6},
                                          {0x1F300, 0x1FAFF},
                                          {0x20000, 0x3FFFD}}};

template <std::size_t N>
bool in(const std::array<Range, N>& ranges, std::uint32_t code) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [code](const Range& r) { return code >= r.first && code <= r.second; });
}

std::size_t width_of(const Character& c) {
  if (c.code < 0x300 || !c.valid) return 1;
  if (in(kZeroWidth, c.code)) return 0;
  return in(kWide, c.code) ? 2 : 1;
}

bool is_control(std::uint32_t code) {
  // C0, DEL, C1, and the characters that turn the direction of text around.
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x202A && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

std::string escape(const Character& c) {
  constexpr char kDigits[] = "0123456789abcdef";
  switch (c.code) {
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      break;
  }
  if (c.code < 0x100) return {'\\', 'x', kDigits[c.code >> 4 & 15U], kDigits[c.code & 15U]};
  std::string text = "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) text += kDigits[c.code >> shift & 15U];
  return text;
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const Character c = decode(text);
    width += width_of(c);
    text.remove_prefix(c.bytes);
  }
  return width;
}

std::string printable(std::string_view text) {
  std::string safe;
  safe.reserve(text.size());
  while (!text.empty()) {
    const Character c = decode(text);
    if (!c.valid || is_control(c.code)) {
      safe += escape(c);
    } else {
      safe += text.substr(0, c.bytes);
    }
    text.remove_prefix(c.bytes);
  }
  return safe;
}

std::string valid_utf8(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  while (!text.empty()) {
    const Character c = decode(text);
    if (c.valid) {
      valid += text.substr(0, c.bytes);
    } else {
      valid += "\xEF\xBF\xBD";
    }
    text.remove_prefix(c.bytes);
  }
  return valid;
}

namespace {

// The longest prefix of at most `width` columns, in bytes.
std::size_t prefix_bytes(std::string_view text, std::size_t width) {
  std::size_t bytes = 0, used = 0;
  while (bytes < text.size()) {
    const Character c = decode(text.substr(bytes));
    if (used + width_of(c) > width) break;
    used += width_of(c);
    bytes += c.bytes;
  }
  return bytes;
}

// Where the longest suffix of at most `width` columns begins.
std::size_t suffix_start(std::string_view text, std::size_t width) {
  std::vector<std::pair<std::size_t, std::size_t>> characters;  // start, width
  // Only the end matters: four bytes a column and some for combining marks are plenty.
  std::size_t at = text.size() > width * 8 + 64 ? text.size() - (width * 8 + 64) : 0;
  while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80) ++at;
  while (at < text.size()) {
    const Character c = decode(text.substr(at));
    characters.emplace_back(at, width_of(c));
    at += c.bytes;
  }
  std::size_t start = text.size(), used = 0;
  for (auto c = characters.rbegin(); c != characters.rend(); ++c) {
    if (used + c->second > width) break;
    used += c->second;
    start = c->first;
  }
  return start;
}

}  // namespace

std::string truncate_middle(std::string_view text, std::size_t width) {
  if (prefix_bytes(text, width) == text.size()) return std::string(text);
  if (width == 0) return {};
  const std::size_t tail = (width - 1) / 2;
  const std::size_t head = width - 1 - tail;
  std::string result(text.substr(0, prefix_bytes(text, head)));
  result += "…";
  result += text.substr(suffix_start(text, tail));
  return result;
}

std::string truncate_end(std::string_view text, std::size_t width) {
  if (prefix_bytes(text, width) == text.size()) return std::string(text);
  if (width == 0) return {};
  return std::string(text.substr(0, prefix_bytes(text, width - 1))) + "…";
}

std::string pad_right(std::string_view text, std::size_t width) {
  const std::size_t used = display_width(text);
  return std::string(text) + std::string(used < width ? width - used : 0, ' ');
}

std::string pad_left(std::string_view text, std::size_t width) {
  const std::size_t used = display_width(text);
  return std::string(used < width ? width - used : 0, ' ') + std::string(text);
}

}  // namespace opsmith::report
