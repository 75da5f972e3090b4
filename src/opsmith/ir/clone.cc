#include "opsmith/ir/clone.h"

#include <utility>

#include "opsmith/base/error.h"

namespace opsmith::ir {
namespace {

// Strings of another model are copied into the target's pool; of the same model they are shared.
class Copier {
 public:
  Copier(const Model& source, Model& target, const Node* caller,
         const std::vector<Attribute>* defaults)
      : same_model_(&source == &target), target_(target), caller_(caller), defaults_(defaults) {}

  std::string_view text(std::string_view view) const {
    if (same_model_ || view.data() == nullptr) return view;
    return target_.intern(view);
  }

  std::vector<StringPair> pairs(const std::vector<StringPair>& source) const {
    std::vector<StringPair> copy;
    copy.reserve(source.size());
    for (const StringPair& pair : source)
      copy.push_back({text(pair.key), text(pair.value), text(pair.unknown)});
    return copy;
  }

  TypePtr type(const TypePtr& source) const {
    if (same_model_ || !source) return source;
    auto copy = std::make_shared<Type>(*source);
    copy->proto = text(source->proto);
    copy->denotation = text(source->denotation);
    copy->opaque_domain = text(source->opaque_domain);
    copy->opaque_name = text(source->opaque_name);
    copy->element = type(source->element);
    if (copy->shape) {
      for (Dim& dim : *copy->shape) dim.denotation = text(dim.denotation);
    }
    return copy;
  }

  ValueInfo info(const ValueInfo& source) const {
    return {type(source.type), text(source.doc_string), pairs(source.metadata),
            text(source.unknown)};
  }

  Value* value(const Value* source, const ValueMap& map) const {
    if (!source) return nullptr;
    if (const auto found = map.find(source); found != map.end()) return found->second;
    if (same_model_) return const_cast<Value*>(source);
    throw Error(ErrorCode::usage, "a value outside the copied part is read and has no counterpart",
                {.value = std::string(source->name())});
  }

  // A value as copied into `graph`: under its own name when that is free there and around.
  std::string_view free_name(const Value* source, const Graph& graph) const {
    const std::string_view wanted = text(source->name());
    return graph.resolve(wanted) || same_model_ ? target_.fresh_name(wanted) : wanted;
  }

  std::string_view name_in_new_scope(const Value* source) const {
    return same_model_ ? target_.fresh_name(source->name()) : text(source->name());
  }

  Attribute attribute(const Attribute& source, Node& owner, ValueMap& map) const {
    Attribute copy(text(source.name), source.type, std::monostate{});
    copy.ref_attr_name = text(source.ref_attr_name);
    copy.doc_string = text(source.doc_string);
    copy.unknown = text(source.unknown);
    std::visit(
        [&]<typename T>(const T& payload) {
          if constexpr (std::is_same_v<T, std::string_view>) {
            copy.payload = text(payload);
          } else if constexpr (std::is_same_v<T, std::vector<std::string_view>>) {
            std::vector<std::string_view> strings;
            strings.reserve(payload.size());
            for (const std::string_view s : payload) strings.push_back(text(s));
            copy.payload = std::move(strings);
          } else if constexpr (std::is_same_v<T, TypePtr>) {
            copy.payload = type(payload);
          } else if constexpr (std::is_same_v<T, std::vector<TypePtr>>) {
            std::vector<TypePtr> types;
            types.reserve(payload.size());
            for (const TypePtr& t : payload) types.push_back(type(t));
            copy.payload = std::move(types);
          } else if constexpr (std::is_same_v<T, std::unique_ptr<Graph>>) {
            copy.payload = nested(*payload, owner, map);
          } else if constexpr (std::is_same_v<T, Attribute::Graphs>) {
            Attribute::Graphs graphs;
            for (const auto& graph : payload) graphs.push_back(nested(*graph, owner, map));
            copy.payload = std::move(graphs);
          } else {
            copy.payload = payload;
          }
        },
        source.payload);
    return copy;
  }

