#include "opsmith/transform/function_sizes.h"

namespace opsmith::transform {
namespace {

// Deeper chains of calls than this are not worth the stack that they would need.
constexpr std::size_t kMaxDepth = 500;

std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
  return a > FunctionSizes::kEndless - b ? FunctionSizes::kEndless : a + b;
}

}  // namespace

std::uint64_t FunctionSizes::expanded(const ir::Function& function) {
  return expanded(function, 0);
}

std::uint64_t FunctionSizes::expanded(const ir::Function& function, std::size_t depth) {
  if (depth > kMaxDepth) return kEndless;
  // While its own body is being walked a function counts as endless: whoever finds it again is a
  // cycle.
  const auto [entry, is_new] = sizes_.try_emplace(&function, kEndless);
  if (!is_new) return entry->second;
  const std::uint64_t size = expanded(function.body(), depth);
  sizes_[&function] = size;
  return size;
}

std::uint64_t FunctionSizes::expanded(const ir::Graph& graph, std::size_t depth) {
  std::uint64_t size = 0;
  for (const ir::Node& node : graph.nodes()) {
    const ir::Function* called = model_.called_function(node);
    size = sum(size, called ? expanded(*called, depth + 1) : 1);
    for (const ir::Graph* nested : node.graphs()) size = sum(size, expanded(*nested, depth));
  }
  return size;
}

}  // namespace opsmith::transform
