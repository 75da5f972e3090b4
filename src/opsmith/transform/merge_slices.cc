#include <algorithm>

#include "opsmith/transform/axes.h"
#include "opsmith/transform/passes.h"
#include "opsmith/transform/provenance.h"
#include "opsmith/transform/slice_operands.h"

namespace opsmith::transform {
namespace {

constexpr std::string_view handled[] = {"Slice"};

// One line of a Slice's operands for each axis. Axes are from 0 on.
struct Cuts {
  std::vector<std::int64_t> starts, ends, axes, steps;
};

bool append(const std::optional<std::vector<ir::Dim>>& elements,
            std::vector<std::int64_t>& numbers) {
  if (!elements) return false;
  for (const ir::Dim& element : *elements) {
    if (!element.known()) return false;
    numbers.push_back(element.value);
  }
  return true;
}

// nullopt when something is not constant, or an axis cannot be told.
std::optional<Cuts> cuts_of(const ir::Node& node, const PassContext& context) {
  const SliceOperands operands = slice_operands(node, context);
  Cuts cuts;
  if (!append(operands.starts, cuts.starts) || !append(operands.ends, cuts.ends) ||
      !append(operands.axes, cuts.axes) || !append(operands.steps, cuts.steps)) {
    return std::nullopt;
  }
  const std::size_t count = cuts.starts.size();
  for (std::size_t i = 0; cuts.axes.size() < count && operands.axes->empty(); ++i) {
    cuts.axes.push_back(static_cast<std::int64_t>(i));
  }
  if (cuts.steps.empty()) cuts.steps.assign(count, 1);
  if (cuts.ends.size() != count || cuts.axes.size() != count || cuts.steps.size() != count)
    return std::nullopt;
  const auto rank = rank_of(context.shape(node.input(0)));
  if (!normalized_axes(cuts.axes, rank)) return std::nullopt;
  for (std::int64_t& axis : cuts.axes) axis += axis < 0 ? *rank : 0;
  return cuts;
}

bool share_an_axis(const Cuts& a, const Cuts& b) {
  return std::any_of(a.axes.begin(), a.axes.end(), [&b](std::int64_t axis) {
    return std::find(b.axes.begin(), b.axes.end(), axis) != b.axes.end();
  });
}

void append(std::vector<std::int64_t>& list, const std::vector<std::int64_t>& more) {
  list.insert(list.end(), more.begin(), more.end());
}

// y = Slice<axes B>(Slice<axes A>(x)), A and B disjoint  ->  y = Slice<axes A and B>(x)
// when all operands are constant and nothing else reads the middle.
class MergeSlices final : public NodePass {
 public:
  std::string_view name() const override { return "merge_slices"; }
  std::string_view doc() const override { return "Merges successive Slices along different axes."; }
  std::span<const std::string_view> operators() const override { return handled; }

  bool apply(ir::Node& node, PassContext& context) const override {
    ir::Value* middle = node.input(0);
    ir::Node* inner = local_producer(middle, node);
    if (!inner || !inner->is("Slice") || !inner->input(0) || !middle->has_one_use() ||
        context.opset(node) < 1)
      return false;
    const auto first = cuts_of(*inner, context);
    const auto second = cuts_of(node, context);
    if (!first || !second || share_an_axis(*first, *second)) return false;
    if (!context.rewriter.begin(name(), node)) return false;
    Cuts both = *first;
    append(both.starts, second->starts);
    append(both.ends, second->ends);
    append(both.axes, second->axes);
    append(both.steps, second->steps);
    merge_provenance(node, *inner);
    write(node, both, context);
    context.rewriter.set_input(&node, 0, inner->input(0));
    context.rewriter.finish(&node);
    return true;
  }

 private:
  static void write(ir::Node& node, const Cuts& cuts, PassContext& context) {
    if (context.opset(node) < 10) {
      node.set_ints("starts", cuts.starts);
      node.set_ints("ends", cuts.ends);
      node.set_ints("axes", cuts.axes);
      return;
    }
    const bool strided = std::any_of(cuts.steps.begin(), cuts.steps.end(),
                                     [](std::int64_t step) { return step != 1; });
    const std::vector<std::int64_t>* lists[] = {&cuts.starts, &cuts.ends, &cuts.axes,
                                                strided ? &cuts.steps : nullptr};
    const char* const suffixes[] = {"_starts", "_ends", "_axes", "_steps"};
    const std::string label(label_of(node));
    for (std::size_t i = 0; i < std::size(lists); ++i) {
      if (node.inputs().size() <= i + 1 && lists[i]) node.inputs().push_back(nullptr);
      ir::Value* operand = nullptr;
      if (lists[i]) {
        const auto tensor = ir::Tensor::of(
            ir::DataType::int64, {static_cast<std::int64_t>(lists[i]->size())}, *lists[i]);
        operand = context.rewriter.constant(*node.graph(), &node, tensor, label + suffixes[i]);
      }
      if (i + 1 < node.inputs().size()) context.rewriter.set_input(&node, i + 1, operand);
    }
  }
};

}  // namespace

std::unique_ptr<NodePass> make_merge_slices() { return std::make_unique<MergeSlices>(); }

}  // namespace opsmith::transform
