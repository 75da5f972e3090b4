#include "opsmith/numerics/sensitivity.h"

#include <algorithm>
#include <cmath>

#include "opsmith/base/error.h"
#include "opsmith/ir/clone.h"
#include "opsmith/ir/tensor.h"
#include "opsmith/numerics/compare.h"
#include "opsmith/runtime/encode_element.h"
#include "opsmith/runtime/random.h"

namespace opsmith::numerics {
namespace {

using runtime::Array;

// A relative step that the type can hold: a few units in the last place, at least.
double step_of(ir::DataType type, double relative) {
  switch (type) {
    case ir::DataType::float16:
      return std::max(relative, 0x1p-11);
    case ir::DataType::bfloat16:
      return std::max(relative, 0x1p-8);
    default:
      return relative;
  }
}

void perturb_array(Array& array, double relative, runtime::Random& random) {
  for (Array& element : array.elements) perturb_array(element, relative, random);
  if (!array.is_tensor() || ir::bits_of(array.type) < 16 || !ir::is_floating(array.type)) return;
  const double step = step_of(array.type, relative);
  const std::size_t count = array.count();
  for (std::size_t i = 0; i < count; ++i) {
    const double value = ir::element_as_double(array.type, array.bytes, i);
    const double moved = value * (1 + random.uniform(-step, step));
    // Infinities and NaN stay as they are; masks of 0 do too, as a product.
    if (std::isfinite(moved)) runtime::encode_element(array.type, array.bytes, i, moved);
  }
}

bool is_discrete(const Array& array) {
  if (!array.is_tensor()) {
    return std::any_of(array.elements.begin(), array.elements.end(), is_discrete);
  }
  return !ir::is_floating(array.type);
}

}  // namespace

runtime::NamedArrays perturb(const runtime::NamedArrays& inputs, double relative,
                             std::uint64_t seed) {
  runtime::NamedArrays moved = inputs;
  for (auto& [name, array] : moved) {
    runtime::Random random(seed, name);
    perturb_array(array, relative, random);
  }
  return moved;
}

std::unique_ptr<ir::Model> perturb_weights(const ir::Model& model, double relative,
                                           std::uint64_t seed, std::size_t most_bytes) {
  // Few elements are as likely a size, a scale of Resize or a flag as a weight.
  constexpr std::int64_t kFewElements = 16;
  std::unique_ptr<ir::Model> copy = ir::clone_model(model);
  std::uint64_t used = 0, number = 0;
  auto moved = [&](const ir::TensorPtr& tensor) -> ir::TensorPtr {
    const std::uint64_t size = tensor->byte_size().value_or(0);
    if (!ir::is_floating(tensor->type()) || ir::bits_of(tensor->type()) < 16 ||
        tensor->is_sparse() || tensor->element_count().value_or(0) <= kFewElements ||
        used + size > most_bytes) {
      return nullptr;
    }
    used += size;
    runtime::Array array = runtime::to_array(*tensor);
    runtime::Random random(seed + 7919 * ++number);
    perturb_array(array, relative, random);
    return runtime::to_tensor(std::move(array));
  };
  copy->for_each_graph([&moved](ir::Graph& graph) {
    for (ir::Value& value : graph.initializers()) {
      if (ir::TensorPtr tensor = moved(value.initializer()))
        graph.set_initializer(&value, std::move(tensor));
    }
    for (ir::Node& node : graph.nodes()) {
      ir::Attribute* attribute = node.is("Constant") ? node.find_attribute("value") : nullptr;
      auto* constant = attribute ? std::get_if<ir::TensorPtr>(&attribute->payload) : nullptr;
      if (!constant || !*constant) continue;
      if (ir::TensorPtr tensor = moved(*constant)) *constant = std::move(tensor);
    }
  });
  return copy;
}

void add_movement(std::vector<Sensitivity>& results, const runtime::NamedArrays& undisturbed,
                  const runtime::NamedArrays& outputs) {
  if (results.empty()) {
    for (const auto& [name, array] : undisturbed) results.push_back({.output = name});
  }
  for (std::size_t i = 0; i < results.size() && i < undisturbed.size(); ++i) {
    const auto& [name, reference] = undisturbed[i];
    const Array* array = runtime::find_array(outputs, name);
    if (!array) continue;
    const Difference difference = compare_arrays(*array, reference, Tolerance{});
    Sensitivity& result = results[i];
    result.changed_shape |= !difference.same_shape || !difference.same_type ||
                            (is_discrete(reference) && difference.unequal > 0);
    result.max_abs = std::max(result.max_abs, difference.max_abs);
    result.max_rel = std::max(result.max_rel, difference.max_rel);
    result.min_cosine = std::min(result.min_cosine, difference.cosine);
  }
}

std::vector<Sensitivity> measure_sensitivity(const RunModel& run,
                                             const runtime::NamedArrays& inputs,
                                             const SensitivityOptions& options,
                                             const runtime::NamedArrays* undisturbed) {
  runtime::NamedArrays own;
  if (!undisturbed) {
    own = run(inputs);
    undisturbed = &own;
  }
  std::vector<Sensitivity> results;
  add_movement(results, *undisturbed, *undisturbed);
  for (int draw = 0; draw < options.draws; ++draw) {
    runtime::NamedArrays outputs;
    try {
      outputs =
          run(perturb(inputs, options.relative, options.seed + static_cast<std::uint64_t>(draw)));
    } catch (const Error&) {
      continue;
    }
    add_movement(results, *undisturbed, outputs);
  }
  return results;
}

}  // namespace opsmith::numerics
