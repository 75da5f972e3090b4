#include "opsmith/runtime/tensor_pb.h"

#include <protozero/pbf_reader.hpp>
#include <protozero/pbf_writer.hpp>

#include "opsmith/base/error.h"
#include "opsmith/base/mapped_file.h"
#include "opsmith/format/load.h"
#include "opsmith/format/serialize.h"

namespace opsmith::runtime {
namespace {

constexpr std::uint32_t kTensorName = 8;
constexpr int kDeepest = 16;

// The model loader knows every form that a tensor can take, so the tensor is read as a model's only
// initializer.
Array parse_tensor(std::string_view bytes, const std::string& file) {
  constexpr protozero::pbf_tag_type kModelGraph = 7, kGraphInitializer = 5;
  std::string tensor(bytes);
  protozero::pbf_writer(tensor).add_string(kTensorName, "value");  // the last name counts
  std::string graph, model;
  protozero::pbf_writer(graph).add_message(kGraphInitializer, tensor);
  protozero::pbf_writer(model).add_message(kModelGraph, graph);
  const auto loaded = format::parse_model(MappedFile::from_memory(file, std::move(model)));
  for (const ir::Value& value : loaded->graph().initializers())
    return to_array(*value.initializer());
  throw Error(ErrorCode::malformed, "holds no tensor", {.file = file});
}

class Parser {
 public:
  explicit Parser(const std::string& file) : file_(file) {}

  std::pair<std::string, Array> parse(std::string_view bytes, const ir::Type* type) {
    const ir::Type::Kind kind = type ? type->kind : ir::Type::Kind::tensor;
    switch (kind) {
      case ir::Type::Kind::sequence:
        return sequence(bytes, type->element.get());
      case ir::Type::Kind::optional:
        return optional(bytes, type->element.get());
      case ir::Type::Kind::map:
      case ir::Type::Kind::opaque:
        throw Error(ErrorCode::unsupported,
                    "test data of this type is not supported: " + type->text(), {.file = file_});
      default:
        break;
    }
    std::string name;
    for (protozero::pbf_reader reader(protozero::data_view(bytes.data(), bytes.size()));
         reader.next();) {
      if (reader.tag() == kTensorName &&
          reader.wire_type() == protozero::pbf_wire_type::length_delimited) {
        name = reader.get_string();
      } else {
        reader.skip();
      }
    }
    return {name, parse_tensor(bytes, file_)};
  }

 private:
  std::pair<std::string, Array> sequence(std::string_view bytes, const ir::Type* element) {
    constexpr std::uint32_t kName = 1, kTensors = 3, kSequences = 5, kOptionals = 7;
    if (++depth_ > kDeepest) throw Error(ErrorCode::limit, "is nested too deeply", {.file = file_});
    std::string name;
    Array array = Array::sequence_of(ir::DataType::undefined, {});
    for (protozero::pbf_reader reader(protozero::data_view(bytes.data(), bytes.size()));
         reader.next();) {
      const std::uint32_t tag = reader.tag();
      if (tag == kName) {
        name = reader.get_string();
      } else if (tag == kTensors || tag == kSequences || tag == kOptionals) {
        const protozero::data_view view = reader.get_view();
        array.elements.push_back(parse({view.data(), view.size()}, element).second);
      } else {
        reader.skip();
      }
    }
    if (!array.elements.empty()) array.type = array.elements.back().type;
    --depth_;
    return {name, std::move(array)};
  }

  std::pair<std::string, Array> optional(std::string_view bytes, const ir::Type* element) {
    constexpr std::uint32_t kName = 1, kTensor = 3, kSequence = 5;
    std::string name;
    Array array;
    array.kind = Array::Kind::none;
    for (protozero::pbf_reader reader(protozero::data_view(bytes.data(), bytes.size()));
         reader.next();) {
      const std::uint32_t tag = reader.tag();
      if (tag == kName) {
        name = reader.get_string();
      } else if (tag == kTensor || tag == kSequence) {
        const protozero::data_view view = reader.get_view();
        array = parse({view.data(), view.size()}, element).second;
      } else {
        reader.skip();
      }
    }
    return {name, std::move(array)};
  }

  const std::string& file_;
  int depth_ = 0;
};

}  // namespace

std::pair<std::string, Array> parse_tensor_pb(ByteView bytes, const std::string& file,
                                              const ir::Type* type) {
  try {
    return Parser(file).parse(as_text(bytes), type);
  } catch (const protozero::exception& error) {
    throw Error(ErrorCode::malformed, std::string("is no ONNX test data: ") + error.what(),
                {.file = file});
  } catch (const Error& error) {
    throw error.in_file(file);
  }
}

std::pair<std::string, Array> read_tensor_pb(const std::string& path, const ir::Type* type) {
  return parse_tensor_pb(MappedFile::open(path)->bytes(), path, type);
}

std::string format_tensor_pb(const Array& array, const std::string& name) {
  return format::serialize_tensor(*to_tensor(array), name);
}

}  // namespace opsmith::runtime
