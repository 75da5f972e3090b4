// The walk behind requirements_of: from an input to those that read it. Internal to this room.
#pragma once

#include <deque>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <vector>

#include "opsmith/runtime/input_readers.h"

namespace opsmith::runtime {

// A function call on the way, so that a body's inputs are known by the caller's operands.
struct CallSite {
  const ir::Node* node = nullptr;
  const ir::Graph* body = nullptr;
  const CallSite* outer = nullptr;
};

// A value on the walk: what stands there is scale * x + offset of the input's element x.
struct Stop {
  const ir::Value* value = nullptr;
  const CallSite* call = nullptr;
  double scale = 1;
  double offset = 0;
};

class ReaderWalk {
 public:
  ReaderWalk(const ir::Value& input, const ir::Model& model, const Binding& binding);
  Requirements run();

  // --- for the readers
  const ir::Node& node() const { return *node_; }
  std::size_t operand() const { return operand_; }
  Requirements& wanted() { return wanted_; }
  // The dims of a value as far as known under the binding; -1 for an unknown one; nullopt for an
  // unknown rank.
  std::optional<std::vector<std::int64_t>> dims_of(const ir::Value* value) const;
  std::optional<std::vector<std::int64_t>> dims_of_operand(std::size_t index) const {
    return dims_of(node_->input(index));
  }
  // The size of `axis` (negative: from the end) of an operand; nullopt when unknown.
  std::optional<std::int64_t> size_of_operand(std::size_t index, std::int64_t axis) const;
  // A scalar constant operand.
  std::optional<double> constant(std::size_t index) const;
  std::vector<double> constants(std::size_t index, std::size_t limit) const;
  // Bounds for what stands at this reader, translated to the input's elements.
  void between(double low, double high);
  void at_least(double low);
  void compare_with(double value);
  // Goes on to what `value` is read by; the elements there are scale * here + offset.
  void follow(const ir::Value* value, double scale = 1, double offset = 0);
  void follow_into(const ir::Graph& body, std::size_t input, const CallSite* call);

 private:
  void visit(const ir::Use& use);
  void visit_structure();

  const ir::Model& model_;
  const Binding& binding_;
  Requirements wanted_;
  std::deque<Stop> pending_;
  std::deque<CallSite> calls_;
  std::set<std::tuple<const ir::Value*, const CallSite*>> seen_;
  Stop here_;
  const ir::Node* node_ = nullptr;
  std::size_t operand_ = 0;
};

// Looks at one reader and records what it asks for; goes on through it where elements pass. In
// reader_rules.cc.
void apply_reader_rules(ReaderWalk& walk);

}  // namespace opsmith::runtime
