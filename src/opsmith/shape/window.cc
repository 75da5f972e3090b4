#include "opsmith/shape/window.h"

namespace opsmith::shape {
namespace {

std::vector<std::int64_t> positive_list(const ir::Node& node, std::string_view name,
                                        std::size_t rank) {
  const auto* values = node.ints_attribute(name);
  if (!values) return std::vector<std::int64_t>(rank, 1);
  if (values->size() != rank) {
    throw Contradiction("'" + std::string(name) + "' has " + std::to_string(values->size()) +
                        " numbers for " + std::to_string(rank) + " spatial axes");
  }
  for (const std::int64_t value : *values) {
    if (value <= 0) throw Contradiction("'" + std::string(name) + "' must be positive");
  }
  return *values;
}

}  // namespace

Window::Window(const ir::Node& node, std::size_t rank, std::vector<Dim> kernel_dims)
    : kernel(std::move(kernel_dims)),
      strides(positive_list(node, "strides", rank)),
      dilations(positive_list(node, "dilations", rank)),
      pads_begin(rank, 0),
      pads_end(rank, 0),
      auto_pad(node.string_attribute("auto_pad", "NOTSET")),
      ceil_mode(node.int_attribute("ceil_mode", 0) != 0) {
  if (node.ints_attribute("kernel_shape")) {
    const auto sizes = positive_list(node, "kernel_shape", rank);
    kernel.clear();
    for (const std::int64_t size : sizes) kernel.push_back(Dim::of(size));
  }
  if (kernel.size() != rank) kernel.assign(rank, Dim{});
  if (const auto* pads = node.ints_attribute("pads");
      pads && (auto_pad == "NOTSET" || auto_pad.empty())) {
    if (pads->size() != 2 * rank)
      throw Contradiction("'pads' has not two numbers for each spatial axis");
    for (std::size_t axis = 0; axis < rank; ++axis) {
      pads_begin[axis] = (*pads)[axis];
      pads_end[axis] = (*pads)[axis + rank];
    }
  }
}

Dim Window::extent(std::size_t axis) const {
  return add(multiply(subtract(kernel[axis], Dim::of(1)), Dim::of(dilations[axis])), Dim::of(1));
}

Dim Window::slide(std::size_t axis, const Dim& size) const {
  const std::int64_t stride = strides[axis];
  if (same_padding()) {
    if (stride == 1) return size;
    if (!size.known()) return {};
    return Dim::of(size.value / stride + (size.value % stride != 0 ? 1 : 0));
  }
  const Dim pads = add(Dim::of(pads_begin[axis]), Dim::of(pads_end[axis]));
  const Dim window = extent(axis);
  // How much longer the padded axis is than the axis itself, less the window: size + slack is what
  // there is to slide.
  const Dim slack = subtract(pads, window);
  if (!slack.known()) return {};
  if (stride == 1)
    return as_size(
        add(size, add(slack, Dim::of(1))));  // keeps a symbol when padding makes up for it
  const Dim room = add(size, slack);
  if (!room.known()) return {};
  if (room.value < 0) return {};
  std::int64_t steps = room.value / stride;
  if (ceil_mode && room.value % stride != 0) {
    ++steps;
    // A last window that starts in the padding after the axis is left out.
    const auto start = checked_multiply(steps, stride);
    const auto limit = checked_add(size.value, pads_begin[axis]);
    if (!start || !limit) return {};
    if (*start >= *limit) --steps;
  }
  return add(Dim::of(steps), Dim::of(1));
}

}  // namespace opsmith::shape
