#include <optional>

#include "opsmith/transform/axes.h"
#include "opsmith/transform/no_op_pass.h"
#include "opsmith/transform/passes.h"
#include "opsmith/transform/provenance.h"

namespace opsmith::transform {
namespace {

using ir::DataType;

constexpr std::string_view handled[] = {"Cast", "CastLike"};

// undefined when unknown.
DataType target_of(const ir::Node& node, const PassContext& context) {
  if (node.is("CastLike"))
    return node.input(1) ? context.element_type(node.input(1)) : DataType::undefined;
  const std::int64_t to = node.int_attribute("to", 0);
  return to > 0 && to <= 64 ? static_cast<DataType>(to) : DataType::undefined;
}

// What the finite values of a type are made of: `digits` binary digits, and a sign. Exponents are
// compared by rank. The 8-bit and smaller floats are left out: some lack infinities or signed
// zeros, and casts to them may saturate.
struct Format {
  bool floating;
  bool has_sign;
  int digits;
  int exponent_bits;
};

std::optional<Format> format_of(DataType type) {
  switch (type) {
    case DataType::boolean:
      return Format{false, false, 1, 0};
    case DataType::uint8:
      return Format{false, false, 8, 0};
    case DataType::uint16:
      return Format{false, false, 16, 0};
    case DataType::uint32:
      return Format{false, false, 32, 0};
    case DataType::uint64:
      return Format{false, false, 64, 0};
    case DataType::int8:
      return Format{false, true, 7, 0};
    case DataType::int16:
      return Format{false, true, 15, 0};
    case DataType::int32:
      return Format{false, true, 31, 0};
    case DataType::int64:
      return Format{false, true, 63, 0};
    case DataType::float16:
      return Format{true, true, 11, 5};
    case DataType::bfloat16:
      return Format{true, true, 8, 8};
    case DataType::float32:
      return Format{true, true, 24, 8};
    case DataType::float64:
      return Format{true, true, 53, 11};
    default:
      return std::nullopt;
  }
}

// Every value of `from` is a value of `to`, so that a cast changes none. bool counts as {0, 1}; as
// a target it holds only itself.
bool holds(DataType to_type, DataType from_type) {
  if (to_type == from_type) return true;
  const auto to = format_of(to_type);
  const auto from = format_of(from_type);
  if (!to || !from || to_type == DataType::boolean) return false;
  if (from->floating && !to->floating) return false;
  if (from->has_sign && !to->has_sign) return false;
  return from->digits <= to->digits && from->exponent_bits <= to->exponent_bits;
}

// Whether from -> middle -> to always gives what from -> to gives, defined results only.
bool middle_is_idle(DataType from, DataType middle, DataType to) {
  if (!holds(middle, from)) return false;
  if (holds(to, from)) return true;  // no step changes a value
  const auto source = format_of(from);
  const auto between = format_of(middle);
  const auto target = format_of(to);
  if (!source || !between || !target) return false;
  if (to == DataType::boolean) return true;  // asks whether the same value is zero
  // The same integer, rounded or wrapped once by the second cast. (16-bit floats may be rounded
  // twice on the way from an integer, in ways that depend on its type.)
  const bool rounds_once = !target->floating || to == DataType::float32 || to == DataType::float64;
  return !source->floating && !between->floating && rounds_once;
}

// y = Cast<T>(x), x of type T                ->  y is x
// y = Cast<T>(Cast<U>(x)), U holds all of x  ->  y is x when x is of type T, else y = Cast<T>(x)
// CastLike alike; its second operand only lends its type.
class RemoveCast final : public NodePass {
 public:
  std::string_view name() const override { return "remove_cast"; }
  std::string_view doc() const override {
    return "Removes casts to the type that a value has, and lossless casts whose result is cast "
           "again.";
  }
  std::span<const std::string_view> operators() const override { return handled; }

  bool apply(ir::Node& node, PassContext& context) const override {
    ir::Value* operand = node.input(0);
    if (!operand || !node.output(0)) return false;
    const DataType to = target_of(node, context);
    const DataType middle = context.element_type(operand);
    if (to == DataType::undefined || middle == DataType::undefined) return false;
    if (to == middle) return replace_node(name(), node, operand, context);

    ir::Node* inner = local_producer(operand, node);
    if (!inner || !(inner->is("Cast") || inner->is("CastLike")) || !inner->input(0)) return false;
    ir::Value* source = inner->input(0);
    const DataType from = context.element_type(source);
    if (from == DataType::undefined || target_of(*inner, context) != middle ||
        !middle_is_idle(from, middle, to))
      return false;
    if (from == to && replace_node(name(), node, source, context)) return true;
    if (from == to || !operand->has_one_use() || !context.rewriter.begin(name(), node))
      return false;
    merge_provenance(node, *inner);
    context.rewriter.set_input(&node, 0, source);
    context.rewriter.finish(&node);
    context.rewriter.erase_if_unused(inner);
    return true;
  }
};

}  // namespace

std::unique_ptr<NodePass> make_remove_cast() { return std::make_unique<RemoveCast>(); }

}  // namespace opsmith::transform
