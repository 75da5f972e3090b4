// A constant: element type, dimensions and elements. Immutable and shared; the elements may lie in
// the mapped model file, in an external data file that is opened only when somebody looks, or in
// memory owned here.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "opsmith/base/bytes.h"
#include "opsmith/ir/data_type.h"

namespace opsmith::ir {

class Tensor;
using TensorPtr = std::shared_ptr<const Tensor>;

// Finds the elements of a tensor that was loaded from a file. Implemented by the format room:
// fields that need decoding (int32_data, …) and external data. Thread-safe. Called at most once per
// tensor for elements.
class TensorSource {
 public:
  virtual ~TensorSource() = default;
  // The elements, packed little-endian as raw_data would hold them. Bytes that had to be decoded
  // are placed in `decoded`, owned by the tensor from then on; otherwise the view lies in memory
  // that this source keeps. Throws Error: data file missing or short, element count and dims
  // disagree.
  virtual ByteView bytes(const Tensor& tensor, std::vector<std::byte>& decoded) const = 0;
  virtual std::vector<std::string> strings(const Tensor& tensor) const = 0;
};

// Where the elements lie outside the model file (TensorProto.external_data).
struct ExternalData {
  std::string location;  // as written: relative to the model's folder
  std::uint64_t offset = 0;
  std::optional<std::uint64_t> length;
  std::string checksum;
};

class Tensor {
 public:
  // Elements owned by the tensor, packed as in raw_data. Throws Error(malformed) when `bytes` has
  // not the size that the type and dims ask for.
  static TensorPtr owned(DataType type, std::vector<std::int64_t> dims,
                         std::vector<std::byte> bytes);
  template <typename T>
  static TensorPtr of(DataType type, std::vector<std::int64_t> dims,
                      const std::vector<T>& elements) {
    const auto* first = reinterpret_cast<const std::byte*>(elements.data());
    return owned(type, std::move(dims), {first, first + elements.size() * sizeof(T)});
  }
  static TensorPtr of_strings(std::vector<std::int64_t> dims, std::vector<std::string> elements);
  // A view whose bytes `keep_alive` holds.
  static TensorPtr view(DataType type, std::vector<std::int64_t> dims, ByteView bytes,
                        std::shared_ptr<const void> keep_alive);

  // What the loader found. `proto` is the serialized TensorProto (or SparseTensorProto), a view
  // that `source` keeps alive, so that an untouched tensor is saved as it came.
  struct Loaded {
    DataType type = DataType::undefined;
    std::vector<std::int64_t> dims;
    std::string_view proto;
    std::string_view name;  // TensorProto.name; null when absent
    ByteView raw;  // elements, when they lie ready in the file; otherwise `source` is asked
    bool has_raw = false;
    bool sparse = false;
    std::unique_ptr<ExternalData> external;
    std::shared_ptr<const TensorSource> source;
  };
  static TensorPtr loaded(Loaded parts);

  // The same elements under other dims of the same count.
  static TensorPtr reshaped(const TensorPtr& tensor, std::vector<std::int64_t> dims);

  Tensor(const Tensor&) = delete;
  Tensor& operator=(const Tensor&) = delete;
  ~Tensor();

  DataType type() const { return parts_.type; }
  const std::vector<std::int64_t>& dims() const { return parts_.dims; }
  std::size_t rank() const { return parts_.dims.size(); }
  bool is_string() const { return parts_.type == DataType::string; }
  bool is_sparse() const { return parts_.sparse; }
  bool is_external() const { return parts_.external != nullptr; }
  const ExternalData* external() const { return parts_.external.get(); }

  // Product of the dims; nullopt when one is negative or the product leaves int64.
  std::optional<std::int64_t> element_count() const;
  // Bytes of the packed elements by type and dims (4-bit types: two a byte, rounded up); nullopt
  // for strings, unknown types and absurd dims. Reads no data.
  std::optional<std::uint64_t> byte_size() const;

  // The elements packed little-endian; reads external data and decodes when first asked. Empty for
  // strings. Throws Error when the data is missing, short, or not of the size that byte_size()
  // says.
  ByteView bytes() const;
  const std::vector<std::string>& strings() const;

  // Elements as numbers, for small constants that passes look at: integers (and bool) as int64,
  // every numeric type as double. nullopt for other types and for more than `limit` elements. Never
  // throws: unreadable is nullopt.
  std::optional<std::vector<std::int64_t>> as_int64s(std::size_t limit = 4096) const;
  std::optional<std::vector<double>> as_doubles(std::size_t limit = 4096) const;

  // For the writer.
  std::string_view proto() const { return parts_.proto; }
  std::string_view proto_name() const { return parts_.name; }
  const std::shared_ptr<const TensorSource>& source() const { return parts_.source; }
  bool has_ready_bytes() const { return parts_.has_raw; }

 private:
  Tensor() = default;

  struct Lazy;
  Loaded parts_;
  std::shared_ptr<const void> keep_alive_;
  std::vector<std::byte> owned_;
  std::vector<std::string> strings_;
  mutable std::unique_ptr<Lazy> lazy_;
};

// Same type, dims and elements bit for bit (external data compared by place when the place is the
// same).
bool same_elements(const Tensor& a, const Tensor& b);
// Hash of type, dims and elements, agreeing with same_elements.
std::uint64_t hash_elements(const Tensor& tensor);

// One element as double, for every numeric type (16-bit and 8-bit floats, packed 4-bit). `index` <
// element count.
double element_as_double(DataType type, ByteView bytes, std::size_t index);

}  // namespace opsmith::ir
