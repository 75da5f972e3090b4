// TypeProto and what it holds.
#include <utility>

#include "opsmith/base/error.h"
#include "opsmith/format/field_numbers.h"
#include "opsmith/format/proto_reader.h"

namespace opsmith::format {
namespace {

// Types are read by free functions: they need no model, and the schema room reads them without one.
struct TypeReader {
  const WireOrigin& origin;

  ir::Dim dimension(std::string_view bytes) const {
    ir::Dim dim;
    WireReader reader(origin, "TensorShapeProto.Dimension", bytes);
    while (reader.next()) {
      switch (reader.field()) {
        case field::dimension::value:
          dim.kind = ir::Dim::Kind::value;
          dim.value = reader.integer("dim_value");
          dim.param.clear();
          break;
        case field::dimension::param:
          dim.kind = ir::Dim::Kind::param;
          dim.value = 0;
          dim.param = reader.text("dim_param");
          break;
        case field::dimension::denotation:
          dim.denotation = reader.text("denotation");
          break;
        default:
          reader.skip();
      }
    }
    // An empty symbol names nothing.
    if (dim.kind == ir::Dim::Kind::param && dim.param.empty()) dim.kind = ir::Dim::Kind::unknown;
    return dim;
  }

  void shape(std::string_view bytes, ir::Shape& shape) const {
    WireReader reader(origin, "TensorShapeProto", bytes);
    while (reader.next()) {
      if (reader.field() == field::shape::dim) {
        shape.push_back(dimension(reader.text("dim")));
      } else {
        reader.skip();
      }
    }
  }

  void tensor(std::string_view bytes, ir::Type& type) const {
    WireReader reader(origin, "TypeProto.Tensor", bytes);
    while (reader.next()) {
      switch (reader.field()) {
        case field::tensor_type::elem_type:
          type.element_type = static_cast<ir::DataType>(reader.integer("elem_type"));
          break;
        case field::tensor_type::shape:
          if (!type.shape) type.shape.emplace();
          shape(reader.text("shape"), *type.shape);
          break;
        default:
          reader.skip();
      }
    }
  }

  void element(std::string_view bytes, ir::Type& type, int depth) const {
    WireReader reader(origin, "TypeProto.Sequence", bytes);
    while (reader.next()) {
      if (reader.field() == field::element_type::elem_type) {
        type.element = read(reader.text("elem_type"), depth + 1);
      } else {
        reader.skip();
      }
    }
  }

  void map(std::string_view bytes, ir::Type& type, int depth) const {
    WireReader reader(origin, "TypeProto.Map", bytes);
    while (reader.next()) {
      switch (reader.field()) {
        case field::map_type::key_type:
          type.key_type = static_cast<ir::DataType>(reader.integer("key_type"));
          break;
        case field::map_type::value_type:
          type.element = read(reader.text("value_type"), depth + 1);
          break;
        default:
          reader.skip();
      }
    }
  }

  void opaque(std::string_view bytes, ir::Type& type) const {
    WireReader reader(origin, "TypeProto.Opaque", bytes);
    while (reader.next()) {
      switch (reader.field()) {
        case field::opaque_type::domain:
          type.opaque_domain = reader.text("domain");
          break;
        case field::opaque_type::name:
          type.opaque_name = reader.text("name");
          break;
        default:
          reader.skip();
      }
    }
  }

  // Starts the alternative `kind`; one that came before is forgotten, as protobuf says for a oneof.
  static void choose(ir::Type& type, ir::Type::Kind kind) {
    if (type.kind == kind) return;
    ir::Type fresh;
    fresh.kind = kind;
    fresh.denotation = type.denotation;
    fresh.proto = type.proto;
    type = std::move(fresh);
  }

  ir::TypePtr read(std::string_view bytes, int depth) const {
    WireReader reader(origin, "TypeProto", bytes);
    if (depth > kMaxTypeDepth) {
      throw Error(ErrorCode::limit,
                  "a type nests deeper than " + std::to_string(kMaxTypeDepth) + " levels", {},
                  "the file is damaged or hostile");
    }
    auto type = std::make_shared<ir::Type>();
    type->proto = bytes;
    while (reader.next()) {
      using Kind = ir::Type::Kind;
      switch (reader.field()) {
        case field::type::tensor:
          choose(*type, Kind::tensor);
          tensor(reader.text("tensor_type"), *type);
          break;
        case field::type::sparse_tensor:
          choose(*type, Kind::sparse_tensor);
          tensor(reader.text("sparse_tensor_type"), *type);
          break;
        case field::type::sequence:
          choose(*type, Kind::sequence);
          element(reader.text("sequence_type"), *type, depth);
          break;
        case field::type::optional:
          choose(*type, Kind::optional);
          element(reader.text("optional_type"), *type, depth);
          break;
        case field::type::map:
          choose(*type, Kind::map);
          map(reader.text("map_type"), *type, depth);
          break;
        case field::type::opaque:
          choose(*type, Kind::opaque);
          opaque(reader.text("opaque_type"), *type);
          break;
        case field::type::denotation:
          type->denotation = reader.text("denotation");
          break;
        default:
          reader.skip();
      }
    }
    return type;
  }
};

}  // namespace

ir::TypePtr read_type_proto(const WireOrigin& origin, std::string_view bytes) {
  return TypeReader{origin}.read(bytes, 1);
}

ir::TypePtr ProtoReader::read_type(std::string_view bytes) {
  charge(sizeof(ir::Type) + 24 * bytes.size());
  return read_type_proto(origin_, bytes);
}

}  // namespace opsmith::format
