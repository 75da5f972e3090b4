// Tensors as ONNX text.
#include <algorithm>
#include <string>
#include <utility>

#include "opsmith/base/error.h"
#include "opsmith/format/field_numbers.h"
#include "opsmith/format/serialize.h"
#include "opsmith/format/text_escape.h"
#include "opsmith/format/text_number.h"
#include "opsmith/format/text_printer_core.h"
#include "opsmith/format/wire_reader.h"

namespace opsmith::format {
namespace {

using Storage = TensorFields::Storage;

constexpr std::size_t kBreakColumn = 88;

std::optional<std::uint64_t> count_of(const std::vector<std::int64_t>& dims) {
  std::uint64_t count = 1;
  for (const std::int64_t dim : dims) {
    if (dim < 0 || __builtin_mul_overflow(count, static_cast<std::uint64_t>(dim), &count))
      return std::nullopt;
  }
  return count;
}

// Bytes of `count` packed elements.
std::optional<std::uint64_t> size_of(ir::DataType type, std::uint64_t count) {
  std::uint64_t bits = 0;
  if (__builtin_mul_overflow(count, static_cast<std::uint64_t>(ir::bits_of(type)), &bits))
    return std::nullopt;
  return bits / 8 + (bits % 8 != 0 ? 1 : 0);
}

std::vector<ir::StringPair> entries_of(const ir::ExternalData& external,
                                       std::vector<std::string>& numbers) {
  numbers = {std::to_string(external.offset),
             external.length ? std::to_string(*external.length) : std::string()};
  std::vector<ir::StringPair> entries = {{"location", external.location, {}},
                                         {"offset", numbers[0], {}}};
  if (external.length) entries.push_back({"length", numbers[1], {}});
  if (!external.checksum.empty()) entries.push_back({"checksum", external.checksum, {}});
  return entries;
}

// Whether a literal brings back the fields: the elements are all there, and stored as they would be
// again.
bool is_literal(const TensorFields& fields, const ir::Tensor& tensor, ByteView& elements) {
  const auto count = count_of(fields.dims);
  if (!count) return false;
  if (fields.type == ir::DataType::string) {
    return fields.storage != Storage::raw && fields.strings.size() == *count;
  }
  const auto size = size_of(fields.type, *count);
  if (!size) return false;
  switch (fields.storage) {
    case Storage::raw:
      elements = as_bytes(fields.raw);
      return elements.size() == *size;
    case Storage::none:
      return *count == 0;
    default:
      break;
  }
  if (!fields.floats.empty()) {
    elements = as_bytes(fields.floats);
    return elements.size() == *size;
  }
  try {
    elements = tensor.bytes();
  } catch (const Error&) {
    return false;
  }
  TensorFields again;
  again.type = fields.type;
  set_typed(again, elements);
  return again.integers == fields.integers && elements.size() == *size;
}

bool are_zero(ByteView bits_after_the_last_element) {
  return std::all_of(bits_after_the_last_element.begin(), bits_after_the_last_element.end(),
                     [](std::byte b) { return b == std::byte{0}; });
}

// Packed elements need not fill the last byte; what else it holds is not text.
bool has_clean_padding(ir::DataType type, ByteView bytes, std::uint64_t count) {
  const auto width = static_cast<std::size_t>(ir::bits_of(type));
  const std::size_t used = count * width % 8;
  if (width >= 8 || used == 0 || bytes.empty()) return true;
  const std::byte rest = bytes.back() >> used;
  return are_zero({&rest, 1});
}

}  // namespace

TensorPlacement TextPrinter::placement(const ir::Tensor& tensor, const ir::Value* value) const {
  if (options_.place) return options_.place(value, tensor);
  const auto found = value ? references_.find(&tensor) : references_.end();
  if (found == references_.end()) return {};
  TensorPlacement place;
  place.kind = TensorPlacement::Kind::external;
  place.reference.location = options_.external_location;
  place.reference.offset = found->second.offset;
  place.reference.length = found->second.length;
  return place;
}

void TextPrinter::tensor(const ir::Tensor& tensor, const ir::Value* value) {
  if (tensor.is_sparse() ? sparse_tensor(tensor, value) : tensor_fields(tensor, value)) return;
  // Whatever cannot be spelled is kept whole.
  if (tensor.is_sparse()) out_ += "sparse_tensor(float) ";
  if (value) {
    append_name(out_, value->name());
    out_ += ' ';
  }
  if (value || tensor.is_sparse()) out_ += "= ";
  out_ += "proto ";
  base64(serialize_tensor(tensor, value ? value->name() : tensor.proto_name()));
}

bool TextPrinter::tensor_fields(const ir::Tensor& tensor, const ir::Value* value) {
  TensorFields fields;
  std::vector<std::string> numbers;
  if (tensor.proto().data() != nullptr) {
    auto parts = take_apart(tensor.proto());
    if (!parts) return false;
    fields = std::move(*parts);
  } else {
    fields.type = tensor.type();
    fields.dims = tensor.dims();
    if (tensor.is_string()) {
      fields.storage = Storage::typed;
      fields.strings.assign(tensor.strings().begin(), tensor.strings().end());
    } else if (!tensor.is_external()) {
      fields.storage = Storage::raw;
      fields.raw = as_text(tensor.bytes());
    }
  }
  if (!ir::data_type_from_name(name_of(fields.type)) || !count_of(fields.dims)) return false;

  const TensorPlacement place = placement(tensor, value);
  if (place.kind == TensorPlacement::Kind::external) {
    fields.storage = Storage::external;
    fields.external = entries_of(place.reference, numbers);
  } else if (fields.storage == Storage::external && place.kind == TensorPlacement::Kind::inlined) {
    fields.storage = Storage::raw;
    fields.raw = as_text(tensor.bytes());
  }
  if (fields.storage == Storage::external) {
    tensor_head(fields, value, true);
    pairs(fields.external);
    tensor_notes(fields, value);
    return true;
  }

  ByteView bytes;
  if (!is_literal(fields, tensor, bytes)) return false;
  const auto count = static_cast<std::size_t>(*count_of(fields.dims));
  if (fields.type == ir::DataType::string) {
    tensor_head(fields, value, false);
    string_elements(fields.strings);
  } else {
    const bool typed = fields.storage != Storage::raw;
    const bool summary = options_.weights == TextOptions::Weights::summary;
    const bool encoded =
        !typed && !summary &&
        (count > options_.number_limit || !has_clean_padding(fields.type, bytes, count));
    const bool marked = !encoded && !summary && typed != typed_by_default_;
    tensor_head(fields, value, marked || encoded);
    if (encoded) {
      out_ += "base64 ";
      base64(as_text(bytes));
    } else {
      if (marked) out_.append(typed ? typed_field(fields.type) : "raw_data").append(" ");
      elements(fields.type, bytes, count);
    }
  }
  tensor_notes(fields, value);
  return true;
}

// Type, name and "=". In an attribute the "=" stands only where a word follows.
void TextPrinter::tensor_head(const TensorFields& fields, const ir::Value* value, bool keyword) {
  out_ += name_of(fields.type);
  if (!fields.dims.empty()) {
    out_ += '[';
    for (std::size_t i = 0; i < fields.dims.size(); ++i) {
      if (i > 0) out_ += ", ";
      out_ += std::to_string(fields.dims[i]);
    }
    out_ += ']';
  }
  out_ += ' ';
  if (value || !fields.name.empty()) {
    append_name(out_, value ? value->name() : fields.name);
    out_ += ' ';
  }
  if (value || keyword) out_ += "= ";
}

void TextPrinter::tensor_notes(const TensorFields& fields, const ir::Value* value) {
  std::vector<std::string> list;
  if (!value && fields.name.empty()) doc_note(list, Presence::tensor_name, "name", fields.name);
  if (fields.doc_string.data() != nullptr) {
    list.push_back(captured([&] {
      out_ += "doc_string: ";
      append_quoted(out_, fields.doc_string);
    }));
  }
  common_notes(list, fields.metadata, fields.unknown);
  notes(list);
}

void TextPrinter::elements(ir::DataType type, ByteView bytes, std::size_t count) {
  std::size_t shown = count;
  if (options_.weights == TextOptions::Weights::summary)
    shown = std::min(count, options_.summary_limit);
  out_ += '{';
  indent_ += 2;
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) {
      out_ += ',';
      if (column() > kBreakColumn) {
        newline();
      } else {
        out_ += ' ';
      }
    }
    append_element(out_, type, bytes, i);
  }
  if (shown < count) out_ += shown > 0 ? ", ..." : "...";
  indent_ -= 2;
  out_ += '}';
}

