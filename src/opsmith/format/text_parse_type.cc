// Types in ONNX text: float[N, 3], seq(…), map(…, …), optional(…), sparse_tensor(…), opaque(…),
// proto "…".
#include <utility>

#include "opsmith/format/proto_reader.h"
#include "opsmith/format/text_escape.h"
#include "opsmith/format/text_parser_core.h"

namespace opsmith::format {
namespace {

ir::DataType element_type(TextLexer& lexer, std::string_view expected) {
  const Token token = lexer.expect(Token::Kind::identifier, expected);
  const auto type = ir::data_type_from_name(token.text);
  if (!type) {
    lexer.fail(token.offset, "'" + std::string(token.text) + "' is no element type; expected " +
                                 std::string(expected));
  }
  return *type;
}

}  // namespace

bool TextParser::at_type() {
  const Token& token = lexer_.peek();
  if (token.kind != Token::Kind::identifier) return false;
  if (token.text == "proto") return lexer_.peek_second().kind == Token::Kind::string;
  return is_type_word(token.text);
}

ir::TypePtr TextParser::type() {
  if (!at_type()) lexer_.fail_expected("a type, such as float[N, 3] or seq(float)");
  if (++type_depth_ > kMaxTypeDepth) {
    lexer_.fail(lexer_.peek().offset,
                "types are nested deeper than " + std::to_string(kMaxTypeDepth));
  }
  auto type = std::make_shared<ir::Type>();
  const Token word = lexer_.take();
  if (const auto data_type = ir::data_type_from_name(word.text)) {
    type->kind = ir::Type::Kind::tensor;
    type->element_type = *data_type;
    shape(*type);
  } else if (word.text == "seq" || word.text == "optional") {
    type->kind = word.text == "seq" ? ir::Type::Kind::sequence : ir::Type::Kind::optional;
    lexer_.expect("(");
    type->element = this->type();
    lexer_.expect(")");
  } else if (word.text == "map") {
    type->kind = ir::Type::Kind::map;
    lexer_.expect("(");
    type->key_type = element_type(lexer_, "the element type of the map's keys");
    lexer_.expect(",");
    type->element = this->type();
    lexer_.expect(")");
  } else if (word.text == "sparse_tensor") {
    type->kind = ir::Type::Kind::sparse_tensor;
    lexer_.expect("(");
    type->element_type = element_type(lexer_, "an element type, such as float");
    shape(*type);
    lexer_.expect(")");
  } else if (word.text == "opaque") {
    type->kind = ir::Type::Kind::opaque;
    lexer_.expect("(");
    if (!lexer_.accept(")")) {
      std::string first(name("a name"));
      while (lexer_.accept(".")) first.append(".").append(name("a name"));
      if (lexer_.accept(",")) {
        type->opaque_domain = model_.intern(first);
        type->opaque_name = name("the opaque type's name");
      } else {
        type->opaque_name = model_.intern(first);
      }
      lexer_.expect(")");
    }
  } else {
    --type_depth_;
    // What the file held and no spelling tells stays in Type::proto, a view into the model's pool.
    const std::string_view bytes = model_.intern(base64("a TypeProto in base 64"));
    return read_type_proto(WireOrigin{bytes}, bytes);
  }
  if (lexer_.accept(":")) type->denotation = string("the type's denotation, a string");
  --type_depth_;
  return type;
}

// No brackets: rank 0. Empty brackets: unknown rank.
void TextParser::shape(ir::Type& type) {
  if (!lexer_.accept("[")) {
    type.shape.emplace();
    return;
  }
  if (lexer_.accept("]")) return;
  type.shape.emplace();
  do type.shape->push_back(dimension());
  while (lexer_.accept(","));
  lexer_.expect("]");
}

ir::Dim TextParser::dimension() {
  ir::Dim dim;
  if (lexer_.peek().kind == Token::Kind::integer) {
    dim = ir::Dim::of(integer("a dimension"));
  } else if (at_name()) {
    dim = ir::Dim::symbol(std::string(name("a dimension")));
  } else if (!lexer_.accept("?")) {
    lexer_.fail_expected("a dimension: a number, a name or '?'");
  }
  if (lexer_.accept(":")) dim.denotation = string("the dimension's denotation, a string");
  return dim;
}

}  // namespace opsmith::format
