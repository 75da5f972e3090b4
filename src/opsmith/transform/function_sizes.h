// How large the bodies of model-local functions become when every call in them is replaced by a
// body too.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "opsmith/ir/model.h"

namespace opsmith::transform {

class FunctionSizes {
 public:
  // Stands for functions that call themselves, directly or through others, and for absurd sizes.
  static constexpr std::uint64_t kEndless = UINT64_MAX;

  explicit FunctionSizes(const ir::Model& model) : model_(model) {}

  // Nodes of the body, nested graphs included, calls replaced by the called function's size. Each
  // body is walked once.
  std::uint64_t expanded(const ir::Function& function);

 private:
  std::uint64_t expanded(const ir::Graph& graph, std::size_t depth);
  std::uint64_t expanded(const ir::Function& function, std::size_t depth);

  const ir::Model& model_;
  std::unordered_map<const ir::Function*, std::uint64_t> sizes_;
};

}  // namespace opsmith::transform
