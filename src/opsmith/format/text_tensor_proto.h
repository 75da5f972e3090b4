// The storage of a tensor as its TensorProto has it, for text that must bring the same fields back.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "opsmith/format/external_data.h"
#include "opsmith/ir/tensor.h"
#include "opsmith/ir/value.h"

namespace opsmith::format {

// A TensorProto taken apart. Views look into its bytes, or into whatever the builder of one keeps.
struct TensorFields {
  enum class Storage : std::uint8_t { none, raw, typed, external };

  ir::DataType type = ir::DataType::undefined;
  std::vector<std::int64_t> dims;
  Storage storage = Storage::none;
  std::string_view raw;                // Storage::raw
  std::vector<std::int64_t> integers;  // Storage::typed: int32_data, int64_data or uint64_data
  std::string_view
      typed_bytes;     // Storage::typed, to be written: floats or doubles, one after the other
  std::string floats;  // Storage::typed, as read: the same
  std::vector<std::string_view> strings;  // Storage::typed
  std::vector<ir::StringPair> external;   // Storage::external
  std::string_view name, doc_string;      // null when absent
  std::vector<ir::StringPair> metadata;
  std::string_view unknown;
};

// The typed field that elements of `type` are stored in: "float_data", "int32_data", …; empty when
// there is none.
std::string_view typed_field(ir::DataType type);

// nullopt for a tensor that does not come apart into these fields alone (two storages at once,
// segments, the typed field of another type, damage).
std::optional<TensorFields> take_apart(std::string_view tensor_proto);
// What the typed field would hold for `elements`, packed as in raw_data: fills `integers` or
// `typed_bytes`.
void set_typed(TensorFields& fields, ByteView elements);
std::string assemble(const TensorFields& fields);

// A tensor over a serialized TensorProto or SparseTensorProto that it owns. Throws
// Error(malformed).
ir::TensorPtr tensor_over_proto(std::string proto, bool sparse, const std::string& file_name,
                                const std::shared_ptr<const ExternalFiles>& files);

}  // namespace opsmith::format
