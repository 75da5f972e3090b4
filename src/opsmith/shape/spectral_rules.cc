// STFT, whose number of frequencies onnx's own inference gets wrong for one-sided results.
#include "opsmith/shape/rules.h"

namespace opsmith::shape {
namespace {

void short_time_fourier(Operation& op) {
  const Shape* signal = op.shape(0);
  Shape result(4);
  result[3] = Dim::of(2);
  Dim length;  // of a frame
  if (op.has_input(3)) {
    const auto* known = op.elements(3);
    if (known && known->size() == 1) length = (*known)[0];
  } else if (const Shape* window = op.shape(2); window && window->size() == 1) {
    length = (*window)[0];
  }
  const bool one_sided = op.node().int_attribute("onesided", 1) != 0;
  result[2] = as_size(one_sided ? add(divide(length, Dim::of(2)), Dim::of(1)) : length);
  if (signal && signal->size() >= 2) {
    result[0] = (*signal)[0];
    const auto* step = op.elements(1);
    const Dim rest = subtract((*signal)[1], length);
    if (step && step->size() == 1 && rest.known() && rest.value >= 0) {
      result[1] = as_size(add(divide(rest, (*step)[0]), Dim::of(1)));
    }
  }
  op.set(0, op.element_type(0), std::move(result));
}

constexpr Rule rules[] = {
    {"STFT", 17, short_time_fourier},
};

}  // namespace

std::span<const Rule> spectral_rules() { return rules; }

}  // namespace opsmith::shape
