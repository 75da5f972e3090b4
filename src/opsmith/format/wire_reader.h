// Reads one protobuf message field by field, over protozero, with errors that say which field of
// which message and where in the file. Nothing is copied, and skipped bytes are not touched.
#pragma once

#include <cstdint>
#include <protozero/pbf_reader.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace opsmith::format {

// What a message was cut from, for byte offsets in errors.
struct WireOrigin {
  std::string_view whole;
};

class WireReader {
 public:
  // `message` is the message's type name and a literal. All three must outlive the reader.
  WireReader(const WireOrigin& origin, const char* message, std::string_view bytes);

  // Goes to the next field; false at the end. Every field must be consumed by one of the calls
  // below.
  bool next();
  std::uint32_t field() const { return reader_.tag(); }

  // The current field as what it must be. Throw Error(malformed) for another wire type or a length
  // beyond the end.
  std::string_view text(const char* name);  // string, bytes, or a nested message; never null
  std::int64_t integer(const char* name);   // int32, int64, enum
  float float32(const char* name);
  // Repeated numbers, packed or not: appended.
  void integers(const char* name, std::vector<std::int64_t>& into);
  void floats(const char* name, std::vector<float>& into);
  void doubles(const char* name, std::vector<double>& into);

  bool is_length_delimited() const {
    return reader_.wire_type() == protozero::pbf_wire_type::length_delimited;
  }
  void skip();
  // Skips the field and remembers its serialized bytes, tag included.
  void keep();
  // Skips the field and returns its serialized bytes, tag included.
  std::string_view raw();
  // The kept fields in one view when they lie side by side; otherwise `scattered` holds them joined
  // and is to be stored by the caller. Null data when nothing was kept.
  std::string_view kept() const { return kept_; }
  const std::string& scattered() const { return scattered_; }

  // Throws Error(malformed) about field `name` of this message (null: the message itself).
  [[noreturn]] void fail(const char* name, const std::string& what) const;

 private:
  void expect(protozero::pbf_wire_type type, const char* name) const;

  const WireOrigin& origin_;
  const char* message_;
  protozero::pbf_reader reader_;
  const char* field_start_;
  std::string_view kept_;
  std::string scattered_;
};

}  // namespace opsmith::format