  // The attributes of `node`, references replaced by what the call gives.
  void attributes(const Node& node, Node& copy, ValueMap& map) const {
    for (const Attribute& source : node.attributes) {
      if (!source.is_reference() || !caller_) {
        copy.attributes.push_back(attribute(source, copy, map));
        continue;
      }
      const Attribute* given = caller_->find_attribute(source.ref_attr_name);
      if (!given && defaults_) {
        for (const Attribute& candidate : *defaults_) {
          if (candidate.name == source.ref_attr_name) given = &candidate;
        }
      }
      if (!given) continue;  // an optional attribute that the caller left out stays out
      copy.attributes.push_back(attribute(*given, copy, map));
      copy.attributes.back().name = text(source.name);
    }
  }

  std::unique_ptr<Graph> nested(const Graph& source, Node& owner, ValueMap& map) const {
    auto graph = std::make_unique<Graph>(&target_, &owner);
    graph_into(source, *graph, map);
    return graph;
  }

  void graph_into(const Graph& source, Graph& graph, ValueMap& map) const {
    graph.name = text(source.name);
    graph.doc_string = text(source.doc_string);
    graph.metadata = pairs(source.metadata);
    graph.unknown = text(source.unknown);
    auto with_info = [this](const Value& from, Value* to) {
      if (from.info()) to->make_info() = info(*from.info());
      to->set_inferred(type(from.inferred()));
    };
    for (const Value* input : source.inputs()) {
      Value* copy = graph.add_input_unchecked(name_in_new_scope(input));
      with_info(*input, copy);
      map[input] = copy;
    }
    for (const Value& initializer : source.initializers()) {
      if (initializer.is_input()) {
        graph.set_initializer(map[&initializer], initializer.initializer());
        continue;
      }
      Value* copy = graph.add_initializer_unchecked(name_in_new_scope(&initializer),
                                                    initializer.initializer());
      with_info(initializer, copy);
      map[&initializer] = copy;
    }
    // Two steps, because a node may read what a later one makes (unsorted models must survive a
    // copy too).
    std::vector<std::pair<const Node*, Node*>> copies;
    copies.reserve(source.node_count());
    for (const Node& node : source.nodes()) {
      Node* copy = graph.append({});
      header(node, *copy);
      for (const Value* output : node.outputs()) {
        if (!output) {
          graph.add_output_unchecked(copy, {});
          continue;
        }
        map[output] = graph.add_output_unchecked(copy, name_in_new_scope(output));
        with_info(*output, map[output]);
      }
      copies.emplace_back(&node, copy);
    }
    for (const auto& [node, copy] : copies) operands(*node, *copy, graph, map);
    for (std::size_t i = 0; i < source.outputs().size(); ++i) {
      graph.add_graph_output(reading(source.output(i), graph, map));
      graph.output_info(i) = info(source.output_info(i));
    }
    for (const auto& slot : source.value_info_order()) {
      if (slot.value) {
        graph.list_value_info(map.at(slot.value));
      } else if (!slot.raw.empty()) {
        graph.add_stray_value_info(text(slot.raw));
      }
    }
    for (const auto& annotation : source.quantization_annotations) {
      graph.quantization_annotations.push_back(
          {text(annotation.tensor_name), annotation.value ? map.at(annotation.value) : nullptr,
           pairs(annotation.parameters), text(annotation.unknown)});
    }
  }

  void header(const Node& node, Node& copy) const {
    copy.name = text(node.name);
    copy.op_type = text(node.op_type);
    copy.domain = text(node.domain);
    copy.overload = text(node.overload);
    copy.doc_string = text(node.doc_string);
    copy.metadata = pairs(node.metadata);
    copy.unknown = text(node.unknown);
  }

  void operands(const Node& node, Node& copy, Graph& graph, ValueMap& map) const {
    copy.inputs().reserve(node.inputs().size());
    for (const Use& use : node.inputs()) copy.inputs().push_back(reading(use.value(), graph, map));
    attributes(node, copy, map);
  }

