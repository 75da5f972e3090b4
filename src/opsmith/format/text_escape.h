// Spelling of names, strings and bytes in ONNX text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace opsmith::format {

// [A-Za-z_][A-Za-z0-9_]*
bool is_plain_identifier(std::string_view text);
// A word that starts a type: an element type's name, seq, map, optional, sparse_tensor, opaque.
bool is_type_word(std::string_view text);
// A word that starts a type where a name could stand ("float", "seq", …) or reads as a number
// ("nan", "inf").
bool is_reserved_word(std::string_view text);

// "…" when `text` is printable UTF-8, else e"…" with C escapes (\n \t \r \" \\ \xHH). Any bytes
// come back.
void append_quoted(std::string& out, std::string_view text);
// The bare word when it is a plain identifier and not reserved, else quoted.
void append_name(std::string& out, std::string_view name);

// What stands between quotes, without its escapes. plain: a backslash stands for the next character
// as it is (as in onnx's own parser); C style: as above. nullopt when a C escape is unknown or
// incomplete.
std::string unescape_plain(std::string_view text);
std::optional<std::string> unescape_c_style(std::string_view text);

// Base 64 (RFC 4648, padded). Decoding skips white space; nullopt for anything else that is not
// base 64.
void append_base64(std::string& out, std::string_view bytes);
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace opsmith::format
