#include <algorithm>

#include "opsmith/transform/no_op_pass.h"
#include "opsmith/transform/passes.h"

namespace opsmith::transform {
namespace {

// Not the max pools: ONNX Runtime's float kernels turn NaN and -inf into the lowest float.
constexpr std::string_view handled[] = {"AveragePool", "GlobalAveragePool"};

bool all(const std::vector<std::int64_t>* list, std::int64_t wanted) {
  return !list || std::all_of(list->begin(), list->end(),
                              [wanted](std::int64_t item) { return item == wanted; });
}

bool is_no_op(const ir::Node& node, const PassContext& context) {
  if (node.is("GlobalAveragePool")) {
    const ir::Shape* shape = context.shape(node.input(0));
    return shape && shape->size() > 2 &&
           std::all_of(shape->begin() + 2, shape->end(),
                       [](const ir::Dim& dim) { return dim.is(1); });
  }
  // Every window is one element. With stride 1 none of the automatic paddings pads, and ceil_mode
  // rounds nothing.
  const auto* kernel = node.ints_attribute("kernel_shape");
  return kernel && !kernel->empty() && all(kernel, 1) && all(node.ints_attribute("strides"), 1) &&
         all(node.ints_attribute("pads"), 0);
}

}  // namespace

// y = AveragePool(x), kernel and strides 1, no padding  ->  y is x
// y = GlobalAveragePool(x), x of one pixel               ->  y is x
std::unique_ptr<NodePass> make_remove_pool() {
  return make_no_op_pass("remove_pool", "Removes averages over windows of one element.", handled,
                         is_no_op);
}

}  // namespace opsmith::transform
