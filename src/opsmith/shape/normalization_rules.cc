// Normalizations: the type of the data, and statistics beside it.
#include "opsmith/shape/rules.h"

namespace opsmith::shape {
namespace {

void same_as_first(Operation& op) { op.set(0, op.type(0)); }

void batch_normalization(Operation& op) {
  same_as_first(op);
  // Means and variances, running and (before opset 14) saved.
  for (std::size_t output = 1; output < op.output_count(); ++output) {
    const std::size_t input = output % 2 == 1 ? 3 : 4;
    op.set(output, op.element_type(input),
           op.shape(input) ? std::optional<Shape>(*op.shape(input)) : std::nullopt);
  }
}

void layer_normalization(Operation& op) {
  same_as_first(op);
  if (op.output_count() < 2) return;
  const auto stash = static_cast<DataType>(op.node().int_attribute("stash_type", 1));
  const Shape* shape = op.shape(0);
  std::optional<Shape> statistics;
  if (shape) {
    statistics = *shape;
    const std::size_t first = normalize_axis(op.node().int_attribute("axis", -1), shape->size());
    for (std::size_t axis = first; axis < shape->size(); ++axis) (*statistics)[axis] = Dim::of(1);
  }
  op.set(1, stash, statistics);
  op.set(2, stash, std::move(statistics));
}

constexpr Rule rules[] = {
    {"BatchNormalization", 1, batch_normalization},  {"GroupNormalization", 18, same_as_first},
    {"InstanceNormalization", 1, same_as_first},     {"LRN", 1, same_as_first},
    {"LayerNormalization", 17, layer_normalization}, {"LpNormalization", 1, same_as_first},
    {"MeanVarianceNormalization", 9, same_as_first}, {"RMSNormalization", 23, same_as_first},
};

}  // namespace

std::span<const Rule> normalization_rules() { return rules; }

}  // namespace opsmith::shape
