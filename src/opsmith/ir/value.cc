#include "opsmith/ir/value.h"

#include <string>

#include "opsmith/ir/graph.h"
#include "opsmith/ir/node.h"

namespace opsmith::ir {

Graph* Use::scope() const { return node_ ? node_->graph() : graph_; }

void Use::unlink() {
  if (!value_) return;
  *previous_next_ = next_;
  if (next_) next_->previous_next_ = previous_next_;
  value_ = nullptr;
  next_ = nullptr;
  previous_next_ = nullptr;
}

void Use::set(Value* value) {
  unlink();
  if (!value) return;
  value_ = value;
  next_ = value->first_use_;
  if (next_) next_->previous_next_ = &next_;
  previous_next_ = &value->first_use_;
  value->first_use_ = this;
}

void UseArray::grow(std::size_t capacity) {
  if (capacity <= capacity_) return;
  auto grown = std::make_unique<Use[]>(capacity);
  for (std::size_t i = 0; i < size_; ++i) {
    // The moved use takes the old one's place in the list, so that the order of uses does not
    // depend on growth.
    Use& from = uses_[i];
    Use& to = grown[i];
    to.node_ = node_;
    to.graph_ = graph_;
    to.index_ = static_cast<std::uint32_t>(i);
    if (!from.value_) continue;
    to.value_ = from.value_;
    to.next_ = from.next_;
    to.previous_next_ = from.previous_next_;
    *to.previous_next_ = &to;
    if (to.next_) to.next_->previous_next_ = &to.next_;
    from.value_ = nullptr;
  }
  uses_ = std::move(grown);
  capacity_ = static_cast<std::uint32_t>(capacity);
}

void UseArray::reserve(std::size_t count) { grow(count); }

void UseArray::push_back(Value* value) {
  if (size_ == capacity_) grow(capacity_ == 0 ? 2 : std::size_t{capacity_} * 2);
  Use& use = uses_[size_];
  use.node_ = node_;
  use.graph_ = graph_;
  use.index_ = size_++;
  use.set(value);
}

void UseArray::set(std::size_t index, Value* value) { uses_[index].set(value); }

void UseArray::erase(std::size_t index) {
  for (std::size_t i = index; i + 1 < size_; ++i) uses_[i].set(uses_[i + 1].value());
  resize(size_ - 1);
}

void UseArray::resize(std::size_t size) {
  while (size_ > size) uses_[--size_].unlink();
  reserve(size);
  while (size_ < size) push_back(nullptr);
}

Value::~Value() {
  while (first_use_) first_use_->unlink();
}

ValueInfo& Value::make_info() {
  if (!info_) info_ = std::make_unique<ValueInfo>();
  return *info_;
}

bool Value::is_graph_output() const {
  for (const Use* use = first_use_; use; use = use->next()) {
    if (!use->node()) return true;
  }
  return false;
}

std::size_t Value::use_count() const {
  std::size_t count = 0;
  for (const Use* use = first_use_; use; use = use->next()) ++count;
  return count;
}

void Value::replace_all_uses_with(Value* other) {
  if (other == this) return;
  while (first_use_) first_use_->set(other);
}

namespace {

// Constant has one of seven value attributes (ONNX operator Constant).
TensorPtr constant_of(const Node& node) {
  if (node.attributes.size() != 1) return nullptr;
  const Attribute& attribute = node.attributes.front();
  if (attribute.is_reference()) return nullptr;
  if (const auto* tensor = attribute.get<TensorPtr>())
    return attribute.name == "value" ? *tensor : nullptr;
  if (const auto* f = attribute.get<float>()) return Tensor::of<float>(DataType::float32, {}, {*f});
  if (const auto* i = attribute.get<std::int64_t>())
    return Tensor::of<std::int64_t>(DataType::int64, {}, {*i});
  if (const auto* s = attribute.get<std::string_view>())
    return Tensor::of_strings({}, {std::string(*s)});
  if (const auto* floats = attribute.get<std::vector<float>>()) {
    return Tensor::of<float>(DataType::float32, {static_cast<std::int64_t>(floats->size())},
                             *floats);
  }
  if (const auto* ints = attribute.get<std::vector<std::int64_t>>()) {
    return Tensor::of<std::int64_t>(DataType::int64, {static_cast<std::int64_t>(ints->size())},
                                    *ints);
  }
  if (const auto* strings = attribute.get<std::vector<std::string_view>>()) {
    return Tensor::of_strings({static_cast<std::int64_t>(strings->size())},
                              {strings->begin(), strings->end()});
  }
  return nullptr;
}

}  // namespace

TensorPtr Value::constant() const {
  if (tensor_) return is_input_ ? nullptr : tensor_;
  if (producer_ && producer_->is("Constant")) return constant_of(*producer_);
  return nullptr;
}

}  // namespace opsmith::ir
