// ONNX test data: one serialized TensorProto, SequenceProto or OptionalProto a file.
#pragma once

#include <string>
#include <utility>

#include "opsmith/runtime/array.h"

namespace opsmith::runtime {

// `type` says what the file holds (null: a tensor). Returns the name recorded in it and the value.
// Throws Error(missing_file | malformed | unsupported).
std::pair<std::string, Array> read_tensor_pb(const std::string& path,
                                             const ir::Type* type = nullptr);
std::pair<std::string, Array> parse_tensor_pb(ByteView bytes, const std::string& file,
                                              const ir::Type* type = nullptr);

// The same file format, for a tensor.
std::string format_tensor_pb(const Array& array, const std::string& name);

}  // namespace opsmith::runtime
