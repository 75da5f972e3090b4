// The .npy image inside an .npz: a short header, a Python literal, and the elements.
#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "opsmith/base/error.h"
#include "opsmith/ir/tensor.h"
#include "opsmith/runtime/encode_element.h"
#include "opsmith/runtime/npz.h"

namespace opsmith::runtime {
namespace {

static_assert(std::endian::native == std::endian::little, "elements are copied as they lie");

constexpr std::string_view kMagic = "\x93NUMPY";

struct Header {
  std::string_view descr;
  bool fortran_order = false;
  std::vector<std::int64_t> dims;
};

class Reader {
 public:
  Reader(ByteView bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  Array read() {
    const Header header = read_header();
    return read_elements(header);
  }

 private:
  [[noreturn]] void malformed(const std::string& why) const {
    throw Error(ErrorCode::malformed, "not a usable .npy array: " + why, {.file = name_});
  }

  Header read_header() {
    std::string_view text = as_text(bytes_);
    if (!text.starts_with(kMagic) || text.size() < 10) malformed("it does not begin as one");
    const int major = static_cast<unsigned char>(text[6]);
    const std::size_t width = major == 1 ? 2 : 4;
    if (major < 1 || major > 3 || text.size() < 8 + width) malformed("unknown format version");
    std::uint32_t length = 0;
    std::memcpy(&length, text.data() + 8, width);
    if (length > text.size() - 8 - width) malformed("its header is cut off");
    const std::string_view literal = text.substr(8 + width, length);
    bytes_ = bytes_.subspan(8 + width + length);

    Header header;
    header.descr = quoted(literal, "descr");
    header.fortran_order = after_key(literal, "fortran_order").starts_with("True");
    header.dims = shape(after_key(literal, "shape"));
    return header;
  }

  std::string_view after_key(std::string_view literal, std::string_view key) const {
    for (const char quote : {'\'', '"'}) {
      const std::string full = quote + std::string(key) + quote;
      std::size_t at = literal.find(full);
      if (at == std::string_view::npos) continue;
      at = literal.find(':', at + full.size());
      if (at == std::string_view::npos) break;
      std::string_view rest = literal.substr(at + 1);
      while (rest.starts_with(' ')) rest.remove_prefix(1);
      return rest;
    }
    malformed("its header has no " + std::string(key));
  }

  std::string_view quoted(std::string_view literal, std::string_view key) const {
    const std::string_view rest = after_key(literal, key);
    if (rest.empty() || (rest[0] != '\'' && rest[0] != '"')) {
      throw Error(ErrorCode::unsupported, "arrays of records are not supported", {.file = name_});
    }
    const std::size_t end = rest.find(rest[0], 1);
    if (end == std::string_view::npos) malformed("its header is cut off");
    return rest.substr(1, end - 1);
  }

  std::vector<std::int64_t> shape(std::string_view text) const {
    if (!text.starts_with('(')) malformed("its shape is no tuple");
    std::vector<std::int64_t> dims;
    text.remove_prefix(1);
    while (true) {
      while (text.starts_with(' ') || text.starts_with(',')) text.remove_prefix(1);
      if (text.starts_with(')')) return dims;
      std::int64_t dim = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), dim);
      if (error != std::errc() || dim < 0 || dims.size() > 64)
        malformed("its shape is no tuple of sizes");
      text.remove_prefix(static_cast<std::size_t>(end - text.data()));
      if (text.starts_with('L')) text.remove_prefix(1);
      dims.push_back(dim);
    }
  }

