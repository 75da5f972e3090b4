// RNN, LSTM and GRU.
#include "opsmith/shape/rules.h"

namespace opsmith::shape {
namespace {

void recurrent(Operation& op) {
  const DataType element = op.element_type(0);
  const Shape* x = op.shape(0);
  if (x && x->size() != 3) throw Contradiction("the operand X must have rank 3");
  const bool batch_first = op.node().int_attribute("layout", 0) != 0;
  Dim steps;
  Dim batch;
  if (x) {
    steps = (*x)[batch_first ? 1 : 0];
    batch = (*x)[batch_first ? 0 : 1];
  }
  const Dim directions =
      Dim::of(op.node().string_attribute("direction", "forward") == "bidirectional" ? 2 : 1);
  Dim hidden = as_size(Dim::of(op.node().int_attribute("hidden_size", -1)));
  if (!hidden.known()) {
    const Shape* recurrence = op.shape(2);  // [directions, gates * hidden, hidden]
    if (recurrence && recurrence->size() == 3) hidden = (*recurrence)[2];
  }
  const Shape state =
      batch_first ? Shape{batch, directions, hidden} : Shape{directions, batch, hidden};
  op.set(0, element,
         batch_first ? Shape{batch, steps, directions, hidden}
                     : Shape{steps, directions, batch, hidden});
  op.set(1, element, state);
  op.set(2, element, state);
}

constexpr Rule rules[] = {
    {"GRU", 7, recurrent},
    {"LSTM", 7, recurrent},
    {"RNN", 7, recurrent},
};

}  // namespace

std::span<const Rule> recurrent_rules() { return rules; }

}  // namespace opsmith::shape
