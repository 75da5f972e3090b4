// Which string fields ONNX text tells absent from empty, though it shows neither.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace opsmith::format {

enum class Presence : std::uint8_t {
  node_name,
  node_domain,
  node_overload,
  node_doc,
  value_doc,
  attribute_doc,
  tensor_name,
  count
};
inline constexpr auto kPresenceCount = static_cast<std::size_t>(Presence::count);
// "node.name", …, as comments at the top of a text name them.
inline constexpr std::array<std::string_view, kPresenceCount> kPresenceNames = {
    "node.name",        "node.domain",          "node.overload", "node.doc_string",
    "value.doc_string", "attribute.doc_string", "tensor.name"};

}  // namespace opsmith::format
