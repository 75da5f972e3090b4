// ONNX element types (TensorProto.DataType), with the names that ONNX text uses.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace opsmith::ir {

// The numbers are those of TensorProto.DataType; a number from a newer ONNX is kept as it is.
enum class DataType : std::int32_t {
  undefined = 0,
  float32 = 1,
  uint8 = 2,
  int8 = 3,
  uint16 = 4,
  int16 = 5,
  int32 = 6,
  int64 = 7,
  string = 8,
  boolean = 9,
  float16 = 10,
  float64 = 11,
  uint32 = 12,
  uint64 = 13,
  complex64 = 14,
  complex128 = 15,
  bfloat16 = 16,
  float8e4m3fn = 17,
  float8e4m3fnuz = 18,
  float8e5m2 = 19,
  float8e5m2fnuz = 20,
  uint4 = 21,
  int4 = 22,
  float4e2m1 = 23,
  float8e8m0 = 24,
  uint2 = 25,
  int2 = 26,
};

// "float", "int64", "bfloat16", … as ONNX text spells them; "undefined" for 0 and unknown numbers.
std::string_view name_of(DataType type);
std::optional<DataType> data_type_from_name(std::string_view name);

// Bits that one element takes when packed in raw_data; 0 for strings, undefined and unknown
// numbers.
int bits_of(DataType type);

bool is_floating(DataType type);  // float16/32/64, bfloat16, the 8- and 4-bit floats
bool is_integer(DataType type);   // signed and unsigned, of every width; not bool
bool is_signed_integer(DataType type);

}  // namespace opsmith::ir
