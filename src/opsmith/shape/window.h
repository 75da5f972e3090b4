// Sizes of what a sliding window (convolution, pooling) yields.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "opsmith/shape/operation.h"

namespace opsmith::shape {

// The attributes of a window operator over `rank` spatial axes, with defaults filled in.
struct Window {
  std::vector<Dim> kernel;
  std::vector<std::int64_t> strides, dilations, pads_begin, pads_end;
  std::string_view auto_pad;
  bool ceil_mode = false;

  // Throws Contradiction when a list has not the length of `rank`, or a stride or dilation is not
  // positive. `kernel` may be empty: taken from the attribute 'kernel_shape', else unknown.
  Window(const ir::Node& node, std::size_t rank, std::vector<Dim> kernel_dims);

  bool same_padding() const { return auto_pad == "SAME_UPPER" || auto_pad == "SAME_LOWER"; }
  // (kernel - 1) * dilation + 1
  Dim extent(std::size_t axis) const;
  // The output size along a spatial axis.
  Dim slide(std::size_t axis, const Dim& size) const;
};

}  // namespace opsmith::shape
