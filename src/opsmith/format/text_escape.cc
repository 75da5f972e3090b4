#include "opsmith/format/text_escape.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "opsmith/format/text_number.h"
#include "opsmith/ir/data_type.h"

namespace opsmith::format {
namespace {

constexpr std::string_view kHex = "0123456789abcdef";
constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::int8_t, 256> base64_values() {
  std::array<std::int8_t, 256> values{};
  for (auto& value : values) value = -1;
  for (std::size_t i = 0; i < kBase64.size(); ++i) {
    values[static_cast<unsigned char>(kBase64[i])] = static_cast<std::int8_t>(i);
  }
  for (const char c : {' ', '\t', '\n', '\r'}) values[static_cast<unsigned char>(c)] = -2;
  return values;
}
constexpr std::array<std::int8_t, 256> kBase64Values = base64_values();

// Length of the well-formed UTF-8 sequence at `index`; 0 when there is none, or it is a control
// character.
std::size_t printable_length(std::string_view text, std::size_t index) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const unsigned lead = byte(index);
  if (lead < 0x80) return lead >= 0x20 && lead != 0x7f ? 1 : 0;
  std::size_t length = 0;
  unsigned low = 0x80;
  unsigned high = 0xbf;
  if (lead >= 0xc2 && lead <= 0xdf) {
    length = 2;
    if (lead == 0xc2) low = 0xa0;  // U+0080..U+009F are controls
  } else if (lead >= 0xe0 && lead <= 0xef) {
    length = 3;
    if (lead == 0xe0) low = 0xa0;
    if (lead == 0xed) high = 0x9f;
  } else if (lead >= 0xf0 && lead <= 0xf4) {
    length = 4;
    if (lead == 0xf0) low = 0x90;
    if (lead == 0xf4) high = 0x8f;
  } else {
    return 0;
  }
  if (byte(index + 1) < low || byte(index + 1) > high) return 0;
  for (std::size_t i = 2; i < length; ++i) {
    if (byte(index + i) < 0x80 || byte(index + i) > 0xbf) return 0;
  }
  return length;
}

bool all_printable(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = printable_length(text, i);
    if (length == 0) return false;
    i += length;
  }
  return true;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

bool is_plain_identifier(std::string_view text) {
  auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  if (text.empty() || !letter(text[0])) return false;
  return std::all_of(text.begin(), text.end(),
                     [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

bool is_type_word(std::string_view text) {
  return ir::data_type_from_name(text).has_value() || text == "seq" || text == "map" ||
         text == "optional" || text == "sparse_tensor" || text == "opaque";
}

bool is_reserved_word(std::string_view text) {
  return is_type_word(text) || is_special_float(text);
}

void append_quoted(std::string& out, std::string_view text) {
  if (all_printable(text)) {
    out += '"';
    for (const char c : text) {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
    out += '"';
    return;
  }
  out += "e\"";
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (const std::size_t length = printable_length(text, i); length > 0) {
      if (c == '"' || c == '\\') out += '\\';
      out += text.substr(i, length);
      i += length;
      continue;
    }
    ++i;
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c == '\r') {
      out += "\\r";
    } else {
      out += "\\x";
      out += kHex[static_cast<unsigned char>(c) >> 4];
      out += kHex[static_cast<unsigned char>(c) & 15U];
    }
  }
  out += '"';
}

void append_name(std::string& out, std::string_view name) {
  if (is_plain_identifier(name) && !is_reserved_word(name)) {
    out += name;
  } else {
    append_quoted(out, name);
  }
}

std::string unescape_plain(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    result += text[i];
  }
  return result;
}

std::optional<std::string> unescape_c_style(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      result += text[i];
      continue;
    }
    if (++i >= text.size()) return std::nullopt;
    switch (text[i]) {
      case 'n':
        result += '\n';
        break;
      case 't':
        result += '\t';
        break;
      case 'r':
        result += '\r';
        break;
      case '"':
      case '\\':
        result += text[i];
        break;
      case 'x': {
        if (i + 2 >= text.size()) return std::nullopt;
        const int high = hex_digit(text[i + 1]);
        const int low = hex_digit(text[i + 2]);
        if (high < 0 || low < 0) return std::nullopt;
        result += static_cast<char>(high * 16 + low);
        i += 2;
        break;
      }
      default:
        return std::nullopt;
    }
  }
  return result;
}

void append_base64(std::string& out, std::string_view bytes) {
  out.reserve(out.size() + (bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      group = group << 8 | (j < left ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    }
    for (std::size_t j = 0; j < 4; ++j)
      out += j <= left ? kBase64[(group >> (18 - 6 * j)) & 63U] : '=';
  }
}

std::optional<std::string> decode_base64(std::string_view text) {
  std::string result;
  result.reserve(text.size() / 4 * 3);
  std::uint32_t group = 0;
  int digits = 0;
  int padding = 0;
  for (const char c : text) {
    const int value = kBase64Values[static_cast<unsigned char>(c)];
    if (value == -2) continue;
    if (c == '=') {
      ++padding;
    } else if (value < 0 || padding > 0) {
      return std::nullopt;
    }
    group = group << 6 | static_cast<std::uint32_t>(value < 0 ? 0 : value);
    if (++digits < 4) continue;
    if (padding > 2) return std::nullopt;
    result += static_cast<char>(group >> 16 & 255U);
    if (padding < 2) result += static_cast<char>(group >> 8 & 255U);
    if (padding < 1) result += static_cast<char>(group & 255U);
    if (padding > 0) padding = 3;  // nothing may follow
    group = 0;
    digits = 0;
  }
  if (digits != 0) return std::nullopt;
  return result;
}

}  // namespace opsmith::format
