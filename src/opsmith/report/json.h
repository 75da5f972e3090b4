// JSON for --json. Keys keep the order in which they were added.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "opsmith/ir/type.h"

namespace opsmith::report {

using Json = nlohmann::ordered_json;

// Names in a model are bytes: those that are not UTF-8 are replaced, so that a dump never fails.
Json json_text(std::string_view text);
std::string valid_key(std::string_view text);  // the same for an object's key
// Numbers that JSON lacks become the strings "NaN", "inf" and "-inf".
Json json_number(double number);
// [1, "batch", null]: sizes, symbols, unknown; null when the rank is unknown.
Json json_shape(const ir::Type* type);
Json json_dims(const std::vector<std::int64_t>& dims);
// {"name", "dtype", "shape", "type"}; dtype is null when nothing is known, and that of the elements
// for sequences and optionals, which have a null shape.
Json json_value(std::string_view name, const ir::Type* type);

// Two spaces a level, '\n' at the end.
std::string dump(const Json& json);

}  // namespace opsmith::report
