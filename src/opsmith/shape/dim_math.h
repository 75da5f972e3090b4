// Arithmetic on dimensions: numbers, symbols and unknowns. What cannot be said for certain is
// unknown; an overflow too. Everything that will once be a symbolic expression goes through here.
//
// As elements of integer tensors dims may be negative; a symbol always stands for a size >= 0.
#pragma once

#include <cstdint>
#include <optional>

#include "opsmith/ir/type.h"

namespace opsmith::shape {

using ir::Dim;
using ir::Shape;

// Wide enough for every sum and difference of two int64.
__extension__ typedef __int128 Wide;

std::optional<std::int64_t> checked_add(std::int64_t a, std::int64_t b);
std::optional<std::int64_t> checked_subtract(std::int64_t a, std::int64_t b);
std::optional<std::int64_t> checked_multiply(std::int64_t a, std::int64_t b);

Dim add(const Dim& a, const Dim& b);
Dim subtract(const Dim& a, const Dim& b);
Dim multiply(const Dim& a, const Dim& b);
Dim divide(const Dim& a, const Dim& b);  // rounds toward zero, as ONNX's Div on integers
Dim remainder(const Dim& a, const Dim& b,
              bool sign_of_dividend);  // Mod: fmod=1 takes the dividend's sign
Dim negate(const Dim& a);
Dim absolute(const Dim& a);
Dim minimum(const Dim& a, const Dim& b);
Dim maximum(const Dim& a, const Dim& b);

// What is known of a comparison.
std::optional<bool> equal(const Dim& a, const Dim& b);
std::optional<bool> less(const Dim& a, const Dim& b);
std::optional<bool> less_or_equal(const Dim& a, const Dim& b);

// The dim as the size of an axis: a negative number is no size and becomes unknown.
Dim as_size(const Dim& dim);
// Product of dims [first, last) of a shape. A zero makes it zero; one symbol beside ones stays a
// symbol.
Dim product(const Shape& shape, std::size_t first, std::size_t last);
// What holds for both: the dim when they are the same, unknown otherwise.
Dim join(const Dim& a, const Dim& b);
// Both describe one axis; the more precise one. Nullopt when they contradict.
std::optional<Dim> meet(const Dim& a, const Dim& b);
// Numpy's rule for one axis. Nullopt when two numbers do not go together.
std::optional<Dim> broadcast(const Dim& a, const Dim& b);

}  // namespace opsmith::shape