 private:
  // A name that nothing defines (a broken model) is copied as one.
  Value* reading(const Value* source, Graph& graph, ValueMap& map) const {
    if (source && source->is_undefined() && !map.contains(source) && !same_model_) {
      map[source] = graph.add_undefined(text(source->name()));
    }
    return value(source, map);
  }

  bool same_model_;
  Model& target_;
  const Node* caller_;
  const std::vector<Attribute>* defaults_;
};

}  // namespace

Node* clone_node(const Node& node, Graph& target, Node* before, ValueMap& map, const Node* caller,
                 const std::vector<Attribute>* defaults) {
  const Copier copier(node.model(), target.model(), caller, defaults);
  Node* copy = target.insert(before, {});
  copier.header(node, *copy);
  copier.operands(node, *copy, target, map);
  for (const Value* output : node.outputs()) {
    if (!output) {
      target.add_output_unchecked(copy, {});
      continue;
    }
    Value* value = target.add_output(copy, copier.free_name(output, target));
    value->set_inferred(copier.type(output->inferred()));
    map[output] = value;
  }
  return copy;
}

void clone_graph_into(const Graph& source, Graph& target, ValueMap& map, const Node* caller,
                      const std::vector<Attribute>* defaults) {
  Copier(source.model(), target.model(), caller, defaults).graph_into(source, target, map);
}

Attribute clone_attribute(const Attribute& attribute, Node& target_owner, const Model& source,
                          ValueMap& map) {
  return Copier(source, target_owner.model(), nullptr, nullptr)
      .attribute(attribute, target_owner, map);
}

void copy_header(const Model& source, Model& target) {
  const Copier copier(source, target, nullptr, nullptr);
  target.ir_version = source.ir_version;
  target.model_version = source.model_version;
  target.producer_name = copier.text(source.producer_name);
  target.producer_version = copier.text(source.producer_version);
  target.domain = copier.text(source.domain);
  target.doc_string = copier.text(source.doc_string);
  for (const OpsetImport& import : source.opset_imports) {
    target.opset_imports.push_back(
        {copier.text(import.domain), import.version, copier.text(import.unknown)});
  }
  target.metadata = copier.pairs(source.metadata);
  target.unknown = copier.text(source.unknown);
  target.has_training_info = source.has_training_info;
  target.has_graph = source.has_graph;
  target.path = source.path;
  target.link_problems = source.link_problems;
  for (const auto& owner : source.backing()) target.keep(owner);
}

Function* clone_function(const Function& function, Model& target) {
  const Copier copier(function.body().model(), target, nullptr, nullptr);
  Function* copy = target.add_function();
  copy->name = copier.text(function.name);
  copy->domain = copier.text(function.domain);
  copy->overload = copier.text(function.overload);
  copy->doc_string = copier.text(function.doc_string);
  for (const std::string_view name : function.attribute_names)
    copy->attribute_names.push_back(copier.text(name));
  for (const OpsetImport& import : function.opset_imports) {
    copy->opset_imports.push_back(
        {copier.text(import.domain), import.version, copier.text(import.unknown)});
  }
  copy->metadata = copier.pairs(function.metadata);
  copy->unknown = copier.text(function.unknown);
  ValueMap map;
  if (!function.attribute_defaults.empty()) {
    // Attributes need an owner only for the graphs nested in them; a default has none.
    Node* holder = copy->body().append("");
    for (const Attribute& attribute : function.attribute_defaults) {
      copy->attribute_defaults.push_back(copier.attribute(attribute, *holder, map));
    }
    copy->body().erase(holder);
  }
  copier.graph_into(function.body(), copy->body(), map);
  return copy;
}

std::unique_ptr<Model> clone_model(const Model& source) {
  auto target = std::make_unique<Model>();
  copy_header(source, *target);
  ValueMap map;
  clone_graph_into(source.graph(), target->graph(), map);
  for (const auto& function : source.functions()) clone_function(*function, *target);
  return target;
}

}  // namespace opsmith::ir
