// Decodes the typed fields of a serialized tensor (int32_data, float_data, …) into the packed bytes
// of raw_data.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "opsmith/ir/tensor.h"

namespace opsmith::format {

// All three read tensor.proto(); `whole` is the file it was cut from, for byte offsets in errors.
// They throw Error(malformed) for damaged fields. The element count is whatever is there: the
// tensor compares it with its dims.
std::vector<std::byte> decode_elements(const ir::Tensor& tensor, std::string_view whole);
std::vector<std::string> decode_strings(const ir::Tensor& tensor, std::string_view whole);
// A SparseTensorProto written out densely. Throws Error(limit) beyond 256 MiB.
std::vector<std::byte> decode_sparse(const ir::Tensor& tensor, std::string_view whole);

}  // namespace opsmith::format
