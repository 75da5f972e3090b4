// Models and functions in ONNX text.
#include <functional>
#include <utility>

#include "opsmith/format/field_numbers.h"
#include "opsmith/format/text_parser.h"
#include "opsmith/format/text_parser_core.h"
#include "opsmith/format/wire_reader.h"

namespace opsmith::format {

std::vector<ir::OpsetImport> TextParser::opset_imports() {
  std::vector<ir::OpsetImport> imports;
  lexer_.expect("[");
  if (lexer_.accept("]")) return imports;
  do {
    ir::OpsetImport& import = imports.emplace_back();
    import.domain = string_or_absent();
    if (default_domain_is_absent_ && import.domain.empty()) import.domain = {};
    lexer_.expect(":");
    if (!lexer_.accept("?")) import.version = integer("an opset version");
    notes(
        [&](std::string_view key) {
          if (key != "unknown") return false;
          import.unknown = base64("bytes in base 64");
          return true;
        },
        "unknown");
  } while (lexer_.accept(","));
  lexer_.expect("]");
  return imports;
}

void TextParser::model_header() {
  auto field = [&](std::string_view key) {
    if (key == "ir_version") {
      model_.ir_version = integer("an IR version");
    } else if (key == "opset_import") {
      model_.opset_imports = opset_imports();
    } else if (key == "producer_name") {
      model_.producer_name = string("a string");
    } else if (key == "producer_version") {
      model_.producer_version = string("a string");
    } else if (key == "domain") {
      model_.domain = string("a string");
    } else if (key == "model_version") {
      model_.model_version = integer("a version");
    } else if (key == "doc_string") {
      model_.doc_string = string("a string");
    } else if (key == "metadata_props") {
      model_.metadata = string_pairs();
    } else if (key == "has_graph") {
      model_.has_graph = integer("0 or 1") != 0;
    } else if (key == "unknown") {
      model_.unknown = base64("bytes in base 64");
      check_training_info();
    } else {
      return false;
    }
    return true;
  };
  header(field,
         "ir_version, opset_import, producer_name, producer_version, domain, model_version, "
         "doc_string, "
         "metadata_props, has_graph, unknown");
}

void TextParser::header(const std::function<bool(std::string_view key)>& field,
                        std::string_view known_keys) {
  if (!lexer_.accept("<")) return;
  if (lexer_.accept(">")) return;
  do {
    const Token key = lexer_.expect(Token::Kind::identifier, known_keys);
    lexer_.expect(":");
    if (!field(key.text)) {
      lexer_.fail(key.offset, "'" + std::string(key.text) + "' is no field of this header",
                  "known here: " + std::string(known_keys));
    }
  } while (lexer_.accept(","));
  lexer_.expect(">");
}

void TextParser::check_training_info() {
  const WireOrigin origin{model_.unknown};
  WireReader reader(origin, "ModelProto", model_.unknown);
  while (reader.next()) {
    model_.has_training_info =
        model_.has_training_info || reader.field() == field::model::training_info;
    reader.skip();
  }
}

void TextParser::function_header(ir::Function& function) {
  auto field = [&](std::string_view key) {
    if (key == "opset_import") {
      function.opset_imports = opset_imports();
    } else if (key == "domain") {
      function.domain = string("a string");
    } else if (key == "overload") {
      function.overload = string("a string");
    } else if (key == "doc_string") {
      function.doc_string = string("a string");
    } else if (key == "metadata_props") {
      function.metadata = string_pairs();
    } else if (key == "unknown") {
      function.unknown = base64("bytes in base 64");
    } else {
      return false;
    }
    return true;
  };
  header(field, "domain, overload, opset_import, doc_string, metadata_props, unknown");
}

// (a, float[N] b): the types go to the body's value infos.
std::vector<TextParser::Declaration> TextParser::function_values(std::vector<Declaration>& infos) {
  std::vector<Declaration> values;
  lexer_.expect("(");
  if (lexer_.accept(")")) return values;
  do {
    Declaration declared = declaration();
    values.push_back(declared);
    if (declared.info.type) infos.push_back(std::move(declared));
  } while (lexer_.accept(","));
  lexer_.expect(")");
  return values;
}

void TextParser::function() {
  ir::Function& function = *model_.add_function();
  ir::Graph& body = function.body();
  function_header(function);
  function.name = name("a function's name");
  if (lexer_.accept("<")) {
    do {
      const std::string_view attribute_name = name("an attribute's name");
      if (lexer_.peek().is(":") || lexer_.peek().is("=")) {
        function.attribute_defaults.push_back(attribute_after_name(attribute_name, nullptr));
      } else {
        function.attribute_names.push_back(attribute_name);
      }
    } while (lexer_.accept(","));
    lexer_.expect(">");
  }
  std::vector<Declaration> infos;
  for (const Declaration& input : function_values(infos)) {
    const ir::Value* value = body.add_input_unchecked(input.name);
    if (!input.name.empty() && body.find(input.name) != value) {
      report(body, nullptr, input.name, "is defined more than once");
    }
  }
  lexer_.expect("=>");
  for (Declaration& output : function_values(infos)) {
    output.info = {};
    pending_outputs_.push_back({&body, std::move(output)});
  }
  value_list(body, infos);
  lexer_.expect("{");
  while (!lexer_.accept("}")) node(body);
  record_infos(body, infos);
}

void TextParser::model_text() {
  model_header();
  if (model_.has_graph) graph(model_.graph());
  while (lexer_.peek().kind != Token::Kind::end) function();
  link();
}

std::unique_ptr<ir::Model> parse_text(std::string_view text, std::string_view file_name) {
  auto model = std::make_unique<ir::Model>();
  TextParser parser(text, file_name, *model);
  parser.model_text();
  return model;
}

}  // namespace opsmith::format
