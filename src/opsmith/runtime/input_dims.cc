#include "opsmith/runtime/input_dims.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "opsmith/runtime/dim_requirements.h"

namespace opsmith::runtime {
namespace {

// What a free dimension seems to be; decides which sizes are plausible.
enum class Role { batch, channel, height, width, past, sequence, other };

struct FreeDim {
  std::string key;
  Role role = Role::other;
  bool named = false;
  std::optional<std::int64_t> required;  // what a constant that reads the input demands
};

bool contains(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [text](std::string_view word) {
    return text.find(word) != std::string_view::npos;
  });
}

// "s97": what torch calls a dimension of its own accord. Different ones are often the same.
bool is_generated_name(std::string_view name) {
  return name.size() >= 2 && name.front() == 's' &&
         std::all_of(name.begin() + 1, name.end(),
                     [](unsigned char c) { return std::isdigit(c) != 0; });
}

Role role_of(const ir::Dim& dim, const ir::Type& type, std::size_t axis) {
  const std::size_t rank = type.shape->size();
  std::string name = dim.param;
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (contains(name, {"batch", "bsz"}) || name == "n" || name == "b" || name == "bs") {
    return Role::batch;
  }
  if (contains(name, {"past", "cache", "prev"})) return Role::past;
  if (contains(name, {"height"}) || name == "h") return Role::height;
  if (contains(name, {"width"}) || name == "w") return Role::width;
  if (contains(name, {"channel"}) || name == "c") return Role::channel;
  if (contains(name, {"seq", "len", "time", "token", "frame", "sample"}) || name == "t") {
    return Role::sequence;
  }
  if (axis == 0) return Role::batch;
  const bool floating = ir::is_floating(type.element_type);
  // A recurrent state: layers, batch, features.
  if (rank == 3 && axis == 1 && type.shape->front().known() && type.shape->back().known()) {
    return Role::batch;
  }
  if (rank >= 4 && (floating || type.element_type == ir::DataType::uint8)) {
    const ir::Dim& last = type.shape->back();
    const bool channels_last =
        last.known() && (last.value == 1 || last.value == 3 || last.value == 4);
    if (channels_last) return axis == rank - 2 ? Role::width : Role::height;
    if (axis == 1) return Role::channel;
    return axis == rank - 1 ? Role::width : Role::height;
  }
  return axis == 1 ? Role::sequence : Role::other;
}

std::vector<FreeDim> free_dims(const ir::Model& model, const Binding& fixed) {
  std::vector<FreeDim> dims;
  std::set<std::string> seen;
  const Binding required = required_sizes(model);
  std::vector<std::string> derived;
  auto add = [&](FreeDim dim) {
    if (fixed.contains(dim.key) || !seen.insert(dim.key).second) return;
    if (const auto found = required.find(dim.key); found != required.end()) {
      dim.required = found->second;
    }
    dims.push_back(std::move(dim));
  };
  for (const ir::Value* input : required_inputs(model)) {
    const ir::Type* type = input->info() ? tensor_type_of(input->info()->type.get()) : nullptr;
    if (!type) continue;
    if (!type->shape) {
      add({dim_key(*input, 0, {}), Role::other, false, {}});
      continue;
    }
    for (std::size_t axis = 0; axis < type->shape->size(); ++axis) {
      const ir::Dim& dim = (*type->shape)[axis];
      const std::string key = dim_key(*input, axis, dim);
      if (key.empty()) continue;
      add({key, role_of(dim, *type, axis), dim.kind == ir::Dim::Kind::param, {}});
    }
  }
  // "past + sequence" follows from its parts and is not free.
  Binding all = fixed;
  for (const FreeDim& dim : dims) all[dim.key] = 1;
  std::erase_if(dims, [&all](const FreeDim& dim) {
    Binding others = all;
    others.erase(dim.key);
    return dim.named && evaluate_expression(dim.key, others).has_value();
  });
  return dims;
}

// One line of the table of attempts: sizes by role. `step` sets named dimensions of one role apart,
// so that a mix-up of two shows; some models want them equal, so later lines have none.
struct Attempt {
  std::int64_t batch, channel, height, width, past, sequence, other, step;
};

constexpr std::array<Attempt, 12> kAttempts = {{
    {2, 3, 64, 96, 4, 8, 6, 3},
    {3, 3, 96, 64, 6, 12, 5, 2},
    {1, 3, 128, 160, 8, 16, 8, 0},
    {2, 3, 32, 64, 16, 32, 16, 0},
    {1, 1, 64, 64, 1, 1, 1, 0},
    {1, 3, 224, 224, 64, 64, 64, 0},
    {1, 3, 48, 320, 128, 128, 128, 0},
    {2, 1, 32, 100, 256, 256, 256, 0},
    {3, 3, 640, 640, 512, 512, 512, 0},
    {4, 4, 4, 4, 4, 4, 4, 0},
    {1, 1, 1, 1, 0, 1, 1, 0},
    {1, 3, 256, 256, 16000, 16000, 2, 0},
}};

std::int64_t size_for(Role role, const Attempt& attempt) {
  switch (role) {
    case Role::batch:
      return attempt.batch;
    case Role::channel:
      return attempt.channel;
    case Role::height:
      return attempt.height;
    case Role::width:
      return attempt.width;
    case Role::past:
      return attempt.past;
    case Role::sequence:
      return attempt.sequence;
    case Role::other:
      break;
  }
  return attempt.other;
}

}  // namespace

