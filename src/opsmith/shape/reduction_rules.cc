// Reductions over axes.
#include "opsmith/shape/element_values.h"
#include "opsmith/shape/rules.h"

namespace opsmith::shape {
namespace {

// The opset from which a reduction takes its axes as an operand.
std::int64_t axes_operand_since(const ir::Node& node) {
  return node.op_type == "ReduceSum" ? 13 : 18;
}

bool keeps_dims(const Operation& op) { return op.node().int_attribute("keepdims", 1) != 0; }

// Which axes are reduced; nullopt when that is not known.
std::optional<std::vector<bool>> reduced_axes(const Operation& op, std::size_t rank) {
  const std::int64_t since = axes_operand_since(op.node());
  const auto axes = op.integers("axes", 1, since);
  if (axes.present && !axes.values) return std::nullopt;
  if (!axes.present || axes.values->empty()) {
    const bool nothing =
        op.opset() >= since && op.node().int_attribute("noop_with_empty_axes", 0) != 0;
    return std::vector<bool>(rank, !nothing);
  }
  std::vector<bool> reduced(rank, false);
  for (const std::int64_t axis : *axes.values) reduced[normalize_axis(axis, rank)] = true;
  return reduced;
}

Shape without(const Shape& shape, const std::vector<bool>& reduced, bool keep) {
  Shape result;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (!reduced[axis]) {
      result.push_back(shape[axis]);
    } else if (keep) {
      result.push_back(Dim::of(1));
    }
  }
  return result;
}

void reduce(Operation& op) {
  const DataType element = op.element_type(0);
  const Shape* shape = op.shape(0);
  if (!shape) return op.set(0, element, std::nullopt);
  if (const auto reduced = reduced_axes(op, shape->size())) {
    return op.set(0, element, without(*shape, *reduced, keeps_dims(op)));
  }
  if (keeps_dims(op)) return op.set(0, element, unknown_shape(shape->size()));
  op.set(0, element, std::nullopt);
}

void arg_reduce(Operation& op) {
  const Shape* shape = op.shape(0);
  if (!shape) return op.set(0, DataType::int64, std::nullopt);
  std::vector<bool> reduced(shape->size(), false);
  reduced[normalize_axis(op.node().int_attribute("axis", 0), shape->size())] = true;
  op.set(0, DataType::int64, without(*shape, reduced, keeps_dims(op)));
}

template <typename Function>
void reduce_values(Operation& op, Function combine) {
  const Elements* known = op.elements(0);
  const Shape* shape = op.shape(0);
  if (!known || !shape) return;
  const auto reduced = reduced_axes(op, shape->size());
  if (!reduced) return;
  if (shape->empty() || !(*reduced)[0]) return op.set_elements(0, *known);
  if (known->empty()) return;
  Dim result = known->front();
  for (std::size_t i = 1; i < known->size(); ++i) result = combine(result, (*known)[i]);
  op.set_elements(0, {fit(op.result(0)->element_type, result)});
}

void sum_values(Operation& op) { reduce_values(op, add); }
void maximum_values(Operation& op) { reduce_values(op, maximum); }
void minimum_values(Operation& op) { reduce_values(op, minimum); }
void product_values(Operation& op) { reduce_values(op, multiply); }

constexpr Rule rules[] = {
    {"ArgMax", 1, arg_reduce},
    {"ArgMin", 1, arg_reduce},
    {"ReduceL1", 1, reduce},
    {"ReduceL2", 1, reduce},
    {"ReduceLogSum", 1, reduce},
    {"ReduceLogSumExp", 1, reduce},
    {"ReduceMax", 1, reduce, maximum_values},
    {"ReduceMean", 1, reduce},
    {"ReduceMin", 1, reduce, minimum_values},
    {"ReduceProd", 1, reduce, product_values},
    {"ReduceSum", 1, reduce, sum_values},
    {"ReduceSumSquare", 1, reduce},
};

}  // namespace

std::span<const Rule> reduction_rules() { return rules; }

}  // namespace opsmith::shape