void TextPrinter::string_elements(const std::vector<std::string_view>& strings) {
  std::size_t shown = strings.size();
  if (options_.weights == TextOptions::Weights::summary)
    shown = std::min(shown, options_.summary_limit);
  out_ += '{';
  indent_ += 2;
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) {
      out_ += ',';
      if (column() > kBreakColumn) {
        newline();
      } else {
        out_ += ' ';
      }
    }
    append_quoted(out_, strings[i]);
  }
  if (shown < strings.size()) out_ += shown > 0 ? ", ..." : "...";
  indent_ -= 2;
  out_ += '}';
}

// sparse_tensor(float[3, 4]) w = {values, indices}
bool TextPrinter::sparse_tensor(const ir::Tensor& tensor, const ir::Value* value) {
  const std::string_view proto = tensor.proto();
  std::string_view values, indices;
  std::vector<std::int64_t> dims;
  const WireOrigin origin{proto};
  bool plain = true;
  try {
    WireReader reader(origin, "SparseTensorProto", proto);
    while (reader.next()) {
      if (reader.field() == field::sparse::dims) {
        reader.integers("dims", dims);
        continue;
      }
      const bool is_values = reader.field() == field::sparse::values;
      if (!is_values && reader.field() != field::sparse::indices) {
        reader.skip();
        plain = false;
        continue;
      }
      std::string_view& part = is_values ? values : indices;
      plain = plain && part.data() == nullptr;
      part = reader.text("tensor");
    }
    if (!plain || values.data() == nullptr || indices.data() == nullptr) return false;
    const auto part = [&](std::string_view bytes) {
      const ir::TensorPtr inner = tensor_over_proto(std::string(bytes), false, {}, nullptr);
      return captured([&] { this->tensor(*inner, nullptr); });
    };
    const auto named = [&](std::string_view bytes) {
      const auto parts = take_apart(bytes);
      return parts && parts->storage != Storage::external &&
             ir::data_type_from_name(name_of(parts->type));
    };
    if (!named(values) || !named(indices) || !count_of(dims)) return false;
    const std::string spelled = part(values) + ", " + part(indices);
    out_.append("sparse_tensor(").append(name_of(tensor.type()));
    if (!dims.empty()) {
      ir::Shape sizes;
      for (const std::int64_t dim : dims) sizes.push_back(ir::Dim::of(dim));
      shape(sizes);
    }
    out_ += ") ";
    if (value) {
      append_name(out_, value->name());
      out_ += " = ";
    }
    out_.append("{").append(spelled).append("}");
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace opsmith::format
