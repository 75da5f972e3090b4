// Reads a model from ONNX text; docs/text-format.md describes the syntax.
#pragma once

#include <memory>
#include <string_view>

#include "opsmith/ir/model.h"

namespace opsmith::format {

// Throws Error(malformed) with line, column, the line and a caret under it. `file_name` is for
// messages, and external data is looked for beside it. The model keeps a copy of the text. Names
// that are defined twice or not at all do not throw; see Model::link_problems. Time is linear.
std::unique_ptr<ir::Model> parse_text(std::string_view text, std::string_view file_name);

}  // namespace opsmith::format
