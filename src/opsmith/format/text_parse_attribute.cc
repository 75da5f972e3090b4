// Attributes in ONNX text: name = value, name: type = value, name: type = @reference.
#include <utility>

#include "opsmith/format/text_number.h"
#include "opsmith/format/text_parser_core.h"
#include "opsmith/ir/graph.h"

namespace opsmith::format {
namespace {

using ir::AttributeType;
using Payload = ir::Attribute::Payload;

struct TypePair {
  AttributeType one, many;
};
constexpr TypePair kTypes[] = {
    {AttributeType::float_, AttributeType::floats},
    {AttributeType::int_, AttributeType::ints},
    {AttributeType::string, AttributeType::strings},
    {AttributeType::tensor, AttributeType::tensors},
    {AttributeType::graph, AttributeType::graphs},
    {AttributeType::sparse_tensor, AttributeType::sparse_tensors},
    {AttributeType::type_proto, AttributeType::type_protos},
};

AttributeType one_of(AttributeType many) {
  for (const TypePair& pair : kTypes) {
    if (pair.many == many) return pair.one;
  }
  return AttributeType::undefined;
}

Payload empty_list(AttributeType many) {
  switch (many) {
    case AttributeType::floats:
      return std::vector<float>();
    case AttributeType::ints:
      return std::vector<std::int64_t>();
    case AttributeType::strings:
      return std::vector<std::string_view>();
    case AttributeType::graphs:
      return ir::Attribute::Graphs();
    case AttributeType::type_protos:
      return std::vector<ir::TypePtr>();
    default:
      return std::vector<ir::TensorPtr>();
  }
}

AttributeType type_of(const Payload& payload) {
  struct Visitor {
    AttributeType operator()(std::monostate) const { return AttributeType::undefined; }
    AttributeType operator()(float) const { return AttributeType::float_; }
    AttributeType operator()(std::int64_t) const { return AttributeType::int_; }
    AttributeType operator()(std::string_view) const { return AttributeType::string; }
    AttributeType operator()(const ir::TensorPtr& t) const {
      return t->is_sparse() ? AttributeType::sparse_tensor : AttributeType::tensor;
    }
    AttributeType operator()(const std::unique_ptr<ir::Graph>&) const {
      return AttributeType::graph;
    }
    AttributeType operator()(const ir::TypePtr&) const { return AttributeType::type_proto; }
    AttributeType operator()(const std::vector<float>&) const { return AttributeType::floats; }
    AttributeType operator()(const std::vector<std::int64_t>&) const { return AttributeType::ints; }
    AttributeType operator()(const std::vector<std::string_view>&) const {
      return AttributeType::strings;
    }
    AttributeType operator()(const std::vector<ir::TensorPtr>& list) const {
      return !list.empty() && list[0]->is_sparse() ? AttributeType::sparse_tensors
                                                   : AttributeType::tensors;
    }
    AttributeType operator()(const ir::Attribute::Graphs&) const { return AttributeType::graphs; }
    AttributeType operator()(const std::vector<ir::TypePtr>&) const {
      return AttributeType::type_protos;
    }
  };
  return std::visit(Visitor{}, payload);
}

// Appends `one` to the list that suits it. False when the list holds something else.
bool append(Payload& list, Payload one) {
  return std::visit(
      [&list]<typename T>(T& value) {
        if constexpr (std::is_same_v<T, std::unique_ptr<ir::Graph>> || std::is_same_v<T, float> ||
                      std::is_same_v<T, std::int64_t> || std::is_same_v<T, std::string_view> ||
                      std::is_same_v<T, ir::TensorPtr> || std::is_same_v<T, ir::TypePtr>) {
          if (auto* same = std::get_if<std::vector<T>>(&list)) {
            same->push_back(std::move(value));
            return true;
          }
          // Numbers of both kinds in one list: all are floats.
          if constexpr (std::is_same_v<T, std::int64_t>) {
            if (auto* floats = std::get_if<std::vector<float>>(&list)) {
              floats->push_back(static_cast<float>(value));
              return true;
            }
          }
          if constexpr (std::is_same_v<T, float>) {
            if (const auto* ints = std::get_if<std::vector<std::int64_t>>(&list)) {
              std::vector<float> floats(ints->begin(), ints->end());
              floats.push_back(value);
              list = std::move(floats);
              return true;
            }
          }
        }
        return false;
      },
      one);
}

}  // namespace

ir::AttributeType TextParser::attribute_type() {
  const Token word =
      lexer_.expect(Token::Kind::identifier, "an attribute type, such as int or floats");
  for (const TypePair& pair : kTypes) {
    if (word.text == name_of(pair.one)) return pair.one;
    if (word.text == name_of(pair.many)) return pair.many;
  }
  if (word.text == "undefined") return AttributeType::undefined;
  lexer_.fail(word.offset, "'" + std::string(word.text) + "' is no attribute type",
              "known: float, int, string, tensor, graph, sparse_tensor, type_proto, and with an s "
              "for lists");
}

ir::Attribute TextParser::attribute(ir::Node* owner) {
  return attribute_after_name(name("an attribute's name"), owner);
}

ir::Attribute TextParser::attribute_after_name(std::string_view attribute_name, ir::Node* owner) {
  ir::Attribute attribute;
  attribute.name = attribute_name;
  attribute.doc_string = absent(Presence::attribute_doc);
  const bool annotated = lexer_.accept(":");
  const bool typeless = annotated && lexer_.peek().is_word("undefined");
  if (annotated) attribute.type = attribute_type();
  const bool valueless =
      annotated && (lexer_.peek().is(",") || lexer_.peek().is(">") || lexer_.peek().is("@"));
  if (!valueless) {
    lexer_.expect("=");
    const Token& start = lexer_.peek();
    if (start.is("@") && !lexer_.peek_second().is("{")) {
      lexer_.take();
      attribute.ref_attr_name = name("the name of the function's attribute");
    } else {
      const std::size_t offset = start.offset;
      attribute.payload =
          start.is("[") ? list_value(attribute.type, owner) : single_value(attribute.type, owner);
      const AttributeType found = type_of(attribute.payload);
      const auto* tensors = attribute.get<std::vector<ir::TensorPtr>>();
      const bool no_tensors = tensors && tensors->empty();
      if (attribute.type != AttributeType::undefined && found != attribute.type && !no_tensors) {
        lexer_.fail(offset, "expected a value of type " + std::string(name_of(attribute.type)) +
                                ", but this is of type " + std::string(name_of(found)));
      }
      if (!typeless && !no_tensors) attribute.type = found;
    }
  }
  notes(
      [&](std::string_view key) {
        if (key == "doc_string") {
          attribute.doc_string = string_or_absent();
        } else if (key == "unknown") {
          attribute.unknown = base64("bytes in base 64");
        } else {
          return false;
        }
        return true;
      },
      "doc_string, unknown");
  return attribute;
}

Payload TextParser::list_value(AttributeType expected, ir::Node* owner) {
  const Token start = lexer_.expect("[");
  if (lexer_.accept("]")) {
    if (one_of(expected) == AttributeType::undefined) {
      lexer_.fail(start.offset, "an empty list does not tell its type",
                  "write it: name: ints = []");
    }
    return empty_list(expected);
  }
  Payload list = empty_list(expected);
  bool first = true;
  do {
    const std::size_t offset = lexer_.peek().offset;
    Payload one = single_value(one_of(expected), owner);
    if (first && expected == AttributeType::undefined) {
      for (const TypePair& pair : kTypes) {
        if (pair.one == type_of(one)) list = empty_list(pair.many);
      }
    }
    first = false;
    if (!append(list, std::move(one)))
      lexer_.fail(offset, "this element is of another type than those before it");
  } while (lexer_.accept(","));
  lexer_.expect("]");
  return list;
}

Payload TextParser::single_value(AttributeType expected, ir::Node* owner) {
  const Token& token = lexer_.peek();
  switch (token.kind) {
    case Token::Kind::integer:
      if (expected == AttributeType::float_) return real("a number");
      return integer("a number");
    case Token::Kind::real:
      return real("a number");
    case Token::Kind::string:
      if (expected == AttributeType::graph ||
          (expected == AttributeType::undefined && lexer_.peek_second().is("("))) {
        return nested_graph(owner);
      }
      return string("a string");
    case Token::Kind::identifier:
      return worded_value(expected, owner);
    default:
      break;
  }
  if (token.is("(")) return nested_graph(owner);  // without a name
  lexer_.fail_expected("an attribute's value");
}

Payload TextParser::worded_value(AttributeType expected, ir::Node* owner) {
  const Token word = lexer_.peek();
  if (expected == AttributeType::tensor) return tensor();
  if (at_type()) {
    ir::TypePtr type = this->type();
    if (expected == AttributeType::type_proto ||
        !(lexer_.peek().is("{") || lexer_.peek().is("=") || at_name())) {
      return type;
    }
    return tensor_after_type(type, word.offset);
  }
  if (is_special_float(word.text)) return real("a number");
  return nested_graph(owner);
}

std::unique_ptr<ir::Graph> TextParser::nested_graph(ir::Node* owner) {
  if (!owner) lexer_.fail(lexer_.peek().offset, "no graph can stand here");
  auto nested = std::make_unique<ir::Graph>(&model_, owner);
  graph(*nested);
  return nested;
}

void TextParser::attributes(ir::Node& node) {
  if (!lexer_.accept("<")) return;
  do node.attributes.push_back(attribute(&node));
  while (lexer_.accept(","));
  lexer_.expect(">");
}

}  // namespace opsmith::format
