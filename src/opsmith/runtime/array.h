// What goes into and comes out of a run: a dense array, or a sequence, map or empty optional of
// arrays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "opsmith/base/bytes.h"
#include "opsmith/ir/tensor.h"
#include "opsmith/ir/type.h"

namespace opsmith::runtime {

struct Array {
  enum class Kind : std::uint8_t {
    tensor,
    sequence,  // `elements` in order
    map,       // `elements` holds two tensors: keys and values
    none,      // an optional without a value
  };

  ir::DataType type = ir::DataType::undefined;  // of the elements; of a sequence's tensors
  std::vector<std::int64_t> dims;
  std::vector<std::byte>
      bytes;  // packed as TensorProto.raw_data (4-bit types: two a byte); empty for strings
  std::vector<std::string> strings{};
  Kind kind = Kind::tensor;
  std::vector<Array> elements{};

  // Number of elements of a tensor by its dims; 0 for every other kind.
  std::size_t count() const;
  bool is_tensor() const { return kind == Kind::tensor; }

  template <typename T>
  static Array of(ir::DataType type, std::vector<std::int64_t> dims, const std::vector<T>& values) {
    Array array;
    array.type = type;
    array.dims = std::move(dims);
    const auto* first = reinterpret_cast<const std::byte*>(values.data());
    array.bytes.assign(first, first + values.size() * sizeof(T));
    return array;
  }
  static Array of_strings(std::vector<std::int64_t> dims, std::vector<std::string> values);
  static Array sequence_of(ir::DataType type, std::vector<Array> elements);
};

using NamedArrays = std::vector<std::pair<std::string, Array>>;

// The array under `name`; null when there is none. Linear.
const Array* find_array(const NamedArrays& arrays, std::string_view name);

// "float[2,3]", "seq(float) of 4", "none": for messages.
std::string describe(const Array& array);

// Bytes of `count` packed elements. Throws Error(limit) when that overflows, Error(unsupported) for
// types without a fixed size.
std::size_t packed_bytes(ir::DataType type, const std::vector<std::int64_t>& dims);

// Copies between constants and arrays (dense tensors only).
Array to_array(const ir::Tensor& tensor);
ir::TensorPtr to_tensor(Array array);

// True when the array can be fed to something declared as `type`: kind, element type, rank and
// fixed dims agree. Null accepts anything. Otherwise `why` says in words what does not fit.
bool fits_type(const Array& array, const ir::Type* type, std::string* why = nullptr);

}  // namespace opsmith::runtime
