// One node as the rules of the operators see it: what is known of its operands, and room for what
// follows.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "opsmith/ir/node.h"
#include "opsmith/shape/dim_math.h"

namespace opsmith::shape {

using ir::DataType;
using ir::TypePtr;

// Elements of small integer tensors are tracked up to this many.
constexpr std::size_t max_elements = 1024;
// Ranks beyond this are not inferred: no operator takes them, and hostile shapes would cost memory.
constexpr std::size_t max_rank = 256;

// A node contradicts the definition of its operator. Caught by the engine, which leaves the outputs
// unknown.
class Contradiction : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Where elements of operands come from.
class Facts {
 public:
  virtual ~Facts() = default;
  virtual const std::vector<Dim>* elements(const ir::Value* value) = 0;
};

class Operation {
 public:
  Operation(const ir::Node& node, std::int64_t opset, Facts& facts)
      : node_(node), opset_(opset), facts_(facts), types_(node.outputs().size()) {}

  const ir::Node& node() const { return node_; }
  std::int64_t opset() const { return opset_; }

  // --- operands
  std::size_t input_count() const { return node_.inputs().size(); }
  bool has_input(std::size_t index) const { return node_.input(index) != nullptr; }
  const TypePtr& type(std::size_t index) const;     // null when unknown or omitted
  DataType element_type(std::size_t index) const;   // of a tensor; undefined otherwise
  const Shape* shape(std::size_t index) const;      // of a tensor; null when the rank is unknown
  ir::TensorPtr constant(std::size_t index) const;  // null when not constant
  // Known elements, as by Inference::elements. Null when omitted or unknown.
  const std::vector<Dim>* elements(std::size_t index) const;
  // The elements when every one is a number.
  std::optional<std::vector<std::int64_t>> numbers(std::size_t index) const;
  // An attribute in old opsets, an operand in newer ones. Empty optional: present but not known.
  // Absent gives `missing`.
  struct Integers {
    bool present = false;
    std::optional<std::vector<std::int64_t>> values;
  };
  Integers integers(std::string_view attribute, std::size_t input,
                    std::int64_t operand_since) const;

  // --- results
  bool has_output(std::size_t index) const { return node_.output(index) != nullptr; }
  std::size_t output_count() const { return types_.size(); }
  void set(std::size_t output, TypePtr type) {
    if (output < types_.size()) types_[output] = std::move(type);
  }
  void set(std::size_t output, DataType element, std::optional<Shape> shape);
  const TypePtr& result(std::size_t output) const { return types_[output]; }
  std::vector<TypePtr>& results() { return types_; }

  // Elements of output `index`; only the outputs that a value rule sets.
  void set_elements(std::size_t output, std::vector<Dim> elements);
  std::vector<std::pair<std::size_t, std::vector<Dim>>>& element_results() { return elements_; }

 private:
  const ir::Node& node_;
  std::int64_t opset_;
  Facts& facts_;
  std::vector<TypePtr> types_;
  std::vector<std::pair<std::size_t, std::vector<Dim>>> elements_;
};

// `axis` made non-negative for `rank`; throws Contradiction when out of range.
std::size_t normalize_axis(std::int64_t axis, std::size_t rank);

// The shape without negative sizes and empty symbols, which are unknown.
Shape clean(Shape shape);
// A declared type made safe to reason with; null for no type.
TypePtr clean(const TypePtr& type);
// What holds for both types; null when nothing does.
TypePtr join(const TypePtr& a, const TypePtr& b);
// A type for a tensor with as many unknown dims.
Shape unknown_shape(std::size_t rank);

}  // namespace opsmith::shape
