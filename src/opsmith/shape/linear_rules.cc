// Matrix products.
#include "opsmith/shape/broadcasting.h"
#include "opsmith/shape/rules.h"

namespace opsmith::shape {
namespace {

// Numpy's matmul: leading axes broadcast, vectors gain an axis and lose it again.
std::optional<Shape> matmul_shape(const Shape* a, const Shape* b) {
  if (!a || !b) return std::nullopt;
  if (a->empty() || b->empty()) throw Contradiction("an operand is a scalar");
  const Dim& inner_a = a->back();
  const Dim& inner_b = b->size() == 1 ? (*b)[0] : (*b)[b->size() - 2];
  if (inner_a.known() && inner_b.known() && inner_a.value != inner_b.value) {
    throw Contradiction("the inner dims differ: " + inner_a.text() + " and " + inner_b.text());
  }
  const std::size_t rows = a->size() >= 2 ? 1 : 0;
  const std::size_t columns = b->size() >= 2 ? 1 : 0;
  const Shape batch_a(a->begin(), a->end() - (rows ? 2 : 1));
  const Shape batch_b(b->begin(), b->end() - (columns ? 2 : 1));
  auto result = broadcast_shapes(batch_a, batch_b);
  if (!result) throw Contradiction("the leading dims cannot be broadcast together");
  if (rows) result->push_back((*a)[a->size() - 2]);
  if (columns) result->push_back(b->back());
  return result;
}

void matmul(Operation& op) {
  DataType element = op.element_type(0);
  if (element == DataType::undefined) element = op.element_type(1);
  op.set(0, element, matmul_shape(op.shape(0), op.shape(1)));
}

void matmul_integer(Operation& op) {
  op.set(0, DataType::int32, matmul_shape(op.shape(0), op.shape(1)));
}

void qlinear_matmul(Operation& op) {
  op.set(0, op.element_type(7), matmul_shape(op.shape(0), op.shape(3)));
}

void gemm(Operation& op) {
  DataType element = op.element_type(0);
  if (element == DataType::undefined) element = op.element_type(1);
  const Shape* a = op.shape(0);
  const Shape* b = op.shape(1);
  if ((a && a->size() != 2) || (b && b->size() != 2)) {
    op.set(0, element, unknown_shape(2));
    throw Contradiction("A and B must be matrices");
  }
  const bool transpose_a = op.node().int_attribute("transA", 0) != 0;
  const bool transpose_b = op.node().int_attribute("transB", 0) != 0;
  Shape result(2);
  if (a) result[0] = (*a)[transpose_a ? 1 : 0];
  if (b) result[1] = (*b)[transpose_b ? 0 : 1];
  op.set(0, element, std::move(result));
}

constexpr Rule rules[] = {
    {"Gemm", 1, gemm},
    {"MatMul", 1, matmul},
    {"MatMulInteger", 10, matmul_integer},
    {"QLinearMatMul", 10, qlinear_matmul},
};

}  // namespace

std::span<const Rule> linear_rules() { return rules; }

}  // namespace opsmith::shape
