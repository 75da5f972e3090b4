#include "opsmith/ir/data_type.h"

#include <array>

namespace opsmith::ir {
namespace {

struct Entry {
  std::string_view name;
  int bits;
};

constexpr std::array<Entry, 27> kTypes = {{
    {"undefined", 0},      {"float", 32},       {"uint8", 8},          {"int8", 8},
    {"uint16", 16},        {"int16", 16},       {"int32", 32},         {"int64", 64},
    {"string", 0},         {"bool", 8},         {"float16", 16},       {"double", 64},
    {"uint32", 32},        {"uint64", 64},      {"complex64", 64},     {"complex128", 128},
    {"bfloat16", 16},      {"float8e4m3fn", 8}, {"float8e4m3fnuz", 8}, {"float8e5m2", 8},
    {"float8e5m2fnuz", 8}, {"uint4", 4},        {"int4", 4},           {"float4e2m1", 4},
    {"float8e8m0", 8},     {"uint2", 2},        {"int2", 2},
}};

const Entry& entry_of(DataType type) {
  const auto index = static_cast<std::size_t>(static_cast<std::int32_t>(type));
  return kTypes[index < kTypes.size() ? index : 0];
}

}  // namespace

std::string_view name_of(DataType type) { return entry_of(type).name; }
int bits_of(DataType type) { return entry_of(type).bits; }

std::optional<DataType> data_type_from_name(std::string_view name) {
  for (std::size_t i = 1; i < kTypes.size(); ++i) {
    if (kTypes[i].name == name) return static_cast<DataType>(i);
  }
  return std::nullopt;
}

bool is_floating(DataType type) {
  switch (type) {
    case DataType::float32:
    case DataType::float16:
    case DataType::float64:
    case DataType::bfloat16:
    case DataType::float8e4m3fn:
    case DataType::float8e4m3fnuz:
    case DataType::float8e5m2:
    case DataType::float8e5m2fnuz:
    case DataType::float4e2m1:
    case DataType::float8e8m0:
      return true;
    default:
      return false;
  }
}

bool is_signed_integer(DataType type) {
  switch (type) {
    case DataType::int8:
    case DataType::int16:
    case DataType::int32:
    case DataType::int64:
    case DataType::int4:
    case DataType::int2:
      return true;
    default:
      return false;
  }
}

bool is_integer(DataType type) {
  switch (type) {
    case DataType::uint8:
    case DataType::uint16:
    case DataType::uint32:
    case DataType::uint64:
    case DataType::uint4:
    case DataType::uint2:
      return true;
    default:
      return is_signed_integer(type);
  }
}

}  // namespace opsmith::ir
