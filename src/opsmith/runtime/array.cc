#include "opsmith/runtime/array.h"

#include <limits>

#include "opsmith/base/error.h"

namespace opsmith::runtime {

std::size_t Array::count() const {
  if (kind != Kind::tensor) return 0;
  std::size_t product = 1;
  for (const std::int64_t dim : dims) product *= static_cast<std::size_t>(dim);
  return product;
}

Array Array::of_strings(std::vector<std::int64_t> dims, std::vector<std::string> values) {
  Array array;
  array.type = ir::DataType::string;
  array.dims = std::move(dims);
  array.strings = std::move(values);
  return array;
}

Array Array::sequence_of(ir::DataType type, std::vector<Array> elements) {
  Array array;
  array.kind = Kind::sequence;
  array.type = type;
  array.elements = std::move(elements);
  return array;
}

const Array* find_array(const NamedArrays& arrays, std::string_view name) {
  for (const auto& [key, array] : arrays) {
    if (key == name) return &array;
  }
  return nullptr;
}

std::string describe(const Array& array) {
  const std::string type(ir::name_of(array.type));
  switch (array.kind) {
    case Array::Kind::none:
      return "none";
    case Array::Kind::map:
      return "map";
    case Array::Kind::sequence:
      return "seq(" + type + ") of " + std::to_string(array.elements.size());
    case Array::Kind::tensor:
      break;
  }
  std::string text = type + "[";
  for (std::size_t i = 0; i < array.dims.size(); ++i) {
    text += (i > 0 ? "," : "") + std::to_string(array.dims[i]);
  }
  return text + "]";
}

std::size_t packed_bytes(ir::DataType type, const std::vector<std::int64_t>& dims) {
  const auto bits = static_cast<std::size_t>(ir::bits_of(type));
  if (bits == 0) {
    throw Error(ErrorCode::unsupported,
                "elements of type " + std::string(ir::name_of(type)) + " have no fixed size");
  }
  // Also bounds the count by itself, so that no later product of dims can wrap.
  constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max() / 256;
  std::size_t count = 1;
  bool empty = false;
  for (const std::int64_t dim : dims) {
    if (dim < 0) throw Error(ErrorCode::limit, "a dimension is negative: " + std::to_string(dim));
    if (dim == 0) {
      empty = true;
    } else if (count > kMost / static_cast<std::size_t>(dim)) {
      throw Error(ErrorCode::limit,
                  "the dimensions multiply to more elements than memory can hold");
    } else {
      count *= static_cast<std::size_t>(dim);
    }
  }
  return empty ? 0 : (count * bits + 7) / 8;
}

Array to_array(const ir::Tensor& tensor) {
  Array array;
  array.type = tensor.type();
  array.dims = tensor.dims();
  if (tensor.is_string()) {
    array.strings = tensor.strings();
  } else {
    const ByteView bytes = tensor.bytes();
    array.bytes.assign(bytes.begin(), bytes.end());
  }
  return array;
}

ir::TensorPtr to_tensor(Array array) {
  if (!array.is_tensor()) {
    throw Error(ErrorCode::unsupported, describe(array) + " is no dense tensor");
  }
  if (array.type == ir::DataType::string) {
    return ir::Tensor::of_strings(std::move(array.dims), std::move(array.strings));
  }
  return ir::Tensor::owned(array.type, std::move(array.dims), std::move(array.bytes));
}

namespace {

bool refuse(std::string* why, std::string reason) {
  if (why) *why = std::move(reason);
  return false;
}

bool fits_tensor(const Array& array, const ir::Type& type, std::string* why) {
  if (!array.is_tensor()) return refuse(why, "is " + describe(array) + ", expected " + type.text());
  const bool right_type =
      type.element_type == ir::DataType::undefined || type.element_type == array.type;
  bool right_shape = true;
  if (type.shape) {
    right_shape = type.shape->size() == array.dims.size();
    for (std::size_t i = 0; right_shape && i < array.dims.size(); ++i) {
      const ir::Dim& dim = (*type.shape)[i];
      right_shape = !dim.known() || dim.value < 0 || dim.value == array.dims[i];
    }
  }
  if (right_type && right_shape) return true;
  return refuse(why, "is " + describe(array) + ", expected " + type.text());
}

}  // namespace

bool fits_type(const Array& array, const ir::Type* type, std::string* why) {
  if (!type) return true;
  switch (type->kind) {
    case ir::Type::Kind::tensor:
      return fits_tensor(array, *type, why);
    case ir::Type::Kind::optional:
      return array.kind == Array::Kind::none || fits_type(array, type->element.get(), why);
    case ir::Type::Kind::sequence:
      if (array.kind != Array::Kind::sequence) break;
      for (std::size_t i = 0; i < array.elements.size(); ++i) {
        std::string inner;
        if (!fits_type(array.elements[i], type->element.get(), &inner)) {
          return refuse(why, "element " + std::to_string(i) + " " + inner);
        }
      }
      return true;
    case ir::Type::Kind::map:
      if (array.kind != Array::Kind::map) break;
      return true;
    default:
      return true;
  }
  return refuse(why, "is " + describe(array) + ", expected " + type->text());
}

}  // namespace opsmith::runtime
