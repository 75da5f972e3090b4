// x + 0, 0 + x, x - 0, x * 1, 1 * x, x / 1, x ^ 1, x << 0, x and true, x or false, x xor false  ->
// x
//
// The constant may have any shape whose every element is neutral, as long as broadcasting with it
// leaves x's shape as it is: ones[4,3] times x[1,3] is kept. Signed zero may change (-0 + 0 is +0),
// which counts as exact.
#include <array>

#include "opsmith/transform/constant_facts.h"
#include "opsmith/transform/passes.h"

namespace opsmith::transform {
namespace {

struct Neutral {
  std::string_view op;
  double element;
  bool on_left_too;
};
constexpr std::array<Neutral, 11> kNeutrals = {{{"Add", 0, true},
                                                {"Sub", 0, false},
                                                {"Mul", 1, true},
                                                {"Div", 1, false},
                                                {"Pow", 1, false},
                                                {"BitShift", 0, false},
                                                {"And", 1, true},
                                                {"Or", 0, true},
                                                {"Xor", 0, true},
                                                {"BitwiseOr", 0, true},
                                                {"BitwiseXor", 0, true}}};
constexpr std::array<std::string_view, 11> kOperators = {
    "Add", "Sub", "Mul", "Div", "Pow", "BitShift", "And", "Or", "Xor", "BitwiseOr", "BitwiseXor"};

// Pow's operands may differ in type, and of integers runtimes compute it in floating point: then x
// ^ 1 need not be x.
bool is_exact_power(const PassContext& context, const ir::Value* base, const ir::Value* exponent) {
  const ir::DataType type = context.element_type(base);
  return ir::is_floating(type) && context.element_type(exponent) == type;
}

class RemoveNeutral : public NodePass {
 public:
  std::string_view name() const override { return "remove_neutral"; }
  std::string_view doc() const override {
    return "Adding 0, multiplying or dividing by 1, and their like, where the constant does not "
           "widen the shape.";
  }
  std::span<const std::string_view> operators() const override { return kOperators; }

  bool apply(ir::Node& node, PassContext& context) const override {
    // Before opset 7 operands did not broadcast as they do now.
    if (node.inputs().size() != 2 || context.opset(node) < 7 || !node.output(0)) return false;
    for (const Neutral& neutral : kNeutrals) {
      if (!node.is(neutral.op)) continue;
      return remove(node, 0, 1, neutral, context) ||
             (neutral.on_left_too && remove(node, 1, 0, neutral, context));
    }
    return false;
  }

 private:
  bool remove(ir::Node& node, std::size_t kept, std::size_t dropped, const Neutral& neutral,
              PassContext& context) const {
    ir::Value* x = node.input(kept);
    const ir::Value* constant = node.input(dropped);
    if (!x || !constant || !broadcasts_into(context, constant, x)) return false;
    if (node.is("Pow") && !is_exact_power(context, x, constant)) return false;
    if (!context.rewriter.can_replace(node.output(0), x) ||
        !all_elements_are(constant, neutral.element))
      return false;
    if (!context.rewriter.begin(name(), node)) return false;
    context.rewriter.replace(node.output(0), x);
    return true;
  }
};

}  // namespace

std::unique_ptr<NodePass> make_remove_neutral() { return std::make_unique<RemoveNeutral>(); }

}  // namespace opsmith::transform
