// Between our arrays and ONNX Runtime's values. Internal to this room.
#pragma once

#include <onnxruntime_c_api.h>

#include <memory>
#include <string>

#include "opsmith/runtime/array.h"
#include "opsmith/runtime/library.h"

namespace opsmith::runtime {

// Owners of ONNX Runtime's objects: the deleter is the API's release function.
template <typename T>
using OrtHandle = std::unique_ptr<T, void (*)(T*)>;
using OrtValueHandle = OrtHandle<OrtValue>;

// The numbers of both enumerations agree up to int4.
ONNXTensorElementDataType to_ort_type(ir::DataType type);
ir::DataType from_ort_type(ONNXTensorElementDataType type);

OrtHandle<OrtMemoryInfo> cpu_memory(const Library& library);

// A value over memory that stays the caller's. `bytes` must hold what type and dims say.
OrtValueHandle view_as_value(const Library& library, const OrtMemoryInfo* memory, ir::DataType type,
                             const std::vector<std::int64_t>& dims, ByteView bytes);
// A value for `array`: over the array's bytes, which must outlive it; strings are copied. Throws
// Error(runtime) for what ONNX Runtime's C interface cannot make: an empty sequence, an optional
// without a value.
OrtValueHandle make_value(const Library& library, const OrtMemoryInfo* memory, const Array& array);

// A copy of what `value` holds; null and empty optionals give Kind::none, sparse tensors become
// dense.
Array read_value(const Library& library, const OrtValue* value);

ir::TypePtr read_type(const Library& library, const OrtTypeInfo* info);

}  // namespace opsmith::runtime
