#include "opsmith/shape/reshape.h"

#include <algorithm>
#include <string>

#include "opsmith/shape/operation.h"

namespace opsmith::shape {
namespace {

// A product of dims: a number times symbols; unknown factors are only counted.
struct Factors {
  std::optional<std::int64_t> number = 1;
  std::vector<std::string> symbols;
  bool unknown = false;

  void take(const Dim& dim) {
    switch (dim.kind) {
      case Dim::Kind::value:
        number = number ? checked_multiply(*number, dim.value) : std::nullopt;
        break;
      case Dim::Kind::param:
        symbols.push_back(dim.param);
        break;
      case Dim::Kind::unknown:
        unknown = true;
        break;
    }
  }
};

// total / part, where it is certain.
Dim quotient(Factors total, const Factors& part) {
  if (total.unknown || part.unknown || !total.number || !part.number || *part.number == 0)
    return {};
  for (const std::string& symbol : part.symbols) {
    const auto found = std::find(total.symbols.begin(), total.symbols.end(), symbol);
    if (found == total.symbols.end()) return {};
    total.symbols.erase(found);
  }
  if (*total.number % *part.number != 0) {
    if (!total.symbols.empty()) return {};
    throw Contradiction("the element count does not divide by the product of the other dims");
  }
  const std::int64_t number = *total.number / *part.number;
  if (total.symbols.empty() || number == 0) return Dim::of(number);
  if (total.symbols.size() == 1 && number == 1) return Dim::symbol(total.symbols[0]);
  return {};
}

}  // namespace

Shape reshape_shape(const Shape* data, const std::vector<Dim>& target, bool allow_zero) {
  Shape result(target.size());
  std::vector<bool> copied(target.size(), false);
  std::optional<std::size_t> open;  // the -1
  std::size_t unknowns = 0;
  std::size_t last_unknown = 0;
  for (std::size_t axis = 0; axis < target.size(); ++axis) {
    const Dim& wanted = target[axis];
    if (wanted.is(0) && !allow_zero) {
      if (data && axis >= data->size())
        throw Contradiction("a 0 in the target shape has no axis to copy");
      if (data) result[axis] = (*data)[axis];
      copied[axis] = true;
    } else if (wanted.is(-1)) {
      if (open) throw Contradiction("the target shape has more than one -1");
      open = axis;
    } else if (wanted.known() && wanted.value < 0) {
      throw Contradiction("the target shape has a negative size");
    } else {
      result[axis] = wanted;
      if (wanted.kind == Dim::Kind::unknown) {
        ++unknowns;
        last_unknown = axis;
      }
    }
  }
  if (!data || (open && unknowns != 0) || (!open && unknowns != 1)) return result;

  // Without a -1 a single unknown can only be what is left, if nothing on the way may be zero.
  const std::size_t slot = open ? *open : last_unknown;
  Factors total;
  Factors part;
  for (std::size_t axis = 0; axis < data->size(); ++axis) {
    if (axis < copied.size() && copied[axis])
      continue;  // cancels, whatever it is: a zero beside a -1 is an error
    total.take((*data)[axis]);
  }
  for (std::size_t axis = 0; axis < result.size(); ++axis) {
    if (axis != slot && !copied[axis]) part.take(result[axis]);
  }
  if (!open) {
    const bool all_numbers =
        total.symbols.empty() && part.symbols.empty() && total.number && *total.number != 0;
    const bool copies = std::find(copied.begin(), copied.end(), true) != copied.end();
    if (!all_numbers || copies) return result;
  }
  result[slot] = quotient(std::move(total), part);
  return result;
}

}  // namespace opsmith::shape
