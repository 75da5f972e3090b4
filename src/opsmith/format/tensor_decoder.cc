#include "opsmith/format/tensor_decoder.h"

#include <cstring>
#include <optional>

#include "opsmith/base/error.h"
#include "opsmith/format/field_numbers.h"
#include "opsmith/format/wire_reader.h"

namespace opsmith::format {
namespace {

using ir::DataType;

constexpr std::uint64_t kDenseLimit = 256ULL << 20;
constexpr const char* kMessage = "TensorProto";

template <typename T>
std::vector<std::byte> packed(const std::vector<T>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(T));
  if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

// The low `size` bytes of each number.
std::vector<std::byte> narrowed(const std::vector<std::int64_t>& values, std::size_t size) {
  std::vector<std::byte> bytes(values.size() * size);
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::memcpy(bytes.data() + i * size, &values[i],
                size);  // little-endian: the low bytes come first
  }
  return bytes;
}

struct Fields {
  std::vector<float> floats;
  std::vector<double> doubles;
  std::vector<std::int64_t> integers;
  std::string_view raw;
};

// Reads the one field that holds elements of `type`; raw_data wins where both are there.
Fields read_fields(std::string_view proto, std::uint32_t wanted, std::string_view whole) {
  const WireOrigin origin{whole};
  Fields fields;
  WireReader reader(origin, kMessage, proto);
  while (reader.next()) {
    if (reader.field() == field::tensor::raw_data) {
      fields.raw = reader.text("raw_data");
    } else if (reader.field() != wanted) {
      reader.skip();
    } else if (wanted == field::tensor::float_data) {
      reader.floats("float_data", fields.floats);
    } else if (wanted == field::tensor::double_data) {
      reader.doubles("double_data", fields.doubles);
    } else {
      reader.integers("int_data", fields.integers);
    }
  }
  return fields;
}

// The typed field that holds elements of `type`; 0 for types that only raw_data can hold.
std::uint32_t field_of(DataType type) {
  switch (type) {
    case DataType::float32:
    case DataType::complex64:
      return field::tensor::float_data;
    case DataType::float64:
    case DataType::complex128:
      return field::tensor::double_data;
    case DataType::int64:
      return field::tensor::int64_data;
    case DataType::uint32:
    case DataType::uint64:
      return field::tensor::uint64_data;
    case DataType::undefined:
    case DataType::string:
      return 0;
    default:
      return field::tensor::int32_data;
  }
}

std::vector<std::byte> decode(DataType type, std::string_view proto, std::string_view whole) {
  const std::uint32_t wanted = field_of(type);
  const Fields fields = read_fields(proto, wanted, whole);
  if (fields.raw.data() != nullptr) {
    const ByteView raw = as_bytes(fields.raw);
    return {raw.begin(), raw.end()};
  }
  switch (wanted) {
    case field::tensor::float_data:
      return packed(fields.floats);
    case field::tensor::double_data:
      return packed(fields.doubles);
    default:
      break;
  }
  // Types below 8 bits: one number in the field is one byte of several elements.
  const int bits = ir::bits_of(type);
  return narrowed(fields.integers, bits <= 8 ? 1 : static_cast<std::size_t>(bits) / 8);
}

[[noreturn]] void fail_sparse(const ir::Tensor& tensor, const std::string& what) {
  throw Error(ErrorCode::malformed, "sparse tensor " + what,
              {.value = std::string(tensor.proto_name())});
}

// The position in the dense tensor that row `i` of the indices names.
std::optional<std::uint64_t> dense_position(const std::vector<std::int64_t>& dims,
                                            const std::vector<std::int64_t>& indices, std::size_t i,
                                            bool linear) {
  if (linear) return static_cast<std::uint64_t>(indices[i]);
  std::uint64_t position = 0;
  for (std::size_t axis = 0; axis < dims.size(); ++axis) {
    const std::int64_t index = indices[i * dims.size() + axis];
    if (index < 0 || index >= dims[axis]) return std::nullopt;
    position =
        position * static_cast<std::uint64_t>(dims[axis]) + static_cast<std::uint64_t>(index);
  }
  return position;
}

}  // namespace

std::vector<std::byte> decode_elements(const ir::Tensor& tensor, std::string_view whole) {
  return decode(tensor.type(), tensor.proto(), whole);
}

std::vector<std::string> decode_strings(const ir::Tensor& tensor, std::string_view whole) {
  const WireOrigin origin{whole};
  std::vector<std::string> strings;
  WireReader reader(origin, kMessage, tensor.proto());
  while (reader.next()) {
    if (reader.field() == field::tensor::string_data) {
      strings.emplace_back(reader.text("string_data"));
    } else {
      reader.skip();
    }
  }
  return strings;
}

std::vector<std::byte> decode_sparse(const ir::Tensor& tensor, std::string_view whole) {
  const WireOrigin origin{whole};
  std::string_view values_proto, indices_proto;
  WireReader reader(origin, "SparseTensorProto", tensor.proto());
  while (reader.next()) {
    if (reader.field() == field::sparse::values) {
      values_proto = reader.text("values");
    } else if (reader.field() == field::sparse::indices) {
      indices_proto = reader.text("indices");
    } else {
      reader.skip();
    }
  }
  const auto size = tensor.byte_size();
  const int bits = ir::bits_of(tensor.type());
  if (!size || bits < 8)
    fail_sparse(tensor, "has a type or dims that cannot be written out densely");
  if (*size > kDenseLimit) {
    throw Error(ErrorCode::limit,
                "sparse tensor would take " + std::to_string(*size) + " bytes written out",
                {.value = std::string(tensor.proto_name())});
  }
  const std::size_t width = static_cast<std::size_t>(bits) / 8;
  const std::vector<std::byte> values = decode(tensor.type(), values_proto, whole);
  const std::vector<std::byte> index_bytes = decode(DataType::int64, indices_proto, whole);
  std::vector<std::int64_t> indices(index_bytes.size() / sizeof(std::int64_t));
  if (!indices.empty()) {
    std::memcpy(indices.data(), index_bytes.data(), indices.size() * sizeof(std::int64_t));
  }

  const std::size_t count = values.size() / width;
  const bool linear = indices.size() == count;
  if (!linear && indices.size() != count * tensor.rank()) {
    fail_sparse(tensor, "has indices that do not fit its values");
  }
  std::vector<std::byte> dense(*size);
  for (std::size_t i = 0; i < count; ++i) {
    const auto position = dense_position(tensor.dims(), indices, i, linear);
    if (!position || *position >= *size / width)
      fail_sparse(tensor, "has an index outside its dims");
    std::memcpy(dense.data() + *position * width, values.data() + i * width, width);
  }
  return dense;
}

}  // namespace opsmith::format
