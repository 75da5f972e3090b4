// Reads models: ONNX protobuf (mapped, nothing copied) and ONNX text.
#pragma once

#include <memory>
#include <string>

#include "opsmith/base/mapped_file.h"
#include "opsmith/ir/model.h"

namespace opsmith::format {

// Loads `path`: ".onnx" is protobuf, ".onnxtxt" is text, "-" is standard input and any other name
// is told by content. Throws Error(missing_file), Error(malformed) or Error(limit), with the file
// named. Names defined twice or not at all do not throw; see Model::link_problems. External data is
// not opened before somebody asks for elements.
std::unique_ptr<ir::Model> load_model(const std::string& path);

// The same from the bytes of a ModelProto. The model keeps `file`; its path (empty: none) is where
// external data is looked for.
std::unique_ptr<ir::Model> parse_model(const std::shared_ptr<const MappedFile>& file);

}  // namespace opsmith::format
