// What each operator asks of its operands. One function a kind of operator; the first that knows
// the operator answers.
#include <algorithm>
#include <array>
#include <cmath>

#include "opsmith/runtime/reader_walk.h"

namespace opsmith::runtime {
namespace {

bool is_one_of(const ir::Node& node, std::initializer_list<std::string_view> operators) {
  return std::find(operators.begin(), operators.end(), node.op_type) != operators.end();
}

// Elements reach the output unchanged (or a selection of them does).
bool passes_elements(ReaderWalk& walk) {
  const ir::Node& node = walk.node();
  const std::size_t operand = walk.operand();
  const bool any_operand = is_one_of(node, {"Concat", "Max", "Min", "SequenceConstruct", "Mean"});
  const bool first_operand = is_one_of(node, {"Identity",
                                              "Cast",
                                              "CastLike",
                                              "Unsqueeze",
                                              "Squeeze",
                                              "Reshape",
                                              "Flatten",
                                              "Transpose",
                                              "Slice",
                                              "Expand",
                                              "Tile",
                                              "Split",
                                              "Pad",
                                              "Dropout",
                                              "Gather",
                                              "GatherElements",
                                              "GatherND",
                                              "DepthToSpace",
                                              "SpaceToDepth",
                                              "Trilu",
                                              "ReverseSequence",
                                              "Relu",
                                              "Clip",
                                              "SequenceAt",
                                              "SequenceInsert",
                                              "ConcatFromSequence",
                                              "SplitToSequence",
                                              "Optional",
                                              "OptionalGetElement",
                                              "ReduceMax",
                                              "ReduceMin",
                                              "MaxPool",
                                              "ScatterElements",
                                              "ScatterND",
                                              "ArrayFeatureExtractor",
                                              "Compress"});
  const bool where_branch = node.op_type == "Where" && operand > 0;
  if (!(any_operand || (first_operand && operand == 0) || where_branch)) return false;
  if (node.op_type == "Cast" && operand == 0 &&
      node.int_attribute("to", 0) == static_cast<std::int64_t>(ir::DataType::boolean)) {
    walk.wanted().mask = true;
  }
  for (const ir::Value* output : node.outputs()) walk.follow(output);
  return true;
}

// One element of the index for each `axis` size; unknown sizes allow 0 only.
void index_within(ReaderWalk& walk, std::optional<std::int64_t> size) {
  walk.wanted().index = true;
  walk.between(0, static_cast<double>(std::max<std::int64_t>(size.value_or(1), 1) - 1));
}

bool reads_indices(ReaderWalk& walk) {
  const ir::Node& node = walk.node();
  const std::size_t operand = walk.operand();
  if (operand == 1 && is_one_of(node, {"Gather", "GatherElements", "Scatter", "ScatterElements",
                                       "GatherBlockQuantized"})) {
    index_within(walk, walk.size_of_operand(0, node.int_attribute("axis", 0)));
    walk.wanted().distinct |= node.op_type.starts_with("Scatter");
    return true;
  }
  if (operand == 1 && is_one_of(node, {"GatherND", "ScatterND"})) {
    // Each component indexes an axis of its own; the smallest of them suits all.
    const std::int64_t batch = node.int_attribute("batch_dims", 0);
    const std::int64_t width = walk.size_of_operand(1, -1).value_or(1);
    std::optional<std::int64_t> size;
    for (std::int64_t axis = batch; axis < batch + std::min<std::int64_t>(width, 16); ++axis) {
      const std::int64_t at = walk.size_of_operand(0, axis).value_or(1);
      size = size ? std::min(*size, at) : at;
    }
    index_within(walk, size);
    walk.wanted().distinct |= node.op_type == "ScatterND";
    return true;
  }
  if (node.op_type == "OneHot" && operand == 0) {
    const std::optional<double> depth = walk.constant(1);
    index_within(walk, depth ? static_cast<std::int64_t>(*depth) : 2);
    return true;
  }
  if (node.op_type == "OneHot" && operand == 1) {
    walk.between(4, 6);
    return true;
  }
  if (node.op_type == "ArrayFeatureExtractor" && operand == 1) {
    index_within(walk, walk.size_of_operand(0, -1));
    return true;
  }
  if (operand == 1 && is_one_of(node, {"SoftmaxCrossEntropyLoss", "NegativeLogLikelihoodLoss"})) {
    index_within(walk, walk.size_of_operand(0, 1));
    return true;
  }
  if (node.op_type == "EmbedLayerNormalization" && operand < 2) {
    index_within(walk, walk.size_of_operand(operand + 2, 0));
    return true;
  }
  if (node.op_type == "SequenceAt" && operand == 1) {
    walk.between(0, 0);
    return true;
  }
  if (node.op_type == "RotaryEmbedding" &&
      (node.is_default_domain() ? operand == 3 : operand == 1)) {
    index_within(walk, walk.size_of_operand(node.is_default_domain() ? 1 : 2, 0));
    return true;
  }
  return false;
}

bool reads_lengths(ReaderWalk& walk) {
  const ir::Node& node = walk.node();
  const std::size_t operand = walk.operand();
  std::optional<std::int64_t> most;
  if (is_one_of(node, {"LSTM", "GRU", "RNN", "DynamicQuantizeLSTM"}) && operand == 4) {
    most = walk.size_of_operand(0, node.int_attribute("layout", 0) == 1 ? 1 : 0);
  } else if (node.op_type == "ReverseSequence" && operand == 1) {
    most = walk.size_of_operand(0, node.int_attribute("time_axis", 0));
  } else {
    return false;
  }
  walk.between(1, static_cast<double>(std::max<std::int64_t>(most.value_or(1), 1)));
  return true;
}

bool reads_booleans(ReaderWalk& walk) {
  const ir::Node& node = walk.node();
  const std::size_t operand = walk.operand();
  if (is_one_of(node, {"Not", "And", "Or", "Xor"})) {
    walk.wanted().mask = true;
    return true;
  }
  if (operand == 0 && is_one_of(node, {"Where", "If"})) {
    walk.wanted().mask = true;
    return true;
  }
  if (node.op_type == "Compress" && operand == 1) {
    walk.wanted().mask = true;
    return true;
  }
  if (node.op_type == "Loop" && operand == 1) {
    walk.wanted().always_true = true;
    return true;
  }
  return false;
}

bool reads_counts(ReaderWalk& walk) {
  const ir::Node& node = walk.node();
  const std::size_t operand = walk.operand();
  if (node.op_type == "Loop" && operand == 0) {
    walk.between(1, 4);
  } else if (node.op_type == "TopK" && operand == 1) {
    const auto size = walk.size_of_operand(0, node.int_attribute("axis", -1)).value_or(1);
    walk.between(1, static_cast<double>(std::clamp<std::int64_t>(size, 1, 3)));
  } else if (node.op_type == "Range") {
    // Start, limit, step: 0 to 8 by 1.
    static constexpr std::array<std::array<double, 2>, 3> kBounds = {{{0, 0}, {2, 8}, {1, 1}}};
    if (operand < 3) walk.between(kBounds[operand][0], kBounds[operand][1]);
  } else if (node.op_type == "NonMaxSuppression" && operand >= 2) {
    static constexpr std::array<std::array<double, 2>, 3> kBounds = {
        {{1, 10}, {0.3, 0.7}, {0, 0.3}}};
    if (operand < 5) walk.between(kBounds[operand - 2][0], kBounds[operand - 2][1]);
  } else if (node.op_type == "Dropout" && operand == 1) {
    walk.between(0, 0.5);
  } else if (node.op_type == "Dropout" && operand == 2) {
    walk.between(0, 0);
  } else if (node.op_type == "CumSum" && operand == 1) {
    const auto dims = walk.dims_of_operand(0);
    walk.between(0, dims && !dims->empty() ? static_cast<double>(dims->size() - 1) : 0);
  } else if (node.op_type == "Trilu" && operand == 1) {
    walk.between(-1, 2);
  } else if (is_one_of(node, {"HannWindow", "HammingWindow", "BlackmanWindow"})) {
    walk.between(4, 16);
  } else if (operand == 1 && is_one_of(node, {"BitShift"})) {
    walk.between(0, 4);
  } else {
    return false;
  }
  return true;
}

bool reads_shapes(ReaderWalk& walk) {
  const ir::Node& node = walk.node();
  const std::size_t operand = walk.operand();
  Requirements& wanted = walk.wanted();
  auto pattern = [&wanted, &walk](Pattern kind) {
    wanted.pattern = kind;
    if (const auto dims = walk.dims_of_operand(0)) wanted.reference = *dims;
    return true;
  };
  if (node.op_type == "Reshape" && operand == 1) return pattern(Pattern::shape);
  if (node.op_type == "Expand" && operand == 1) return pattern(Pattern::sizes);
  if (node.op_type == "ConstantOfShape" || (node.op_type == "Tile" && operand == 1) ||
      (node.op_type == "Pad" && operand == 1)) {
    walk.between(node.op_type == "Pad" ? 0 : 1, 2);
    return true;
  }
  if (node.op_type == "Resize" || node.op_type == "Upsample") {
    if (operand == 0 || (operand == 1 && node.op_type == "Resize" && node.inputs().size() > 2)) {
      return false;
    }
    return pattern(operand == 3 ? Pattern::resize_sizes : Pattern::scales);
  }
  if (node.op_type == "Slice" && operand == 1) {
    walk.between(0, 0);
    return true;
  }
  if (node.op_type == "Slice" && operand == 2) return pattern(Pattern::full_slice);
  if (node.op_type == "Slice" && operand == 3) return pattern(Pattern::axes);
  if (node.op_type == "Slice" && operand == 4) {
    walk.between(1, 1);
    return true;
  }
  if (operand == 1 &&
      (is_one_of(node, {"Unsqueeze", "Squeeze"}) || node.op_type.starts_with("Reduce"))) {
    return pattern(Pattern::axes);
  }
  if (operand == 1 && is_one_of(node, {"Split", "SplitToSequence"})) {
    pattern(Pattern::split);
    const auto size = walk.size_of_operand(0, node.int_attribute("axis", 0));
    wanted.reference.assign(1, size.value_or(-1));
    return true;
  }
  return false;
}

// Functions that are real, or far from a pole, only on part of the line.
bool reads_reals(ReaderWalk& walk) {
  const ir::Node& node = walk.node();
  const std::size_t operand = walk.operand();
  const bool divisor = operand == 1 && node.op_type == "Div";
  if (divisor || is_one_of(node, {"Log", "Sqrt", "Reciprocal"})) {
    walk.between(0.1, 4);
    return true;
  }
  if (node.op_type == "Pow" && operand == 0) {
    const std::optional<double> exponent = walk.constant(1);
    const bool any_base = exponent && *exponent == std::floor(*exponent) && *exponent >= 0;
    if (!any_base) walk.between(0.1, 2);
    return true;
  }
  if (node.op_type == "Pow" && operand == 1) {
    walk.between(0, 2);
    return true;
  }
  if (is_one_of(node, {"Asin", "Acos", "Atanh"})) {
    walk.between(-0.9, 0.9);
    return true;
  }
  if (node.op_type == "Acosh") {
    walk.between(1, 3);
    return true;
  }
  const bool scale = operand == 1 && is_one_of(node, {"QuantizeLinear", "DequantizeLinear"});
  const bool variance = operand == 4 && node.op_type == "BatchNormalization";
  if (scale || variance) {
    walk.between(0.05, 1);
    return true;
  }
  return false;
}

bool compares(ReaderWalk& walk) {
  const ir::Node& node = walk.node();
  if (!is_one_of(node, {"Equal", "Greater", "Less", "GreaterOrEqual", "LessOrEqual"})) return false;
  for (const double value : walk.constants(1 - std::min<std::size_t>(walk.operand(), 1), 8)) {
    walk.compare_with(value);
    if (node.op_type == "Equal") continue;
    walk.compare_with(value - 1);
    walk.compare_with(value + 1);
  }
  return true;
}

bool computes(ReaderWalk& walk) {
  const ir::Node& node = walk.node();
  const std::size_t operand = walk.operand();
  if (!is_one_of(node, {"Add", "Sub", "Mul", "Div", "Neg"}) || operand > 1) return false;
  const ir::Value* output = node.output(0);
  if (node.op_type == "Neg") {
    walk.follow(output, -1);
    return true;
  }
  const std::size_t other = 1 - operand;
  const std::optional<double> constant = walk.constant(other);
  if (!constant) {
    // A constant of many elements (positions) shifts by up to its largest.
    const std::vector<double> many = walk.constants(other, 4096);
    const auto most = std::max_element(many.begin(), many.end());
    if (most != many.end() && node.op_type == "Add") walk.follow(output, 1, *most);
    return true;
  }
  // 1 - x, and a penalty that x switches on: the ways to apply a mask.
  const bool one_minus = node.op_type == "Sub" && operand == 1 && *constant == 1;
  const bool penalty = node.op_type == "Mul" && *constant <= -1000;
  if (one_minus || penalty) walk.wanted().mask = true;
  if (node.op_type == "Add") walk.follow(output, 1, *constant);
  if (node.op_type == "Sub" && operand == 0) walk.follow(output, 1, -*constant);
  if (node.op_type == "Sub" && operand == 1) walk.follow(output, -1, *constant);
  if (node.op_type == "Mul") walk.follow(output, *constant);
  if (node.op_type == "Div" && operand == 0 && *constant != 0) walk.follow(output, 1 / *constant);
  return true;
}

}  // namespace

void apply_reader_rules(ReaderWalk& walk) {
  using Rule = bool (*)(ReaderWalk&);
  static constexpr std::array<Rule, 9> kRules = {reads_indices, reads_lengths,   reads_booleans,
                                                 reads_counts,  reads_shapes,    reads_reals,
                                                 compares,      passes_elements, computes};
  for (const Rule rule : kRules) {
    if (rule(walk)) return;
  }
}

}  // namespace opsmith::runtime