  Array read_elements(const Header& header) const {
    std::string_view descr = header.descr;
    char order = '|';
    if (!descr.empty() && std::string_view("<>|=").find(descr[0]) != std::string_view::npos) {
      order = descr[0];
      descr.remove_prefix(1);
    }
    if (descr.empty()) malformed("its element type is empty");
    std::size_t width = 0;
    std::from_chars(descr.data() + 1, descr.data() + descr.size(), width);
    if (descr[0] == 'U' || descr[0] == 'S' || descr[0] == 'a') {
      return read_strings(header, descr[0] == 'U', width, order == '>');
    }
    Array array;
    array.type = type_of(descr);
    array.dims = header.dims;
    const std::size_t size = packed_bytes(array.type, array.dims);
    if (bytes_.size() < size) malformed("it has fewer elements than its shape says");
    array.bytes.assign(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(size));
    const bool complex = descr[0] == 'c';
    if (order == '>') swap_bytes(array.bytes, complex ? width / 2 : width);
    if (header.fortran_order) array.bytes = transposed(array.bytes, array.dims, width);
    if (array.type == ir::DataType::boolean) {
      for (std::byte& byte : array.bytes) byte = std::byte{byte != std::byte{0}};
    }
    return array;
  }

  ir::DataType type_of(std::string_view descr) const {
    struct Entry {
      std::string_view descr;
      ir::DataType type;
    };
    // V1 and V2 are what NumPy makes of the small floats of ml_dtypes.
    static constexpr Entry kTypes[] = {
        {"f4", ir::DataType::float32},   {"f8", ir::DataType::float64},
        {"f2", ir::DataType::float16},   {"i1", ir::DataType::int8},
        {"i2", ir::DataType::int16},     {"i4", ir::DataType::int32},
        {"i8", ir::DataType::int64},     {"u1", ir::DataType::uint8},
        {"u2", ir::DataType::uint16},    {"u4", ir::DataType::uint32},
        {"u8", ir::DataType::uint64},    {"b1", ir::DataType::boolean},
        {"c8", ir::DataType::complex64}, {"c16", ir::DataType::complex128},
        {"V2", ir::DataType::uint16},    {"V1", ir::DataType::uint8}};
    for (const Entry& entry : kTypes) {
      if (entry.descr == descr) return entry.type;
    }
    throw Error(
        ErrorCode::unsupported,
        "elements of NumPy type '" + std::string(descr.substr(0, 20)) + "' are not supported",
        {.file = name_}, "save numbers or strings, not objects");
  }

  Array read_strings(const Header& header, bool unicode, std::size_t length,
                     bool big_endian) const {
    const std::size_t count = packed_bytes(ir::DataType::uint8, header.dims);
    const std::size_t unit = unicode ? 4 : 1;
    constexpr std::size_t kLongest = std::size_t{1} << 28;
    // A string of no width takes no bytes in the file but some in memory, so the count is bounded
    // by itself.
    if (length > kLongest || count > bytes_.size() + 0xffff)
      malformed("its strings are absurdly many or long");
    if (count * length * unit > bytes_.size())
      malformed("it has fewer elements than its shape says");
    std::vector<std::string> strings(count);
    for (std::size_t i = 0; i < count; ++i) {
      const ByteView cell = bytes_.subspan(i * length * unit, length * unit);
      strings[i] = unicode ? to_utf8(cell, big_endian) : std::string(as_text(cell));
      while (!unicode && strings[i].ends_with('\0')) strings[i].pop_back();
    }
    if (header.fortran_order && header.dims.size() > 1) {
      throw Error(ErrorCode::unsupported, "strings in Fortran order are not supported",
                  {.file = name_});
    }
    return Array::of_strings(header.dims, std::move(strings));
  }

  static std::string to_utf8(ByteView cell, bool big_endian) {
    std::string text;
    std::size_t end = 0;
    for (std::size_t i = 0; i + 4 <= cell.size(); i += 4) {
      std::uint32_t code = 0;
      std::memcpy(&code, cell.data() + i, 4);
      if (big_endian) code = __builtin_bswap32(code);
      if (code < 0x80) {
        text += static_cast<char>(code);
      } else if (code < 0x800) {
        text += static_cast<char>(0xc0 | (code >> 6));
        text += static_cast<char>(0x80 | (code & 0x3f));
      } else if (code < 0x10000) {
        text += static_cast<char>(0xe0 | (code >> 12));
        text += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
        text += static_cast<char>(0x80 | (code & 0x3f));
      } else {
        text += static_cast<char>(0xf0 | ((code >> 18) & 0x7));
        text += static_cast<char>(0x80 | ((code >> 12) & 0x3f));
        text += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
        text += static_cast<char>(0x80 | (code & 0x3f));
      }
      if (code != 0) end = text.size();
    }
    text.resize(end);  // padding
    return text;
  }

