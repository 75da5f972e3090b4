#include "opsmith/runtime/input_values.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstring>
#include <functional>
#include <numeric>

#include "opsmith/base/error.h"
#include "opsmith/runtime/encode_element.h"

namespace opsmith::runtime {
namespace {

constexpr std::size_t kMostBytes = std::size_t{8} << 30;

bool name_contains(std::string_view name, std::string_view word) {
  const auto found =
      std::search(name.begin(), name.end(), word.begin(), word.end(),
                  [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; });
  return found != name.end();
}

using Draw = std::function<double(std::size_t index)>;

Array fill(ir::DataType type, const std::vector<std::int64_t>& dims, const Draw& draw) {
  Array array;
  array.type = type;
  array.dims = dims;
  const std::size_t size = packed_bytes(type, dims);
  if (size > kMostBytes) {
    throw Error(ErrorCode::limit, "an input of " + std::to_string(size) + " bytes is too large", {},
                "give smaller sizes with --dim NAME=VALUE");
  }
  array.bytes.resize(size);
  const std::size_t count = array.count();
  if (type ==
      ir::DataType::float32) {  // by far the most common: without a dispatch for each element
    for (std::size_t i = 0; i < count; ++i) {
      const auto value = static_cast<float>(draw(i));
      std::memcpy(array.bytes.data() + i * sizeof value, &value, sizeof value);
    }
    return array;
  }
  for (std::size_t i = 0; i < count; ++i) encode_element(type, array.bytes, i, draw(i));
  return array;
}

std::size_t product(const std::vector<std::int64_t>& dims) {
  // Only asked after packed_bytes has accepted the dims.
  return std::accumulate(
      dims.begin(), dims.end(), std::size_t{1},
      [](std::size_t a, std::int64_t b) { return a * static_cast<std::size_t>(b); });
}

Array patterned(ir::DataType type, const std::vector<std::int64_t>& dims,
                const Requirements& wanted) {
  const std::vector<std::int64_t>& reference = wanted.reference;
  auto reference_at = [&reference](std::size_t i) {
    return i < reference.size() && reference[i] >= 0 ? static_cast<double>(reference[i]) : 1.0;
  };
  const std::size_t count = std::max<std::size_t>(product(dims), 1);
  switch (wanted.pattern) {
    case Pattern::shape:
      return fill(type, dims, [](std::size_t i) { return i == 0 ? -1.0 : 1.0; });
    case Pattern::sizes:
      return fill(type, dims, [](std::size_t) { return 1.0; });
    case Pattern::axes:
      return fill(type, dims, [](std::size_t i) { return static_cast<double>(i); });
    case Pattern::scales:
      return fill(type, dims, [count](std::size_t i) { return count > 2 && i < 2 ? 1.0 : 2.0; });
    case Pattern::resize_sizes:
      return fill(type, dims, [&](std::size_t i) { return reference_at(i) * (i < 2 ? 1 : 2); });
    case Pattern::full_slice:
      return fill(type, dims, [](std::size_t) { return 0x1p30; });
    case Pattern::split: {
      const double total = reference_at(0);
      const double part = std::floor(total / static_cast<double>(count));
      return fill(type, dims, [=](std::size_t i) {
        return i + 1 == count ? total - part * static_cast<double>(count - 1) : part;
      });
    }
    case Pattern::none:
      break;
  }
  return {};
}

Array strings(const std::vector<std::int64_t>& dims, Random& random) {
  static constexpr std::array<std::string_view, 8> kWords = {
      "a", "hello", "World", "42", "the quick brown fox", "-1.5", "", "na\xc3\xafve"};
  packed_bytes(ir::DataType::uint8, dims);  // refuses absurd dims
  const std::size_t count = product(dims);
  if (count > kMostBytes / 64) throw Error(ErrorCode::limit, "an input of strings is too large");
  std::vector<std::string> values;
  values.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    values.emplace_back(kWords[static_cast<std::size_t>(random.integer(0, kWords.size() - 1))]);
  }
  return Array::of_strings(dims, std::move(values));
}

// Zeros and ones, mostly ones; the first is one, so that no row of one element is masked whole, and
// both occur.
Array mask(ir::DataType type, const std::vector<std::int64_t>& dims, Random& random) {
  packed_bytes(type, dims);
  const std::size_t count = product(dims);
  if (count == 1) {
    const double value = random.chance(0.5) ? 1 : 0;
    return fill(type, dims, [value](std::size_t) { return value; });
  }
  return fill(type, dims, [&](std::size_t i) {
    const bool drawn = random.chance(0.7);
    if (i == 0) return 1.0;
    return i + 1 == count ? 0.0 : static_cast<double>(drawn);
  });
}

// Different indices as far as the range has them: a shuffled range, repeated.
Array distinct_indices(ir::DataType type, const std::vector<std::int64_t>& dims, std::int64_t low,
                       std::int64_t high, Random& random) {
  constexpr std::int64_t kLongest = 1 << 20;
  std::vector<std::int64_t> range(
      static_cast<std::size_t>(std::clamp<std::int64_t>(high - low + 1, 1, kLongest)));
  std::iota(range.begin(), range.end(), low);
  for (std::size_t i = range.size(); i > 1; --i) {
    std::swap(range[i - 1],
              range[static_cast<std::size_t>(random.integer(0, static_cast<std::int64_t>(i) - 1))]);
  }
  return fill(type, dims,
              [&range](std::size_t i) { return static_cast<double>(range[i % range.size()]); });
}

struct Range {
  double low, high;
};

Range integer_range(ir::DataType type, std::string_view name, const Requirements& wanted) {
  Range range{};
  const bool narrow = ir::bits_of(type) <= 8;
  if (wanted.low || wanted.high) {
    range.low = std::ceil(wanted.low.value_or(std::min(0.0, *wanted.high)));
    range.high = std::floor(wanted.high.value_or(std::max(*wanted.low, 0.0) + 8));
  } else if (narrow) {
    range = {smallest_of(type), largest_of(type)};
  } else if (!wanted.compared.empty()) {
    const auto [least, most] = std::minmax_element(wanted.compared.begin(), wanted.compared.end());
    range = {std::floor(*least), std::ceil(*most)};
  } else if (name_contains(name, "len")) {
    range = {1, 4};
  } else {
    range = {0, 7};
  }
  range.low = std::max(range.low, smallest_of(type));
  range.high = std::min(range.high, largest_of(type));
  if (range.high < range.low) range.high = range.low;
  return range;
}

Array integers(ir::DataType type, const std::vector<std::int64_t>& dims, std::string_view name,
               const Requirements& wanted, Random& random) {
  const bool bounded = wanted.low || wanted.high;
  // A name is only believed where no reader says otherwise.
  if (wanted.mask && !wanted.index) return mask(type, dims, random);
  if (!bounded && wanted.compared.empty() && name_contains(name, "mask"))
    return mask(type, dims, random);
  const Range range = integer_range(type, name, wanted);
  const auto low = static_cast<std::int64_t>(range.low);
  const auto high =
      range.high >= 0x1p62 ? std::int64_t{1} << 62 : static_cast<std::int64_t>(range.high);
  if (wanted.distinct) return distinct_indices(type, dims, low, high, random);

  // What the model compares with is met often: alone where nothing else bounds the value, else now
  // and then.
  std::vector<double> special;
  for (const double value : wanted.compared) {
    if (value == std::floor(value) && (!bounded || (value >= range.low && value <= range.high))) {
      special.push_back(value);
    }
  }
  packed_bytes(type, dims);
  const bool scalar = product(dims) == 1;
  const double often = special.empty() ? 0 : bounded ? 0.1 : scalar ? 0.75 : 0.6;
  const bool near_special = !bounded && special.size() == 1;
  return fill(type, dims, [&](std::size_t) {
    if (often > 0 && random.chance(often)) {
      return special[static_cast<std::size_t>(
          random.integer(0, static_cast<std::int64_t>(special.size()) - 1))];
    }
    if (near_special) return special.front() + 1;
    return static_cast<double>(random.integer(low, high));
  });
}

Array reals(ir::DataType type, const std::vector<std::int64_t>& dims, std::string_view name,
            const Requirements& wanted, Random& random) {
  if (wanted.low || wanted.high) {
    const double low = wanted.low ? *wanted.low : std::min(*wanted.high - 1, -1.0);
    const double high = wanted.high ? *wanted.high : std::max(low + 1, 1.0);
    return fill(type, dims,
                [&, low, high](std::size_t) { return random.uniform(low, std::max(low, high)); });
  }
  if (wanted.mask || name_contains(name, "mask")) return mask(type, dims, random);
  packed_bytes(type, dims);
  if (!wanted.compared.empty()) {
    const bool scalar = product(dims) == 1;
    return fill(type, dims, [&](std::size_t) {
      const double drawn = random.normal();
      const auto last = static_cast<std::int64_t>(wanted.compared.size()) - 1;
      const double special = wanted.compared[static_cast<std::size_t>(random.integer(0, last))];
      return scalar || random.chance(0.1) ? special : drawn + special;
    });
  }
  const bool narrow = ir::bits_of(type) <= 8;  // few values: keep clear of the ends
  const double spread = narrow ? 0.5 : 1;
  return fill(type, dims, [&random, spread](std::size_t) { return spread * random.normal(); });
}

}  // namespace

Array make_values(ir::DataType type, const std::vector<std::int64_t>& dims, std::string_view name,
                  const Requirements& wanted, Random& random) {
  if (type == ir::DataType::string) return strings(dims, random);
  if (ir::bits_of(type) == 0) {
    throw Error(ErrorCode::unsupported, "the input's element type is unknown",
                {.value = std::string(name)}, "give values with --data");
  }
  packed_bytes(type, dims);  // refuses absurd dims before anything multiplies them
  if (type == ir::DataType::boolean) {
    if (wanted.always_true) return fill(type, dims, [](std::size_t) { return 1.0; });
    if (wanted.high && *wanted.high < 1) return fill(type, dims, [](std::size_t) { return 0.0; });
    return mask(type, dims, random);
  }
  if (wanted.pattern != Pattern::none) return patterned(type, dims, wanted);
  if (ir::is_integer(type)) return integers(type, dims, name, wanted, random);
  return reals(type, dims, name, wanted, random);
}

}  // namespace opsmith::runtime
