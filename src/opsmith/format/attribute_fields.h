// Which field of AttributeProto holds the payload of which attribute type.
#pragma once

#include <cstdint>

#include "opsmith/ir/attribute.h"

namespace opsmith::format {

inline constexpr std::int64_t kLastAttributeType = 14;

std::uint32_t payload_field_of(ir::AttributeType type);  // 0 for undefined
bool is_payload_field(std::uint32_t number);
// Sets the payload to what an attribute with no such field means: 0, an empty string, an empty
// list; nothing for tensors, graphs and types.
void start_payload(std::uint32_t field, ir::Attribute& attribute);

}  // namespace opsmith::format