  static void swap_bytes(std::vector<std::byte>& bytes, std::size_t width) {
    if (width < 2) return;
    for (std::size_t i = 0; i + width <= bytes.size(); i += width) {
      std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(i),
                   bytes.begin() + static_cast<std::ptrdiff_t>(i + width));
    }
  }

  // From column-major to row-major.
  static std::vector<std::byte> transposed(const std::vector<std::byte>& bytes,
                                           const std::vector<std::int64_t>& dims,
                                           std::size_t width) {
    std::vector<std::byte> result(bytes.size());
    std::vector<std::size_t> strides(dims.size());  // of the source
    std::size_t stride = 1;
    for (std::size_t axis = 0; axis < dims.size(); ++axis) {
      strides[axis] = stride;
      stride *= static_cast<std::size_t>(dims[axis]);
    }
    std::vector<std::int64_t> index(dims.size());
    std::size_t source = 0;
    for (std::size_t i = 0; i + width <= bytes.size(); i += width) {
      std::memcpy(result.data() + i, bytes.data() + source * width, width);
      for (std::size_t axis = dims.size(); axis-- > 0;) {
        source += strides[axis];
        if (++index[axis] < dims[axis]) break;
        source -= strides[axis] * static_cast<std::size_t>(dims[axis]);
        index[axis] = 0;
      }
    }
    return result;
  }

  ByteView bytes_;
  const std::string& name_;
};

std::string_view descr_of(ir::DataType type) {
  switch (type) {
    case ir::DataType::float32:
      return "<f4";
    case ir::DataType::float64:
      return "<f8";
    case ir::DataType::float16:
      return "<f2";
    case ir::DataType::complex64:
      return "<c8";
    case ir::DataType::complex128:
      return "<c16";
    case ir::DataType::boolean:
      return "|b1";
    case ir::DataType::int64:
      return "<i8";
    case ir::DataType::int32:
      return "<i4";
    case ir::DataType::int16:
      return "<i2";
    case ir::DataType::int8:
    case ir::DataType::int4:
    case ir::DataType::int2:
      return "|i1";
    case ir::DataType::uint64:
      return "<u8";
    case ir::DataType::uint32:
      return "<u4";
    case ir::DataType::uint16:
    case ir::DataType::bfloat16:
      return "<u2";
    default:
      return "|u1";
  }
}

bool is_packed(ir::DataType type) { return ir::bits_of(type) > 0 && ir::bits_of(type) < 8; }

// The bits of element `index` of a 4- or 2-bit type.
std::uint32_t packed_code(ir::DataType type, const std::vector<std::byte>& bytes,
                          std::size_t index) {
  const auto bits = static_cast<std::size_t>(ir::bits_of(type));
  const std::size_t per_byte = 8 / bits;
  const auto byte = std::to_integer<std::uint32_t>(bytes[index / per_byte]);
  return (byte >> (index % per_byte * bits)) & ((1U << bits) - 1);
}

// Strings as fixed-width UTF-32, the way NumPy holds them; invalid UTF-8 bytes become one code
// point each.
std::string unicode_cells(const std::vector<std::string>& strings, std::size_t& width) {
  std::vector<std::u32string> decoded;
  width = 1;
  for (const std::string& text : strings) {
    std::u32string codes;
    for (std::size_t i = 0; i < text.size();) {
      const auto lead = static_cast<unsigned char>(text[i]);
      const std::size_t length = lead < 0x80    ? 1
                                 : lead >= 0xf0 ? 4
                                 : lead >= 0xe0 ? 3
                                 : lead >= 0xc0 ? 2
                                                : 1;
      char32_t code = length == 1 ? lead : lead & (0x7fU >> length);
      for (std::size_t k = 1; k < length && i + k < text.size(); ++k) {
        code = (code << 6) | (static_cast<unsigned char>(text[i + k]) & 0x3fU);
      }
      codes += code;
      i += length;
    }
    width = std::max(width, codes.size());
    decoded.push_back(std::move(codes));
  }
  std::string cells;
  for (std::u32string& codes : decoded) {
    codes.resize(width);
    cells.append(reinterpret_cast<const char*>(codes.data()), width * 4);
  }
  return cells;
}

}  // namespace

