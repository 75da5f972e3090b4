#include "opsmith/format/wire_reader.h"

#include <functional>

#include "opsmith/base/error.h"

namespace opsmith::format {
namespace {

using protozero::pbf_wire_type;

const char* name_of(pbf_wire_type type) {
  switch (type) {
    case pbf_wire_type::varint:
      return "a varint";
    case pbf_wire_type::fixed64:
      return "a 64-bit value";
    case pbf_wire_type::length_delimited:
      return "bytes";
    case pbf_wire_type::fixed32:
      return "a 32-bit value";
    default:
      return "an unknown wire type";
  }
}

// protozero's messages are for its own developers; these are for whoever has the file.
std::string explain(const std::exception& error) {
  if (dynamic_cast<const protozero::end_of_buffer_exception*>(&error)) {
    return "runs past the end: the file is cut short or damaged";
  }
  if (dynamic_cast<const protozero::varint_too_long_exception*>(&error)) {
    return "has a number of more than 10 bytes";
  }
  if (dynamic_cast<const protozero::unknown_pbf_wire_type_exception*>(&error)) {
    return "has a field of an unknown wire type";
  }
  if (dynamic_cast<const protozero::invalid_tag_exception*>(&error)) {
    return "has a field with an invalid number";
  }
  if (dynamic_cast<const protozero::invalid_length_exception*>(&error)) {
    return "has a packed list of an impossible length";
  }
  return error.what();
}

}  // namespace

WireReader::WireReader(const WireOrigin& origin, const char* message, std::string_view bytes)
    : origin_(origin),
      message_(message),
      reader_(protozero::data_view(bytes.data(), bytes.size())),
      field_start_(bytes.data()) {}

bool WireReader::next() {
  field_start_ = reader_.data().data();
  try {
    return reader_.next();
  } catch (const protozero::exception& error) {
    fail(nullptr, explain(error));
  }
}

std::string_view WireReader::text(const char* name) {
  expect(pbf_wire_type::length_delimited, name);
  try {
    const protozero::data_view view = reader_.get_view();
    return {view.data(), view.size()};
  } catch (const protozero::exception& error) {
    fail(name, explain(error));
  }
}

std::int64_t WireReader::integer(const char* name) {
  expect(pbf_wire_type::varint, name);
  try {
    return reader_.get_int64();
  } catch (const protozero::exception& error) {
    fail(name, explain(error));
  }
}

float WireReader::float32(const char* name) {
  expect(pbf_wire_type::fixed32, name);
  try {
    return reader_.get_float();
  } catch (const protozero::exception& error) {
    fail(name, explain(error));
  }
}

void WireReader::integers(const char* name, std::vector<std::int64_t>& into) {
  if (!is_length_delimited()) {
    into.push_back(integer(name));
    return;
  }
  try {
    for (const std::int64_t value : reader_.get_packed_int64()) into.push_back(value);
  } catch (const protozero::exception& error) {
    fail(name, explain(error));
  }
}

void WireReader::floats(const char* name, std::vector<float>& into) {
  if (!is_length_delimited()) {
    into.push_back(float32(name));
    return;
  }
  try {
    for (const float value : reader_.get_packed_float()) into.push_back(value);
  } catch (const protozero::exception& error) {
    fail(name, explain(error));
  }
}

void WireReader::doubles(const char* name, std::vector<double>& into) {
  try {
    if (is_length_delimited()) {
      for (const double value : reader_.get_packed_double()) into.push_back(value);
      return;
    }
    expect(pbf_wire_type::fixed64, name);
    into.push_back(reader_.get_double());
  } catch (const protozero::exception& error) {
    fail(name, explain(error));
  }
}

void WireReader::skip() {
  try {
    reader_.skip();
  } catch (const protozero::exception& error) {
    fail(nullptr, explain(error));
  }
}

std::string_view WireReader::raw() {
  skip();
  return {field_start_, static_cast<std::size_t>(reader_.data().data() - field_start_)};
}

void WireReader::keep() {
  const std::string_view bytes = raw();
  if (!scattered_.empty()) {
    scattered_ += bytes;
  } else if (kept_.data() == nullptr) {
    kept_ = bytes;
  } else if (kept_.data() + kept_.size() == bytes.data()) {
    kept_ = {kept_.data(), kept_.size() + bytes.size()};
  } else {
    scattered_.append(kept_).append(bytes);
  }
}

void WireReader::expect(pbf_wire_type type, const char* name) const {
  if (reader_.wire_type() == type) return;
  fail(name, std::string("should be ") + name_of(type) + " and is " + name_of(reader_.wire_type()));
}

void WireReader::fail(const char* name, const std::string& what) const {
  std::string text = message_;
  if (name) text.append(".").append(name);
  text += " " + what;
  // std::less: a total order also for pointers into other objects.
  const std::less<const char*> before;
  const char* whole_end = origin_.whole.data() + origin_.whole.size();
  if (field_start_ && !before(field_start_, origin_.whole.data()) &&
      !before(whole_end, field_start_)) {
    text += " (at byte " + std::to_string(field_start_ - origin_.whole.data()) + ")";
  }
  throw Error(ErrorCode::malformed, text, {}, "the file is damaged or is not an ONNX model");
}

}  // namespace opsmith::format
