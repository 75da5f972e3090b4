#include "opsmith/runtime/dim_requirements.h"

#include <algorithm>
#include <unordered_set>

#include "opsmith/runtime/input_dims.h"

namespace opsmith::runtime {
namespace {

constexpr std::size_t kMostNodes = 2000;  // looked at for each input

// The dims of operand `index`, when it is a constant of at least `rank` dims.
const std::vector<std::int64_t>* constant_dims(const ir::Node& node, std::size_t index,
                                               std::size_t rank, ir::TensorPtr& keep) {
  const ir::Value* value = node.input(index);
  if (!value) return nullptr;
  // A weight that is also an input (IR version 3) has the dims of its default all the same.
  keep = value->initializer() ? value->initializer() : value->constant();
  return keep && keep->rank() >= rank ? &keep->dims() : nullptr;
}

bool keeps_shape(const ir::Node& node) {
  static constexpr std::string_view kOperators[] = {"Identity",
                                                    "Cast",
                                                    "Relu",
                                                    "Sigmoid",
                                                    "Tanh",
                                                    "Abs",
                                                    "Neg",
                                                    "Clip",
                                                    "Dropout",
                                                    "QuantizeLinear",
                                                    "DequantizeLinear",
                                                    "DynamicQuantizeLinear",
                                                    "BatchNormalization",
                                                    "LayerNormalization",
                                                    "Sqrt",
                                                    "Exp",
                                                    "Log"};
  return node.is_default_domain() && std::find(std::begin(kOperators), std::end(kOperators),
                                               node.op_type) != std::end(kOperators);
}

struct Demand {
  std::int64_t axis = 0;  // negative: from the end
  std::int64_t size = 0;
};

std::vector<Demand> demands_of(const ir::Node& node, std::size_t operand) {
  ir::TensorPtr keep;
  std::vector<Demand> demands;
  const auto dims_of = [&](std::size_t index, std::size_t rank) {
    return constant_dims(node, index, rank, keep);
  };
  if (node.is("LSTM") || node.is("GRU") || node.is("RNN")) {
    if (operand == 0) {
      if (const auto* dims = dims_of(1, 3)) demands.push_back({2, (*dims)[2]});
    } else if (operand == 5 || operand == 6) {
      if (const auto* dims = dims_of(2, 3)) demands = {{0, (*dims)[0]}, {2, (*dims)[2]}};
    }
  } else if (operand != 0) {
    return demands;
  } else if (node.is("Conv") || node.is("ConvInteger") || node.is("QLinearConv")) {
    if (const auto* dims = dims_of(node.is("QLinearConv") ? 3 : 1, 3)) {
      const std::int64_t group = std::max<std::int64_t>(1, node.int_attribute("group", 1));
      demands.push_back({1, (*dims)[1] * group});
    }
  } else if (node.is("ConvTranspose")) {
    if (const auto* dims = dims_of(1, 3)) demands.push_back({1, (*dims)[0]});
  } else if (node.is("MatMul") || node.is("MatMulInteger")) {
    if (const auto* dims = dims_of(1, 2)) demands.push_back({-1, (*dims)[dims->size() - 2]});
  } else if (node.is("Gemm") && !node.int_attribute("transA", 0)) {
    if (const auto* dims = dims_of(1, 2)) {
      demands.push_back({-1, (*dims)[node.int_attribute("transB", 0) ? 1 : 0]});
    }
  } else if (node.is("BatchNormalization")) {
    if (const auto* dims = dims_of(1, 1)) demands.push_back({1, (*dims)[0]});
  } else if (node.is("LayerNormalization")) {
    if (const auto* dims = dims_of(1, 1)) demands.push_back({-1, dims->back()});
  }
  return demands;
}

}  // namespace

Binding required_sizes(const ir::Model& model) {
  Binding sizes;
  for (const ir::Value* input : required_inputs(model)) {
    const ir::Type* type = input->info() ? input->info()->type.get() : nullptr;
    if (!type || !type->is_tensor() || !type->shape) continue;
    const auto rank = static_cast<std::int64_t>(type->shape->size());
    std::vector<const ir::Value*> pending = {input};
    std::unordered_set<const ir::Value*> seen = {input};
    for (std::size_t next = 0; next < pending.size() && next < kMostNodes; ++next) {
      for (const ir::Use& use : pending[next]->uses()) {
        if (!use.node()) continue;
        const ir::Node& node = *use.node();
        for (const Demand& demand : demands_of(node, use.index())) {
          const std::int64_t axis = demand.axis < 0 ? demand.axis + rank : demand.axis;
          if (axis < 0 || axis >= rank || demand.size <= 0) continue;
          const auto index = static_cast<std::size_t>(axis);
          const std::string key = dim_key(*input, index, (*type->shape)[index]);
          if (!key.empty()) sizes.emplace(key, demand.size);
        }
        const ir::Value* output = keeps_shape(node) && use.index() == 0 ? node.output(0) : nullptr;
        if (output && seen.insert(output).second) pending.push_back(output);
      }
    }
  }
  return sizes;
}

}  // namespace opsmith::runtime
