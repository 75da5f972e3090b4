#include "opsmith/ir/node.h"

#include <algorithm>
#include <utility>

#include "opsmith/ir/graph.h"

namespace opsmith::ir {

Node::~Node() = default;

Model& Node::model() const { return graph_->model(); }

const Attribute* Node::find_attribute(std::string_view attribute) const {
  for (const Attribute& candidate : attributes) {
    if (candidate.name == attribute) return &candidate;
  }
  return nullptr;
}

Attribute* Node::find_attribute(std::string_view attribute) {
  for (Attribute& candidate : attributes) {
    if (candidate.name == attribute) return &candidate;
  }
  return nullptr;
}

std::int64_t Node::int_attribute(std::string_view attribute, std::int64_t otherwise) const {
  const Attribute* found = find_attribute(attribute);
  const auto* value = found ? found->get<std::int64_t>() : nullptr;
  return value ? *value : otherwise;
}

float Node::float_attribute(std::string_view attribute, float otherwise) const {
  const Attribute* found = find_attribute(attribute);
  const auto* value = found ? found->get<float>() : nullptr;
  return value ? *value : otherwise;
}

std::string_view Node::string_attribute(std::string_view attribute,
                                        std::string_view otherwise) const {
  const Attribute* found = find_attribute(attribute);
  const auto* value = found ? found->get<std::string_view>() : nullptr;
  return value ? *value : otherwise;
}

const std::vector<std::int64_t>* Node::ints_attribute(std::string_view attribute) const {
  const Attribute* found = find_attribute(attribute);
  return found ? found->get<std::vector<std::int64_t>>() : nullptr;
}

void Node::set_attribute(Attribute attribute) {
  if (Attribute* found = find_attribute(attribute.name)) {
    *found = std::move(attribute);
  } else {
    attributes.push_back(std::move(attribute));
  }
}

void Node::set_int(std::string_view attribute, std::int64_t value) {
  set_attribute({attribute, AttributeType::int_, value});
}

void Node::set_ints(std::string_view attribute, std::vector<std::int64_t> values) {
  set_attribute({attribute, AttributeType::ints, std::move(values)});
}

bool Node::remove_attribute(std::string_view attribute) {
  return std::erase_if(attributes,
                       [attribute](const Attribute& a) { return a.name == attribute; }) > 0;
}

bool Node::has_attribute_references() const {
  return std::any_of(attributes.begin(), attributes.end(),
                     [](const Attribute& attribute) { return attribute.is_reference(); });
}

std::vector<Graph*> Node::graphs() const {
  std::vector<Graph*> result;
  for (const Attribute& attribute : attributes) {
    for (Graph* graph : attribute.graphs()) result.push_back(graph);
  }
  return result;
}

bool Node::has_graphs() const {
  return std::any_of(attributes.begin(), attributes.end(), [](const Attribute& a) {
    return a.get<std::unique_ptr<Graph>>() || a.get<Attribute::Graphs>();
  });
}

}  // namespace opsmith::ir
