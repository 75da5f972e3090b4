#include "opsmith/runtime/ort_value.h"

#include <cstring>
#include <utility>

#include "opsmith/base/error.h"

namespace opsmith::runtime {
namespace {

// Types that ONNX Runtime numbers otherwise than ONNX (its enumeration has no float8e8m0).
constexpr int kOrtUint2 = 24;
constexpr int kOrtInt2 = 25;

OrtAllocator* default_allocator(const Library& library) {
  OrtAllocator* allocator = nullptr;
  library.check(library.api().GetAllocatorWithDefaultOptions(&allocator), "ONNX Runtime");
  return allocator;  // owned by ONNX Runtime
}

Array read_strings(const Library& library, const OrtValue* value, Array array) {
  const OrtApi& api = library.api();
  const std::size_t count = array.count();
  array.strings.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t length = 0;
    library.check(api.GetStringTensorElementLength(value, i, &length), "reading strings");
    array.strings[i].resize(length);
    library.check(api.GetStringTensorElement(value, length, i, array.strings[i].data()),
                  "reading strings");
  }
  return array;
}

Array read_header(const Library& library, OrtTensorTypeAndShapeInfo* raw) {
  const OrtApi& api = library.api();
  const OrtHandle<OrtTensorTypeAndShapeInfo> info(raw, api.ReleaseTensorTypeAndShapeInfo);
  Array array;
  ONNXTensorElementDataType type = ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED;
  std::size_t rank = 0;
  library.check(api.GetTensorElementType(raw, &type), "reading a tensor");
  library.check(api.GetDimensionsCount(raw, &rank), "reading a tensor");
  array.type = from_ort_type(type);
  array.dims.resize(rank);
  library.check(api.GetDimensions(raw, array.dims.data(), rank), "reading a tensor");
  return array;
}

Array read_tensor(const Library& library, const OrtValue* value) {
  const OrtApi& api = library.api();
  OrtTensorTypeAndShapeInfo* info = nullptr;
  library.check(api.GetTensorTypeAndShape(value, &info), "reading a tensor");
  Array array = read_header(library, info);
  if (array.type == ir::DataType::string) return read_strings(library, value, std::move(array));
  const std::size_t size = packed_bytes(array.type, array.dims);
  if (size == 0) return array;
  void* data = nullptr;
  // The data is only read; the C interface has no const variant.
  library.check(api.GetTensorMutableData(const_cast<OrtValue*>(value), &data), "reading a tensor");
  const auto* first = static_cast<const std::byte*>(data);
  array.bytes.assign(first, first + size);
  return array;
}

// Coordinate format only, which is what ONNX itself defines.
Array read_sparse(const Library& library, const OrtValue* value) {
  const OrtApi& api = library.api();
  OrtSparseFormat format = ORT_SPARSE_UNDEFINED;
  library.check(api.GetSparseTensorFormat(value, &format), "reading a sparse tensor");
  if (format != ORT_SPARSE_COO) {
    throw Error(ErrorCode::unsupported, "a sparse tensor of another form than coordinates");
  }
  OrtTensorTypeAndShapeInfo* info = nullptr;
  library.check(api.GetTensorTypeAndShape(value, &info), "reading a sparse tensor");
  Array array = read_header(library, info);
  array.bytes.resize(packed_bytes(array.type, array.dims));
  library.check(api.GetSparseTensorValuesTypeAndShape(value, &info), "reading a sparse tensor");
  const std::size_t stored = read_header(library, info).count();
  const void* elements = nullptr;
  const void* indices = nullptr;
  std::size_t index_count = 0;
  library.check(api.GetSparseTensorValues(value, &elements), "reading a sparse tensor");
  library.check(api.GetSparseTensorIndices(value, ORT_SPARSE_COO_INDICES, &index_count, &indices),
                "reading a sparse tensor");
  const std::size_t width = stored > 0 ? index_count / stored : 1;
  const auto element_size = static_cast<std::size_t>(ir::bits_of(array.type)) / 8;
  for (std::size_t i = 0; i < stored; ++i) {
    std::int64_t flat = 0;
    for (std::size_t axis = 0; axis < width; ++axis) {
      std::int64_t at = 0;
      std::memcpy(&at, static_cast<const std::int64_t*>(indices) + i * width + axis, sizeof at);
      flat = width == 1 ? at : flat * array.dims[axis] + at;
    }
    const auto offset = static_cast<std::size_t>(flat) * element_size;
    if (offset + element_size > array.bytes.size()) continue;
    std::memcpy(array.bytes.data() + offset,
                static_cast<const std::byte*>(elements) + i * element_size, element_size);
  }
  return array;
}

Array read_elements(const Library& library, const OrtValue* value, Array array, std::size_t count) {
  const OrtApi& api = library.api();
  for (std::size_t i = 0; i < count; ++i) {
    OrtValue* element = nullptr;
    library.check(api.GetValue(value, static_cast<int>(i), default_allocator(library), &element),
                  "reading a sequence");
    const OrtValueHandle handle(element, api.ReleaseValue);
    array.elements.push_back(read_value(library, element));
  }
  if (!array.elements.empty()) array.type = array.elements.back().type;
  return array;
}

}  // namespace

