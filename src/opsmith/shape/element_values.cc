#include "opsmith/shape/element_values.h"

#include <limits>

namespace opsmith::shape {
namespace {

template <typename T>
bool in_range(std::int64_t value) {
  if constexpr (sizeof(T) == 8) {
    return std::numeric_limits<T>::is_signed || value >= 0;
  } else {
    return value >= static_cast<std::int64_t>(std::numeric_limits<T>::min()) &&
           value <= static_cast<std::int64_t>(std::numeric_limits<T>::max());
  }
}

bool number_fits(DataType type, std::int64_t value) {
  switch (type) {
    case DataType::boolean:
      return value == 0 || value == 1;
    case DataType::int8:
      return in_range<std::int8_t>(value);
    case DataType::uint8:
      return in_range<std::uint8_t>(value);
    case DataType::int16:
      return in_range<std::int16_t>(value);
    case DataType::uint16:
      return in_range<std::uint16_t>(value);
    case DataType::int32:
      return in_range<std::int32_t>(value);
    case DataType::uint32:
      return in_range<std::uint32_t>(value);
    case DataType::int64:
      return true;
    case DataType::uint64:
      return value >= 0;
    default:
      return false;
  }
}

}  // namespace

bool is_tracked(DataType type) {
  switch (type) {
    case DataType::boolean:
    case DataType::int8:
    case DataType::uint8:
    case DataType::int16:
    case DataType::uint16:
    case DataType::int32:
    case DataType::uint32:
    case DataType::int64:
    case DataType::uint64:
      return true;
    default:
      return false;
  }
}

Dim fit(DataType type, const Dim& dim) {
  if (dim.known()) return number_fits(type, dim.value) ? dim : Dim{};
  if (dim.kind == Dim::Kind::param) {
    const bool wide = type == DataType::int64 || type == DataType::uint64 ||
                      type == DataType::int32 || type == DataType::uint32;
    return wide ? dim : Dim{};
  }
  return {};
}

Dim of_bool(std::optional<bool> value) { return value ? Dim::of(*value ? 1 : 0) : Dim{}; }

std::optional<bool> as_bool(const Dim& dim) {
  if (dim.known()) return dim.value != 0;
  return std::nullopt;
}

std::optional<std::size_t> tracked_count(const Operation& operation, std::size_t output) {
  if (output >= operation.output_count()) return std::nullopt;
  const TypePtr& type = operation.result(output);
  if (!type || !type->is_tensor() || !is_tracked(type->element_type) || !type->shape)
    return std::nullopt;
  const Shape& shape = *type->shape;
  if (shape.empty()) return 1;
  if (shape.size() != 1 || !shape[0].known() || shape[0].value < 0) return std::nullopt;
  const auto count = static_cast<std::uint64_t>(shape[0].value);
  if (count > max_elements) return std::nullopt;
  return count;
}

bool any_known(const Elements& elements) {
  for (const Dim& element : elements) {
    if (element.kind != Dim::Kind::unknown) return true;
  }
  return elements.empty();
}

Elements elements_or_unknown(const Operation& operation, std::size_t input, std::size_t count) {
  const Elements* known = operation.elements(input);
  if (known && (known->size() == count || known->size() == 1)) return *known;
  return Elements(count);
}

}  // namespace opsmith::shape
