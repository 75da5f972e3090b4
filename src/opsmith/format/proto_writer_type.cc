// TypeProto and what it holds.
#include "opsmith/format/field_numbers.h"
#include "opsmith/format/proto_writer.h"

namespace opsmith::format {

void ProtoWriter::type(const ir::Type& type) {
  if (type.proto.data() != nullptr) {
    out_.verbatim(type.proto);
  } else {
    built_type(type);
  }
}

void ProtoWriter::built_type(const ir::Type& type) {
  using Kind = ir::Type::Kind;
  auto number = [](ir::DataType data_type) { return static_cast<std::int64_t>(data_type); };
  auto tensor_type = [&](std::uint32_t field) {
    const auto mark = out_.begin(field);
    out_.integer(field::tensor_type::elem_type, number(type.element_type));
    if (type.shape) shape(*type.shape);
    out_.end(mark);
  };
  auto element = [&](std::uint32_t field) {
    if (!type.element) return;
    const auto mark = out_.begin(field);
    this->type(*type.element);
    out_.end(mark);
  };
  auto wrapper = [&](std::uint32_t field) {
    const auto mark = out_.begin(field);
    element(field::element_type::elem_type);
    out_.end(mark);
  };
  // The denotation's number lies between those of the alternatives.
  auto denotation = [&] { out_.optional_text(field::type::denotation, type.denotation); };
  switch (type.kind) {
    case Kind::tensor:
      tensor_type(field::type::tensor);
      return denotation();
    case Kind::sequence:
      wrapper(field::type::sequence);
      return denotation();
    case Kind::map: {
      const auto mark = out_.begin(field::type::map);
      out_.integer(field::map_type::key_type, number(type.key_type));
      element(field::map_type::value_type);
      out_.end(mark);
      return denotation();
    }
    case Kind::opaque: {
      denotation();
      const auto mark = out_.begin(field::type::opaque);
      out_.optional_text(field::opaque_type::domain, type.opaque_domain);
      out_.optional_text(field::opaque_type::name, type.opaque_name);
      out_.end(mark);
      return;
    }
    case Kind::sparse_tensor:
      denotation();
      return tensor_type(field::type::sparse_tensor);
    case Kind::optional:
      denotation();
      return wrapper(field::type::optional);
    case Kind::none:
      return denotation();
  }
}

void ProtoWriter::shape(const ir::Shape& shape) {
  const auto mark = out_.begin(field::tensor_type::shape);
  for (const ir::Dim& dim : shape) {
    const auto dim_mark = out_.begin(field::shape::dim);
    if (dim.kind == ir::Dim::Kind::value) out_.integer(field::dimension::value, dim.value);
    if (dim.kind == ir::Dim::Kind::param) out_.text(field::dimension::param, dim.param);
    out_.optional_text(field::dimension::denotation, dim.denotation);
    out_.end(dim_mark);
  }
  out_.end(mark);
}

}  // namespace opsmith::format