ONNXTensorElementDataType to_ort_type(ir::DataType type) {
  int number = static_cast<int>(type);
  if (type == ir::DataType::uint2) number = kOrtUint2;
  if (type == ir::DataType::int2) number = kOrtInt2;
  if (type == ir::DataType::float8e8m0) number = 0;
  return static_cast<ONNXTensorElementDataType>(number);
}

ir::DataType from_ort_type(ONNXTensorElementDataType type) {
  const int number = static_cast<int>(type);
  if (number == kOrtUint2) return ir::DataType::uint2;
  if (number == kOrtInt2) return ir::DataType::int2;
  return static_cast<ir::DataType>(number);
}

OrtHandle<OrtMemoryInfo> cpu_memory(const Library& library) {
  OrtMemoryInfo* memory = nullptr;
  library.check(library.api().CreateCpuMemoryInfo(OrtDeviceAllocator, OrtMemTypeDefault, &memory),
                "ONNX Runtime");
  return {memory, library.api().ReleaseMemoryInfo};
}

OrtValueHandle view_as_value(const Library& library, const OrtMemoryInfo* memory, ir::DataType type,
                             const std::vector<std::int64_t>& dims, ByteView bytes) {
  static const std::byte nothing{};  // an empty tensor needs an address all the same
  const std::byte* data = bytes.empty() ? &nothing : bytes.data();
  OrtValue* value = nullptr;
  // ONNX Runtime reads inputs only; the C interface has no const variant.
  library.check(library.api().CreateTensorWithDataAsOrtValue(memory, const_cast<std::byte*>(data),
                                                             bytes.size(), dims.data(), dims.size(),
                                                             to_ort_type(type), &value),
                "making a tensor");
  return {value, library.api().ReleaseValue};
}

OrtValueHandle make_value(const Library& library, const OrtMemoryInfo* memory, const Array& array) {
  const OrtApi& api = library.api();
  if (array.kind == Array::Kind::none) {
    throw Error(ErrorCode::runtime, "ONNX Runtime takes no optional input without a value");
  }
  OrtValue* value = nullptr;
  if (!array.is_tensor()) {
    std::vector<OrtValueHandle> elements;
    std::vector<const OrtValue*> pointers;
    for (const Array& element : array.elements) {
      elements.push_back(make_value(library, memory, element));
      pointers.push_back(elements.back().get());
    }
    const ONNXType kind = array.kind == Array::Kind::map ? ONNX_TYPE_MAP : ONNX_TYPE_SEQUENCE;
    library.check(api.CreateValue(pointers.data(), pointers.size(), kind, &value),
                  "making a sequence");
    return {value, api.ReleaseValue};
  }
  if (array.type != ir::DataType::string) {
    if (packed_bytes(array.type, array.dims) != array.bytes.size()) {
      throw Error(ErrorCode::runtime, describe(array) + " does not have the bytes it should have");
    }
    return view_as_value(library, memory, array.type, array.dims, array.bytes);
  }
  library.check(
      api.CreateTensorAsOrtValue(default_allocator(library), array.dims.data(), array.dims.size(),
                                 ONNX_TENSOR_ELEMENT_DATA_TYPE_STRING, &value),
      "making a string tensor");
  OrtValueHandle handle(value, api.ReleaseValue);
  for (std::size_t i = 0; i < array.strings.size(); ++i) {
    const std::string& text = array.strings[i];
    char* buffer = nullptr;
    library.check(api.GetResizedStringTensorElementBuffer(value, i, text.size(), &buffer),
                  "making a string tensor");
    // NOLINTNEXTLINE(bugprone-not-null-terminated-result): these strings carry their length
    if (!text.empty()) std::memcpy(buffer, text.data(), text.size());
  }
  return handle;
}

