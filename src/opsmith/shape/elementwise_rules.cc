// Elementwise operators: the type of one operand, or numpy's broadcasting of several.
#include <algorithm>

#include "opsmith/shape/broadcasting.h"
#include "opsmith/shape/element_values.h"
#include "opsmith/shape/rules.h"

namespace opsmith::shape {
namespace {

void same_as_first(Operation& op) { op.set(0, op.type(0)); }

// The type of operand 0 with another element type.
void first_as(Operation& op, DataType element) {
  const TypePtr& type = op.type(0);
  if (!type || !type->is_tensor()) return op.set(0, element, std::nullopt);
  if (type->element_type == element) return op.set(0, type);
  op.set(0, element, type->shape);
}

// True when broadcasting with `b` certainly leaves `a` as it is.
bool absorbs(const Shape& a, const Shape& b) {
  if (a.size() < b.size()) return false;
  const std::size_t lead = a.size() - b.size();
  for (std::size_t axis = 0; axis < b.size(); ++axis) {
    const Dim& mine = a[lead + axis];
    const Dim& other = b[axis];
    if (other.is(1) || mine.same_as(other)) continue;
    if (!other.known() && mine.known() && mine.value != 1) continue;
    return false;
  }
  return true;
}

// Broadcasts operands [first, count) and sets output 0. `element` undefined: that of the first
// known operand.
void set_broadcast(Operation& op, std::size_t first, std::size_t count, DataType element) {
  for (std::size_t index = first; element == DataType::undefined && index < count; ++index) {
    element = op.element_type(index);
  }
  std::size_t leading = count;  // the operand whose type the result may simply share
  std::optional<Shape> shape;
  for (std::size_t index = first; index < count; ++index) {
    const Shape* next = op.shape(index);
    if (!next) return op.set(0, element, std::nullopt);
    if (index == first) {
      leading = index;
      continue;
    }
    const Shape& so_far = leading < count ? *op.shape(leading) : *shape;
    if (absorbs(so_far, *next)) continue;
    if (absorbs(*next, so_far)) {
      leading = index;
      continue;
    }
    auto joined = broadcast_shapes(so_far, *next);
    if (!joined) {
      op.set(0, element, std::nullopt);
      throw Contradiction("the operands' shapes cannot be broadcast together");
    }
    shape = std::move(joined);
    leading = count;
  }
  if (leading < count) {
    if (op.type(leading)->element_type == element) return op.set(0, op.type(leading));
    return op.set(0, element, *op.shape(leading));
  }
  op.set(0, element, std::move(shape));
}

void arithmetic(Operation& op) {
  if (op.opset() < 7)
    return same_as_first(op);  // the old attribute 'broadcast' stretched operand 1 only
  set_broadcast(op, 0, 2, DataType::undefined);
}

void power(Operation& op) {
  if (op.opset() < 7) return same_as_first(op);
  set_broadcast(op, 0, 2, op.element_type(0));
}

void comparison(Operation& op) {
  if (op.opset() < 7) return first_as(op, DataType::boolean);
  set_broadcast(op, 0, 2, DataType::boolean);
}

void variadic(Operation& op) {
  if (op.input_count() == 0) return;
  if (op.opset() < 8) return same_as_first(op);
  set_broadcast(op, 0, op.input_count(), DataType::undefined);
}

void where(Operation& op) {
  DataType element = op.element_type(1);
  if (element == DataType::undefined) element = op.element_type(2);
  set_broadcast(op, 0, 3, element);
}

void predicate(Operation& op) { first_as(op, DataType::boolean); }

std::optional<DataType> valid_type(std::int64_t number) {
  const auto type = static_cast<DataType>(number);
  if (number < 0 || number > 1000 || type == DataType::undefined) return std::nullopt;
  if (type != DataType::string && ir::bits_of(type) == 0) return std::nullopt;
  return type;
}

void cast(Operation& op) {
  std::optional<DataType> target;
  if (op.opset() < 6) {
    std::string name(op.node().string_attribute("to", ""));
    std::transform(name.begin(), name.end(), name.begin(), [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    target = ir::data_type_from_name(name);
  } else {
    target = valid_type(op.node().int_attribute("to", 0));
  }
  if (!target) throw Contradiction("attribute 'to' names no element type");
  first_as(op, *target);
}

void cast_like(Operation& op) {
  if (op.element_type(1) != DataType::undefined) first_as(op, op.element_type(1));
}

void dropout(Operation& op) {
  same_as_first(op);
  if (!op.type(0) || !op.type(0)->is_tensor()) return;
  op.set(1, op.opset() >= 10 ? DataType::boolean : op.type(0)->element_type, op.type(0)->shape);
}

// --- elements

void identity_values(Operation& op) {
  if (const Elements* known = op.elements(0)) op.set_elements(0, *known);
}

void cast_values(Operation& op) {
  const Elements* known = op.elements(0);
  if (!known) return;
  const DataType target = op.result(0)->element_type;
  Elements result;
  result.reserve(known->size());
  for (const Dim& element : *known) {
    result.push_back(target == DataType::boolean ? of_bool(as_bool(element))
                                                 : fit(target, element));
  }
  op.set_elements(0, std::move(result));
}

template <typename Function>
void unary_values(Operation& op, Function evaluate) {
  const Elements* known = op.elements(0);
  if (!known) return;
  const DataType type = op.result(0)->element_type;
  Elements result;
  result.reserve(known->size());
  for (const Dim& element : *known) result.push_back(fit(type, evaluate(element)));
  op.set_elements(0, std::move(result));
}

// One side unknown still gives results such as x * 0.
template <typename Function>
void binary_values(Operation& op, Function evaluate) {
  if (op.opset() < 7) return;
  const auto count = tracked_count(op, 0);
  if (!count || (!op.elements(0) && !op.elements(1))) return;
  const Elements a = elements_or_unknown(op, 0, *count);
  const Elements b = elements_or_unknown(op, 1, *count);
  const DataType type = op.result(0)->element_type;
  Elements result;
  result.reserve(*count);
  for (std::size_t i = 0; i < *count; ++i) {
    result.push_back(fit(type, evaluate(broadcast_element(a, i), broadcast_element(b, i))));
  }
  op.set_elements(0, std::move(result));
}

template <typename Function>
void compare_values(Operation& op, Function evaluate) {
  binary_values(op, [&](const Dim& a, const Dim& b) { return of_bool(evaluate(a, b)); });
}

template <typename Function>
void variadic_values(Operation& op, Function evaluate) {
  const auto count = tracked_count(op, 0);
  if (op.opset() < 8 || !count) return;
  Elements result = elements_or_unknown(op, 0, *count);
  if (result.size() == 1) result.resize(*count, result[0]);
  for (std::size_t input = 1; input < op.input_count(); ++input) {
    const Elements next = elements_or_unknown(op, input, *count);
    for (std::size_t i = 0; i < *count; ++i)
      result[i] = evaluate(result[i], broadcast_element(next, i));
  }
  const DataType type = op.result(0)->element_type;
  for (Dim& element : result) element = fit(type, element);
  op.set_elements(0, std::move(result));
}

void add_values(Operation& op) { binary_values(op, add); }
void subtract_values(Operation& op) { binary_values(op, subtract); }
void multiply_values(Operation& op) { binary_values(op, multiply); }
void divide_values(Operation& op) { binary_values(op, divide); }
void modulo_values(Operation& op) {
  const bool sign_of_dividend = op.node().int_attribute("fmod", 0) != 0;
  binary_values(op, [&](const Dim& a, const Dim& b) { return remainder(a, b, sign_of_dividend); });
}
void negate_values(Operation& op) { unary_values(op, negate); }
void absolute_values(Operation& op) { unary_values(op, absolute); }
void sign_values(Operation& op) {
  unary_values(op, [](const Dim& a) {
    return a.known() ? Dim::of(a.value > 0 ? 1 : a.value < 0 ? -1 : 0) : Dim{};
  });
}
void minimum_values(Operation& op) { variadic_values(op, minimum); }
void maximum_values(Operation& op) { variadic_values(op, maximum); }
void sum_values(Operation& op) { variadic_values(op, add); }

void equal_values(Operation& op) { compare_values(op, equal); }
void less_values(Operation& op) { compare_values(op, less); }
void less_or_equal_values(Operation& op) { compare_values(op, less_or_equal); }
void greater_values(Operation& op) {
  compare_values(op, [](const Dim& a, const Dim& b) { return less(b, a); });
}
void greater_or_equal_values(Operation& op) {
  compare_values(op, [](const Dim& a, const Dim& b) { return less_or_equal(b, a); });
}
void not_values(Operation& op) {
  unary_values(op, [](const Dim& a) { return a.known() ? Dim::of(a.value == 0 ? 1 : 0) : Dim{}; });
}
void and_values(Operation& op) {
  binary_values(op, [](const Dim& a, const Dim& b) {
    if (a.is(0) || b.is(0)) return Dim::of(0);
    return a.known() && b.known() ? Dim::of(1) : Dim{};
  });
}
void or_values(Operation& op) {
  binary_values(op, [](const Dim& a, const Dim& b) {
    if ((a.known() && a.value != 0) || (b.known() && b.value != 0)) return Dim::of(1);
    return a.known() && b.known() ? Dim::of(0) : Dim{};
  });
}
void xor_values(Operation& op) {
  binary_values(op, [](const Dim& a, const Dim& b) {
    return a.known() && b.known() ? Dim::of((a.value != 0) != (b.value != 0) ? 1 : 0) : Dim{};
  });
}

void where_values(Operation& op) {
  const auto count = tracked_count(op, 0);
  if (!count) return;
  const Elements condition = elements_or_unknown(op, 0, *count);
  const Elements x = elements_or_unknown(op, 1, *count);
  const Elements y = elements_or_unknown(op, 2, *count);
  Elements result;
  result.reserve(*count);
  for (std::size_t i = 0; i < *count; ++i) {
    const Dim& if_true = broadcast_element(x, i);
    const Dim& if_false = broadcast_element(y, i);
    const auto chosen = as_bool(broadcast_element(condition, i));
    result.push_back(chosen ? (*chosen ? if_true : if_false) : join(if_true, if_false));
  }
  op.set_elements(0, std::move(result));
}

constexpr Rule rules[] = {
    {"Abs", 1, same_as_first, absolute_values},
    {"Acos", 7, same_as_first},
    {"Acosh", 9, same_as_first},
    {"Add", 1, arithmetic, add_values},
    {"And", 1, comparison, and_values},
    {"Asin", 7, same_as_first},
    {"Asinh", 9, same_as_first},
    {"Atan", 7, same_as_first},
    {"Atanh", 9, same_as_first},
    {"BitShift", 11, arithmetic},
    {"BitwiseAnd", 18, arithmetic},
    {"BitwiseNot", 18, same_as_first},
    {"BitwiseOr", 18, arithmetic},
    {"BitwiseXor", 18, arithmetic},
    {"Cast", 1, cast, cast_values},
    {"CastLike", 15, cast_like, cast_values},
    {"Ceil", 1, same_as_first},
    {"Celu", 12, same_as_first},
    {"Clip", 1, same_as_first},
    {"Cos", 7, same_as_first},
    {"Cosh", 9, same_as_first},
    {"CumProd", 26, same_as_first},
    {"CumSum", 11, same_as_first},
    {"Div", 1, arithmetic, divide_values},
    {"Dropout", 1, dropout},
    {"Elu", 1, same_as_first},
    {"Equal", 1, comparison, equal_values},
    {"Erf", 9, same_as_first},
    {"Exp", 1, same_as_first},
    {"Floor", 1, same_as_first},
    {"Gelu", 20, same_as_first},
    {"Greater", 1, comparison, greater_values},
    {"GreaterOrEqual", 12, comparison, greater_or_equal_values},
    {"HardSigmoid", 1, same_as_first},
    {"HardSwish", 14, same_as_first},
    {"Hardmax", 1, same_as_first},
    {"Identity", 1, same_as_first, identity_values},
    {"IsInf", 10, predicate},
    {"IsNaN", 9, predicate},
    {"LeakyRelu", 1, same_as_first},
    {"Less", 1, comparison, less_values},
    {"LessOrEqual", 12, comparison, less_or_equal_values},
    {"Log", 1, same_as_first},
    {"LogSoftmax", 1, same_as_first},
    {"Max", 1, variadic, maximum_values},
    {"Mean", 1, variadic},
    {"Min", 1, variadic, minimum_values},
    {"Mish", 18, same_as_first},
    {"Mod", 10, arithmetic, modulo_values},
    {"Mul", 1, arithmetic, multiply_values},
    {"Neg", 1, same_as_first, negate_values},
    {"Not", 1, same_as_first, not_values},
    {"Or", 1, comparison, or_values},
    {"PRelu", 1, same_as_first},
    {"Pow", 1, power},
    {"Reciprocal", 1, same_as_first},
    {"Relu", 1, same_as_first},
    {"Round", 11, same_as_first},
    {"Selu", 1, same_as_first},
    {"Shrink", 9, same_as_first},
    {"Sigmoid", 1, same_as_first},
    {"Sign", 9, same_as_first, sign_values},
    {"Sin", 7, same_as_first},
    {"Sinh", 9, same_as_first},
    {"Softmax", 1, same_as_first},
    {"Softplus", 1, same_as_first},
    {"Softsign", 1, same_as_first},
    {"Sqrt", 1, same_as_first},
    {"Sub", 1, arithmetic, subtract_values},
    {"Sum", 1, variadic, sum_values},
    {"Swish", 24, same_as_first},
    {"Tan", 7, same_as_first},
    {"Tanh", 1, same_as_first},
    {"ThresholdedRelu", 10, same_as_first},
    {"Trilu", 14, same_as_first},
    {"Where", 9, where, where_values},
    {"Xor", 1, comparison, xor_values},
};

}  // namespace

std::span<const Rule> elementwise_rules() { return rules; }

}  // namespace opsmith::shape
