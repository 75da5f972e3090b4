// Numbers and tensor elements in ONNX text, exact both ways and independent of the locale.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "opsmith/base/bytes.h"
#include "opsmith/ir/data_type.h"

namespace opsmith::format {

enum class NumberStatus : std::uint8_t { fine, malformed, out_of_range };

// inf, infinity or nan in any case of letters, without a sign.
bool is_special_float(std::string_view text);

// Decimal or 0x…, with an optional '-'.
NumberStatus parse_integer(std::string_view text, std::int64_t& value);
NumberStatus parse_unsigned(std::string_view text, std::uint64_t& value);
// Decimal, inf, nan, or 0x… as the bits of the float. Too small a number becomes zero or subnormal;
// too large a one is out of range.
NumberStatus parse_float(std::string_view text, float& value);
NumberStatus parse_double(std::string_view text, double& value);

// Shortest digits that read back as the same bits; nan that is not the plain quiet one as 0x….
// `always_real` adds ".0" to a whole number, so that it does not read as an integer.
void append_float(std::string& out, float value, bool always_real);
void append_double(std::string& out, double value, bool always_real);

// Elements of a tensor, one after the other, packed as in raw_data.
// How text spells them: integers as numbers; bool as 0 and 1 (true, false read too); float and
// double as numbers; the narrower floats with a decimal point, for a whole number without one means
// the bits, as in onnx's parser; complex as two numbers, so `components` of them make an element.
class ElementWriter {
 public:
  explicit ElementWriter(ir::DataType type);
  int components() const { return components_; }
  // Appends what `text` says. The token is known to be a number or a word.
  NumberStatus append(std::string_view text);
  std::size_t count() const { return count_; }  // of numbers read
  std::vector<std::byte> take();

 private:
  void append_bits(std::uint64_t bits);

  ir::DataType type_;
  int bits_ = 0;
  int components_ = 1;
  std::size_t count_ = 0;
  std::vector<std::byte> bytes_;
};

// Appends element `index`; the type is neither string nor undefined.
void append_element(std::string& out, ir::DataType type, ByteView bytes, std::size_t index);

}  // namespace opsmith::format