std::vector<const ir::Value*> required_inputs(const ir::Model& model) {
  std::vector<const ir::Value*> inputs;
  for (const ir::Value* input : model.graph().inputs()) {
    if (!input->is_overridable()) inputs.push_back(input);
  }
  return inputs;
}

const ir::Type* tensor_type_of(const ir::Type* type) {
  // A hostile type may nest as deep as the loader lets it; this only follows a chain.
  while (type && !type->is_tensor() && type->kind != ir::Type::Kind::sparse_tensor) {
    type = type->element.get();
  }
  return type;
}

std::string dim_key(const ir::Value& input, std::size_t axis, const ir::Dim& dim) {
  if (dim.known() && dim.value >= 0) return {};
  if (dim.kind == ir::Dim::Kind::param && !dim.param.empty()) return dim.param;
  return std::string(input.name()) + ":" + std::to_string(axis);
}

std::vector<std::int64_t> bound_dims(const ir::Value& input, const Binding& binding) {
  const ir::Type* type = input.info() ? tensor_type_of(input.info()->type.get()) : nullptr;
  const ir::Shape unranked(1);
  const ir::Shape& shape = type && type->shape ? *type->shape : unranked;
  std::vector<std::int64_t> dims;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    std::optional<std::int64_t> size = size_of(shape[axis], binding);
    if (!size) {
      const auto found = binding.find(dim_key(input, axis, shape[axis]));
      size = found != binding.end() ? found->second : 1;
    }
    dims.push_back(*size);
  }
  return dims;
}

std::vector<Binding> candidate_bindings(const ir::Model& model, const Binding& fixed) {
  const std::vector<FreeDim> dims = free_dims(model, fixed);
  std::vector<Binding> candidates;
  for (const Attempt& attempt : kAttempts) {
    Binding binding = fixed;
    std::array<std::int64_t, 7> used = {};
    for (const FreeDim& dim : dims) {
      std::int64_t size = size_for(dim.role, attempt);
      // Names differ, so sizes should; nameless ones of a role usually mean the same thing, and
      // batches always do.
      const bool steps =
          dim.role == Role::sequence || dim.role == Role::past || dim.role == Role::other;
      if (steps && dim.named && !is_generated_name(dim.key)) {
        size += attempt.step * used[static_cast<std::size_t>(dim.role)]++;
      }
      binding[dim.key] = dim.required.value_or(size);
    }
    if (std::find(candidates.begin(), candidates.end(), binding) == candidates.end()) {
      candidates.push_back(std::move(binding));
    }
  }
  return candidates;
}

}  // namespace opsmith::runtime
