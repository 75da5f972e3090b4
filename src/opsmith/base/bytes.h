// Views over raw bytes: the currency between mapped files, tensors and the wire format.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace opsmith {

// A view of bytes that somebody else owns (a mapped file, a tensor's buffer). Never owns, never
// aligned by promise.
using ByteView = std::span<const std::byte>;

inline ByteView as_bytes(std::string_view text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}
inline std::string_view as_text(ByteView bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace opsmith
