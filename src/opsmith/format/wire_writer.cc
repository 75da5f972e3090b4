#include "opsmith/format/wire_writer.h"

#include <cstring>
#include <protozero/buffer_string.hpp>
#include <protozero/varint.hpp>

namespace opsmith::format {
namespace {

// Room left for a nested message's length; a message beyond 2^35 bytes cannot exist in a file that
// anybody reads, but sizes up to 2^64 are handled all the same.
constexpr std::size_t kLengthRoom = 5;

std::string encoded(std::uint64_t value) {
  std::string bytes;
  protozero::add_varint_to_buffer(&bytes, value);
  return bytes;
}

}  // namespace

void WireWriter::tag(std::uint32_t field, std::uint32_t wire_type) {
  protozero::add_varint_to_buffer(&buffer_, (static_cast<std::uint64_t>(field) << 3U) | wire_type);
}

void WireWriter::integer(std::uint32_t field, std::int64_t value) {
  tag(field, 0);
  protozero::add_varint_to_buffer(&buffer_, static_cast<std::uint64_t>(value));
}

void WireWriter::float32(std::uint32_t field, float value) {
  tag(field, 5);
  char bytes[sizeof(float)];
  std::memcpy(bytes, &value, sizeof(float));
  buffer_.append(bytes, sizeof(float));
}

void WireWriter::text(std::uint32_t field, std::string_view value) {
  tag(field, 2);
  protozero::add_varint_to_buffer(&buffer_, value.size());
  buffer_ += value;
}

void WireWriter::bytes(std::uint32_t field, ByteView value) {
  tag(field, 2);
  protozero::add_varint_to_buffer(&buffer_, value.size());
  append(value);
}

void WireWriter::verbatim(std::string_view fields) { append(as_bytes(fields)); }

void WireWriter::append(ByteView value) {
  if (value.size() < kReferenceSize) {
    buffer_ += as_text(value);
    return;
  }
  references_.push_back({buffer_.size(), value});
  referenced_ += value.size();
}

WireWriter::Mark WireWriter::begin(std::uint32_t field) {
  tag(field, 2);
  buffer_.append(kLengthRoom, '\0');
  return {buffer_.size(), references_.size(), referenced_};
}

void WireWriter::end(const Mark& mark) {
  const std::uint64_t length = buffer_.size() - mark.start + referenced_ - mark.referenced_before;
  const std::string prefix = encoded(length);
  // The content moves by the room that the length did not need (or needs beyond it).
  const std::size_t room_start = mark.start - kLengthRoom;
  const std::size_t old_size = buffer_.size();
  buffer_.replace(room_start, kLengthRoom, prefix);
  for (std::size_t i = mark.first_reference; i < references_.size(); ++i) {
    references_[i].position = references_[i].position + buffer_.size() - old_size;
  }
}

std::string WireWriter::joined() const {
  std::string text;
  text.reserve(size());
  for_each_piece([&text](ByteView piece) { text += as_text(piece); });
  return text;
}

}  // namespace opsmith::format