Array parse_npy(ByteView bytes, const std::string& name) { return Reader(bytes, name).read(); }

std::string format_npy(const Array& array) {
  if (!array.is_tensor()) {
    throw Error(ErrorCode::unsupported,
                "a " + describe(array) + " cannot be stored as a NumPy array");
  }
  std::string descr(descr_of(array.type));
  std::string data;
  if (array.type == ir::DataType::string) {
    std::size_t width = 0;
    data = unicode_cells(array.strings, width);
    descr = "<U" + std::to_string(width);
  } else if (is_packed(array.type)) {
    const std::size_t count = array.count();
    for (std::size_t i = 0; i < count; ++i) {
      auto code = static_cast<int>(packed_code(array.type, array.bytes, i));
      const int bits = ir::bits_of(array.type);
      if (ir::is_signed_integer(array.type) && code >= 1 << (bits - 1)) code -= 1 << bits;
      data += static_cast<char>(code);
    }
  } else {
    data.assign(reinterpret_cast<const char*>(array.bytes.data()), array.bytes.size());
  }
  std::string dims;
  for (const std::int64_t dim : array.dims) dims += std::to_string(dim) + ",";
  std::string header =
      "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (" + dims + "), }";
  constexpr std::size_t kAlignment = 64;
  const std::size_t unpadded = kMagic.size() + 4 + header.size() + 1;
  header.append((kAlignment - unpadded % kAlignment) % kAlignment, ' ');
  header += '\n';
  std::string image(kMagic);
  image += '\x01';
  image += '\0';
  image += static_cast<char>(header.size() & 0xff);
  image += static_cast<char>(header.size() >> 8);
  return image + header + data;
}

bool fit_to_type(Array& array, ir::DataType type) {
  if (array.type == type) return true;
  if (!array.is_tensor() || array.type == ir::DataType::string || type == ir::DataType::string)
    return false;
  const int from = ir::bits_of(array.type), to = ir::bits_of(type);
  if (from == 0 || to == 0) return false;
  // Stand-ins: the same bits under another name, or one packed element a byte.
  const bool stand_in_16 = array.type == ir::DataType::uint16 && type == ir::DataType::bfloat16;
  const bool stand_in_8 = array.type == ir::DataType::uint8 && to == 8 && ir::is_floating(type);
  if (stand_in_16 || stand_in_8) {
    array.type = type;
    return true;
  }
  Array fitted;
  fitted.type = type;
  fitted.dims = array.dims;
  fitted.bytes.resize(packed_bytes(type, array.dims));
  const std::size_t count = array.count();
  if (is_packed(type) && ir::is_floating(type) && array.type == ir::DataType::uint8) {
    for (std::size_t i = 0; i < count; ++i) {
      fitted.bytes[i / 2] |= (array.bytes[i] & std::byte{0xf}) << (i % 2 * 4);
    }
    array = std::move(fitted);
    return true;
  }
  const bool numbers = ir::is_integer(array.type) || array.type == ir::DataType::boolean ||
                       array.type == ir::DataType::float32 || array.type == ir::DataType::float64 ||
                       array.type == ir::DataType::float16;
  const bool complex = type == ir::DataType::complex64 || type == ir::DataType::complex128;
  if (!numbers || complex) return false;
  // Rounding a float64 to float32 is what everybody expects of a data set; integers must survive
  // exactly.
  const bool rounding_allowed = ir::is_floating(array.type) && ir::is_floating(type);
  for (std::size_t i = 0; i < count; ++i) {
    const double value = ir::element_as_double(array.type, array.bytes, i);
    encode_element(type, fitted.bytes, i, value);
    const double kept = ir::element_as_double(type, fitted.bytes, i);
    if (kept == value) continue;
    if (!rounding_allowed || !(std::fabs(value) <= largest_of(type))) return false;
  }
  array = std::move(fitted);
  return true;
}

}  // namespace opsmith::runtime
