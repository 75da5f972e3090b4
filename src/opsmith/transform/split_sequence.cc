#include <algorithm>

#include "opsmith/transform/axes.h"
#include "opsmith/transform/passes.h"

namespace opsmith::transform {
namespace {

constexpr std::string_view handled[] = {"SplitToSequence"};

constexpr std::int64_t most_parts = 1024;

// Sizes of the parts; nullopt when they are not certain. A scalar gives parts of that size, the
// last one smaller.
std::optional<std::vector<std::int64_t>> part_sizes(const ir::Node& node, PassContext& context) {
  const ir::Shape* shape = context.shape(node.input(0));
  const ir::TensorPtr split = node.input(1) ? node.input(1)->constant() : nullptr;
  auto numbers = split ? split->as_int64s(most_parts) : std::nullopt;
  if (!numbers || numbers->empty()) return std::nullopt;
  if (split->rank() == 1) return numbers;
  const std::int64_t size = numbers->front();
  const auto axis =
      shape ? normalized_axes({node.int_attribute("axis", 0)}, rank_of(shape)) : std::nullopt;
  if (split->rank() != 0 || !axis || size <= 0) return std::nullopt;
  const ir::Dim& dim = (*shape)[static_cast<std::size_t>(axis->front())];
  if (!dim.known() || dim.value <= 0 || (dim.value - 1) / size >= most_parts) return std::nullopt;
  std::vector<std::int64_t> sizes;
  for (std::int64_t left = dim.value; left > 0; left -= size) sizes.push_back(std::min(left, size));
  return sizes;
}

// s = SplitToSequence(x, n); a = SequenceAt(s, 0); b = SequenceAt(s, 1)  ->  a, b = Split(x, n)
// when sizes and places are constant and nothing else reads the sequence.
class SplitSequence final : public NodePass {
 public:
  std::string_view name() const override { return "split_sequence"; }
  std::string_view doc() const override {
    return "Turns SplitToSequence whose elements are taken at known places into Split.";
  }
  std::span<const std::string_view> operators() const override { return handled; }

  bool apply(ir::Node& node, PassContext& context) const override {
    ir::Value* sequence = node.output(0);
    if (!node.input(0) || !sequence || !sequence->has_uses()) return false;
    // To be ignored where sizes are given; ONNX Runtime does not ignore it for a size of 1.
    if (node.int_attribute("keepdims", 1) == 0) return false;
    const auto sizes = part_sizes(node, context);
    if (!sizes) return false;
    const auto places = places_read(*sequence, static_cast<std::int64_t>(sizes->size()), context);
    if (!places || !context.rewriter.begin(name(), node)) return false;

    ir::Node* split = insert(node, *sizes, context);
    for (const auto& [reader, place] : *places) {
      context.rewriter.replace(reader->output(0), split->output(static_cast<std::size_t>(place)));
    }
    return true;
  }

 private:
  using Places = std::vector<std::pair<ir::Node*, std::int64_t>>;

  static std::optional<Places> places_read(ir::Value& sequence, std::int64_t count,
                                           PassContext& context) {
    Places places;
    std::vector<bool> is_output(static_cast<std::size_t>(count), false);
    for (ir::Use& use : sequence.uses()) {
      ir::Node* reader = use.node();
      if (!reader || !reader->is("SequenceAt") || use.index() != 0 || !reader->output(0))
        return std::nullopt;
      if (reader->graph() != sequence.graph() || reader->has_attribute_references())
        return std::nullopt;
      const auto place = context.constant_ints(reader->input(1));
      if (!place || place->size() != 1 || place->front() < -count || place->front() >= count)
        return std::nullopt;
      const std::int64_t index = place->front() + (place->front() < 0 ? count : 0);
      // One part can take over one name.
      for (const ir::Use& read : reader->output(0)->uses()) {
        if (read.node()) continue;
        if (is_output[static_cast<std::size_t>(index)]) return std::nullopt;
        is_output[static_cast<std::size_t>(index)] = true;
      }
      places.emplace_back(reader, index);
    }
    return places;
  }

  static ir::Node* insert(ir::Node& node, const std::vector<std::int64_t>& sizes,
                          PassContext& context) {
    ir::Graph& graph = *node.graph();
    std::vector<ir::Value*> operands = {node.input(0)};
    const bool as_operand = context.opset(node) >= 13;
    if (as_operand) {
      const auto tensor =
          ir::Tensor::of(ir::DataType::int64, {static_cast<std::int64_t>(sizes.size())}, sizes);
      operands.push_back(context.rewriter.constant(graph, &node, tensor, node.input(1)->name()));
    }
    ir::Node* split = context.rewriter.insert(&node, "Split", operands, node);
    for (std::size_t i = 1; i < sizes.size(); ++i) {
      graph.add_output(split, context.model.fresh_name(node.output(0)->name()));
    }
    split->set_int("axis", node.int_attribute("axis", 0));
    if (!as_operand) split->set_ints("split", sizes);
    context.rewriter.finish(split);
    return split;
  }
};

}  // namespace

std::unique_ptr<NodePass> make_split_sequence() { return std::make_unique<SplitSequence>(); }

}  // namespace opsmith::transform