Array read_value(const Library& library, const OrtValue* value) {
  const OrtApi& api = library.api();
  Array none;
  none.kind = Array::Kind::none;
  if (!value) return none;
  int has_value = 1;
  library.check(api.HasValue(value, &has_value), "reading a value");
  if (!has_value) return none;
  ONNXType kind = ONNX_TYPE_UNKNOWN;
  library.check(api.GetValueType(value, &kind), "reading a value");
  Array array;
  std::size_t count = 0;
  switch (kind) {
    case ONNX_TYPE_TENSOR:
      return read_tensor(library, value);
    case ONNX_TYPE_SPARSETENSOR:
      return read_sparse(library, value);
    case ONNX_TYPE_SEQUENCE:
      array.kind = Array::Kind::sequence;
      library.check(api.GetValueCount(value, &count), "reading a sequence");
      return read_elements(library, value, std::move(array), count);
    case ONNX_TYPE_MAP:
      array.kind = Array::Kind::map;
      return read_elements(library, value, std::move(array), 2);
    default:
      throw Error(ErrorCode::unsupported, "a value of a kind that Opsmith cannot read");
  }
}

ir::TypePtr read_type(const Library& library, const OrtTypeInfo* info) {
  const OrtApi& api = library.api();
  ONNXType kind = ONNX_TYPE_UNKNOWN;
  library.check(api.GetOnnxTypeFromTypeInfo(info, &kind), "reading a type");
  if (kind == ONNX_TYPE_TENSOR || kind == ONNX_TYPE_SPARSETENSOR) {
    const OrtTensorTypeAndShapeInfo* tensor = nullptr;
    library.check(api.CastTypeInfoToTensorInfo(info, &tensor), "reading a type");
    if (!tensor) return nullptr;
    ONNXTensorElementDataType element = ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED;
    library.check(api.GetTensorElementType(tensor, &element), "reading a type");
    auto type = std::make_shared<ir::Type>();
    type->kind = kind == ONNX_TYPE_TENSOR ? ir::Type::Kind::tensor : ir::Type::Kind::sparse_tensor;
    type->element_type = from_ort_type(element);
    return type;
  }
  auto type = std::make_shared<ir::Type>();
  if (kind == ONNX_TYPE_SEQUENCE) {
    const OrtSequenceTypeInfo* sequence = nullptr;
    library.check(api.CastTypeInfoToSequenceTypeInfo(info, &sequence), "reading a type");
    OrtTypeInfo* element = nullptr;
    library.check(api.GetSequenceElementType(sequence, &element), "reading a type");
    const OrtHandle<OrtTypeInfo> handle(element, api.ReleaseTypeInfo);
    type->kind = ir::Type::Kind::sequence;
    type->element = read_type(library, element);
    return type;
  }
  if (kind == ONNX_TYPE_OPTIONAL) {
    const OrtOptionalTypeInfo* optional = nullptr;
    library.check(api.CastTypeInfoToOptionalTypeInfo(info, &optional), "reading a type");
    OrtTypeInfo* element = nullptr;
    library.check(api.GetOptionalContainedTypeInfo(optional, &element), "reading a type");
    const OrtHandle<OrtTypeInfo> handle(element, api.ReleaseTypeInfo);
    type->kind = ir::Type::Kind::optional;
    type->element = read_type(library, element);
    return type;
  }
  if (kind == ONNX_TYPE_MAP) {
    type->kind = ir::Type::Kind::map;
    return type;
  }
  return nullptr;
}

}  // namespace opsmith::runtime
