// Builds a serialized protobuf message in pieces: small fields in one buffer, large byte ranges as
// references, so that weights are neither copied nor looked at until somebody streams the pieces
// out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "opsmith/base/bytes.h"

namespace opsmith::format {

class WireWriter {
 public:
  // Ranges of at least this many bytes are referenced; shorter ones are copied.
  static constexpr std::size_t kReferenceSize = 64 * 1024;

  void integer(std::uint32_t field, std::int64_t value);
  void float32(std::uint32_t field, float value);
  void text(std::uint32_t field, std::string_view value);
  // Writes nothing when `value` is null (an absent field).
  void optional_text(std::uint32_t field, std::string_view value) {
    if (value.data() != nullptr) text(field, value);
  }
  // A bytes field whose content must stay alive and unchanged as long as this writer.
  void bytes(std::uint32_t field, ByteView value);
  // Serialized fields as they are; same lifetime rule.
  void verbatim(std::string_view fields);

  // A nested message: everything written between begin and end is its content.
  struct Mark {
    std::size_t start;
    std::size_t first_reference;
    std::uint64_t referenced_before;
  };
  Mark begin(std::uint32_t field);
  void end(const Mark& mark);

  std::uint64_t size() const { return buffer_.size() + referenced_; }
  // The pieces in order: visit(ByteView).
  template <typename Visit>
  void for_each_piece(Visit visit) const {
    std::size_t at = 0;
    const ByteView buffer = as_bytes(buffer_);
    for (const Reference& reference : references_) {
      if (reference.position > at) visit(buffer.subspan(at, reference.position - at));
      at = reference.position;
      visit(reference.bytes);
    }
    if (buffer.size() > at) visit(buffer.subspan(at));
  }
  std::string joined() const;

 private:
  struct Reference {
    std::size_t position;  // in buffer_, before which the bytes stand
    ByteView bytes;
  };

  void tag(std::uint32_t field, std::uint32_t wire_type);
  void append(ByteView value);

  std::string buffer_;
  std::vector<Reference> references_;
  std::uint64_t referenced_ = 0;
};

}  // namespace opsmith::format
