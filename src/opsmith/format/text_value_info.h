// ValueInfoProto to and from its parts, for records that describe no value of their graph.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "opsmith/ir/value.h"

namespace opsmith::format {

std::string serialize_value_info(std::string_view name, const ir::ValueInfo& info);

struct NamedInfo {
  std::string_view name;
  ir::ValueInfo info;
};
// nullopt when `proto` is damaged or would not come back the same from serialize_value_info. Views
// look into `proto`.
std::optional<NamedInfo> read_value_info(std::string_view proto);

}  // namespace opsmith::format
