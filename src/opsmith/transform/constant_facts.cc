#include "opsmith/transform/constant_facts.h"

#include <algorithm>

#include "opsmith/base/error.h"

namespace opsmith::transform {
namespace {

constexpr std::uint64_t kMaxBytesRead = 1 << 20;

}  // namespace

bool all_elements_are(const ir::Value* value, double number) {
  const ir::TensorPtr tensor = value ? value->constant() : nullptr;
  if (!tensor || tensor->is_sparse()) return false;
  const ir::DataType type = tensor->type();
  if (!ir::is_floating(type) && !ir::is_integer(type) && type != ir::DataType::boolean)
    return false;
  const auto size = tensor->byte_size();
  if (!size || *size > kMaxBytesRead) return false;
  try {
    const ByteView bytes = tensor->bytes();
    const auto count = static_cast<std::size_t>(tensor->element_count().value_or(0));
    for (std::size_t i = 0; i < count; ++i) {
      if (ir::element_as_double(type, bytes, i) != number) return false;
    }
    return true;
  } catch (const Error&) {
    return false;
  }
}

std::optional<bool> known_bool(const PassContext& context, const ir::Value* value) {
  if (!value) return std::nullopt;
  if (const ir::TensorPtr tensor = value->constant()) {
    const auto elements =
        tensor->type() == ir::DataType::boolean ? tensor->as_int64s(1) : std::nullopt;
    if (!elements || elements->size() != 1) return std::nullopt;
    return elements->front() != 0;
  }
  const std::vector<ir::Dim>* elements = context.shapes.elements(value);
  if (context.element_type(value) != ir::DataType::boolean || !elements || elements->size() != 1)
    return std::nullopt;
  if (!elements->front().known()) return std::nullopt;
  return elements->front().value != 0;
}

bool broadcasts_into(const PassContext& context, const ir::Value* operand,
                     const ir::Value* target) {
  if (operand == target) return true;
  // A scalar widens nothing, whatever the target's rank; in function bodies that is all that can be
  // known.
  if (const ir::TensorPtr constant = operand->constant(); constant && constant->rank() == 0)
    return true;
  const ir::Shape* from = context.shape(operand);
  if (!from) return false;
  if (from->empty()) return true;
  const ir::Shape* into = context.shape(target);
  if (!into || from->size() > into->size()) return false;
  return std::equal(from->rbegin(), from->rend(), into->rbegin(),
                    [](const ir::Dim& a, const ir::Dim& b) { return a.is(1) || a.same_as(b); });
}

}  // namespace opsmith::transform
