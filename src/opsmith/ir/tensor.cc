#include "opsmith/ir/tensor.h"

#include <cstring>
#include <limits>
#include <mutex>
#include <utility>

#include "opsmith/base/error.h"
#include "opsmith/base/hash.h"

namespace opsmith::ir {
namespace {

template <typename T>
T read_at(ByteView bytes, std::size_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

void check_size(DataType type, const std::optional<std::uint64_t>& expected, std::size_t actual,
                std::string_view name) {
  if (expected && *expected == actual) return;
  throw Error(ErrorCode::malformed,
              "tensor of type " + std::string(name_of(type)) + " holds " + std::to_string(actual) +
                  " bytes where its dims ask for " +
                  (expected ? std::to_string(*expected) : std::string("an impossible number")),
              {.value = std::string(name)}, "export the model again, or repair the tensor");
}

std::optional<std::int64_t> integer_at(DataType type, ByteView bytes, std::size_t i) {
  switch (type) {
    case DataType::int64:
      return read_at<std::int64_t>(bytes, i);
    case DataType::int32:
      return read_at<std::int32_t>(bytes, i);
    case DataType::int16:
      return read_at<std::int16_t>(bytes, i);
    case DataType::int8:
      return read_at<std::int8_t>(bytes, i);
    case DataType::uint8:
      return read_at<std::uint8_t>(bytes, i);
    case DataType::uint16:
      return read_at<std::uint16_t>(bytes, i);
    case DataType::uint32:
      return read_at<std::uint32_t>(bytes, i);
    case DataType::boolean:
      return read_at<std::uint8_t>(bytes, i) != 0 ? 1 : 0;
    case DataType::uint64: {
      const auto value = read_at<std::uint64_t>(bytes, i);
      if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return std::nullopt;
      return static_cast<std::int64_t>(value);
    }
    case DataType::int4:
    case DataType::uint4:
    case DataType::int2:
    case DataType::uint2:
      return static_cast<std::int64_t>(element_as_double(type, bytes, i));
    default:
      return std::nullopt;
  }
}

}  // namespace

// Decoded or mapped elements, found when first asked for.
struct Tensor::Lazy {
  std::once_flag once;
  std::vector<std::byte> decoded;
  ByteView view;
  std::once_flag strings_once;
  std::vector<std::string> strings;
};

Tensor::~Tensor() = default;

TensorPtr Tensor::owned(DataType type, std::vector<std::int64_t> dims,
                        std::vector<std::byte> bytes) {
  std::shared_ptr<Tensor> tensor(new Tensor());
  tensor->parts_.type = type;
  tensor->parts_.dims = std::move(dims);
  tensor->owned_ = std::move(bytes);
  tensor->parts_.raw = tensor->owned_;
  tensor->parts_.has_raw = true;
  check_size(type, tensor->byte_size(), tensor->owned_.size(), {});
  return tensor;
}

TensorPtr Tensor::of_strings(std::vector<std::int64_t> dims, std::vector<std::string> elements) {
  std::shared_ptr<Tensor> tensor(new Tensor());
  tensor->parts_.type = DataType::string;
  tensor->parts_.dims = std::move(dims);
  tensor->strings_ = std::move(elements);
  const auto count = tensor->element_count();
  if (!count || static_cast<std::size_t>(*count) != tensor->strings_.size()) {
    throw Error(ErrorCode::malformed, "string tensor whose element count does not fit its dims");
  }
  return tensor;
}

TensorPtr Tensor::view(DataType type, std::vector<std::int64_t> dims, ByteView bytes,
                       std::shared_ptr<const void> keep_alive) {
  std::shared_ptr<Tensor> tensor(new Tensor());
  tensor->parts_.type = type;
  tensor->parts_.dims = std::move(dims);
  tensor->parts_.raw = bytes;
  tensor->parts_.has_raw = true;
  tensor->keep_alive_ = std::move(keep_alive);
  check_size(type, tensor->byte_size(), bytes.size(), {});
  return tensor;
}

TensorPtr Tensor::loaded(Loaded parts) {
  std::shared_ptr<Tensor> tensor(new Tensor());
  tensor->parts_ = std::move(parts);
  if (!tensor->parts_.has_raw) tensor->lazy_ = std::make_unique<Lazy>();
  return tensor;
}

TensorPtr Tensor::reshaped(const TensorPtr& tensor, std::vector<std::int64_t> dims) {
  if (tensor->is_string()) return of_strings(std::move(dims), tensor->strings());
  return view(tensor->type(), std::move(dims), tensor->bytes(), tensor);
}

std::optional<std::int64_t> Tensor::element_count() const {
  std::int64_t count = 1;
  for (const std::int64_t dim : parts_.dims) {
    if (dim < 0 || __builtin_mul_overflow(count, dim, &count)) return std::nullopt;
  }
  return count;
}

std::optional<std::uint64_t> Tensor::byte_size() const {
  const auto count = element_count();
  const int bits = bits_of(parts_.type);
  if (!count || bits == 0) return std::nullopt;
  std::uint64_t total_bits = 0;
  if (__builtin_mul_overflow(static_cast<std::uint64_t>(*count), static_cast<std::uint64_t>(bits),
                             &total_bits)) {
    return std::nullopt;
  }
  return total_bits / 8 + (total_bits % 8 != 0 ? 1 : 0);
}

ByteView Tensor::bytes() const {
  if (is_string()) return {};
  if (parts_.has_raw) {
    check_size(parts_.type, byte_size(), parts_.raw.size(), parts_.name);
    return parts_.raw;
  }
  std::call_once(lazy_->once, [this] {
    if (!parts_.source) {
      check_size(parts_.type, byte_size(), 0, parts_.name);
      return;
    }
    lazy_->view = parts_.source->bytes(*this, lazy_->decoded);
    check_size(parts_.type, byte_size(), lazy_->view.size(), parts_.name);
  });
  return lazy_->view;
}

const std::vector<std::string>& Tensor::strings() const {
  if (!lazy_) return strings_;
  std::call_once(lazy_->strings_once, [this] {
    if (parts_.source && is_string()) lazy_->strings = parts_.source->strings(*this);
    const auto count = element_count();
    if (is_string() && (!count || static_cast<std::size_t>(*count) != lazy_->strings.size())) {
      throw Error(ErrorCode::malformed, "string tensor whose element count does not fit its dims",
                  {.value = std::string(parts_.name)});
    }
  });
  return lazy_->strings;
}

std::optional<std::vector<std::int64_t>> Tensor::as_int64s(std::size_t limit) const {
  const auto count = element_count();
  if (!count || static_cast<std::size_t>(*count) > limit || is_sparse()) return std::nullopt;
  if (!is_integer(type()) && type() != DataType::boolean) return std::nullopt;
  try {
    const ByteView data = bytes();
    std::vector<std::int64_t> result;
    result.reserve(static_cast<std::size_t>(*count));
    for (std::size_t i = 0; i < static_cast<std::size_t>(*count); ++i) {
      const auto element = integer_at(type(), data, i);
      if (!element) return std::nullopt;
      result.push_back(*element);
    }
    return result;
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::optional<std::vector<double>> Tensor::as_doubles(std::size_t limit) const {
  const auto count = element_count();
  if (!count || static_cast<std::size_t>(*count) > limit || is_sparse()) return std::nullopt;
  if (!is_integer(type()) && !is_floating(type()) && type() != DataType::boolean)
    return std::nullopt;
  try {
    const ByteView data = bytes();
    std::vector<double> result(static_cast<std::size_t>(*count));
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = element_as_double(type(), data, i);
    return result;
  } catch (const Error&) {
    return std::nullopt;
  }
}

bool same_elements(const Tensor& a, const Tensor& b) {
  if (&a == &b) return true;
  if (a.type() != b.type() || a.dims() != b.dims() || a.is_sparse() != b.is_sparse()) return false;
  if (a.is_sparse()) return a.proto() == b.proto();
  if (a.is_string()) return a.strings() == b.strings();
  if (a.is_external() && b.is_external() && a.source() == b.source() &&
      a.external()->location == b.external()->location &&
      a.external()->offset == b.external()->offset &&
      a.external()->length == b.external()->length) {
    return true;
  }
  const ByteView x = a.bytes();
  const ByteView y = b.bytes();
  return x.size() == y.size() && (x.empty() || std::memcmp(x.data(), y.data(), x.size()) == 0);
}

std::uint64_t hash_elements(const Tensor& tensor) {
  std::uint64_t hash = static_cast<std::uint64_t>(tensor.type());
  for (const std::int64_t dim : tensor.dims())
    hash = hash_combine(hash, static_cast<std::uint64_t>(dim));
  if (tensor.is_sparse()) return hash_text(tensor.proto(), hash);
  if (tensor.is_string()) {
    for (const std::string& text : tensor.strings()) hash = hash_text(text, hash);
    return hash;
  }
  return hash_bytes(tensor.bytes(), hash);
}

}  // namespace opsmith::ir
