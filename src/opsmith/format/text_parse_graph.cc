// Nodes and graphs in ONNX text, and the linking of names.
#include <utility>

#include "opsmith/base/error.h"
#include "opsmith/format/proto_reader.h"
#include "opsmith/format/text_parser_core.h"
#include "opsmith/format/text_value_info.h"

namespace opsmith::format {
namespace {

constexpr std::size_t kMaxProblems = 10000;

}  // namespace

TextParser::Operator TextParser::node_operator() {
  Operator op;
  std::string_view last;
  if (at_name()) last = name("an operator");
  std::string domain;
  bool dotted = false;
  while (lexer_.accept(".")) {
    if (dotted) domain += '.';
    domain += last;
    op.domain = last;
    dotted = true;
    last = name("an operator");
  }
  // The usual domain is one word, and needs no copy.
  if (dotted && domain != op.domain) op.domain = model_.intern(domain);
  op.type = last;
  if (lexer_.accept(":")) op.overload = name("an overload");
  return op;
}

ir::Node* TextParser::node(ir::Graph& graph) {
  std::string_view node_name = absent(Presence::node_name);
  if (lexer_.accept("[")) {
    node_name = "";
    if (at_name()) node_name = name("a node's name");
    lexer_.expect("]");
  }
  if (!at_name() && !lexer_.peek().is("=") && !lexer_.peek().is(",")) {
    lexer_.fail_expected("a node, such as y = Add (a, b), or '}'");
  }
  const std::vector<std::string_view> outputs = names();
  lexer_.expect("=");
  const Operator op = node_operator();
  ir::Node* node = graph.append(op.type, op.domain);
  node->domain = op.domain.data() ? op.domain : absent(Presence::node_domain);
  node->overload = op.overload.data() ? op.overload : absent(Presence::node_overload);
  node->doc_string = absent(Presence::node_doc);
  node->name = node_name;
  add_outputs(*node, outputs);

  attributes(*node);
  lexer_.expect("(");
  const std::vector<std::string_view> inputs = names();
  lexer_.expect(")");
  pending_reads_.push_back({node, read_names_.size(), inputs.size()});
  read_names_.insert(read_names_.end(), inputs.begin(), inputs.end());
  if (node->attributes.empty()) attributes(*node);
  node_notes(*node);
  return node;
}

void TextParser::add_outputs(ir::Node& node, const std::vector<std::string_view>& outputs) {
  ir::Graph& graph = *node.graph();
  for (const std::string_view output : outputs) {
    const ir::Value* value = graph.add_output_unchecked(&node, output);
    if (value && graph.find(output) != value)
      report(graph, &node, output, "is defined more than once");
  }
}

void TextParser::node_notes(ir::Node& node) {
  notes(
      [&](std::string_view key) {
        if (key == "doc_string") {
          node.doc_string = string_or_absent();
        } else if (key == "metadata_props") {
          node.metadata = string_pairs();
        } else if (key == "name") {
          node.name = string_or_absent();
        } else if (key == "domain") {
          node.domain = string_or_absent();
        } else if (key == "overload") {
          node.overload = string_or_absent();
        } else if (key == "unknown") {
          node.unknown = base64("bytes in base 64");
        } else {
          return false;
        }
        return true;
      },
      "doc_string, metadata_props, name, domain, overload, unknown");
}

void TextParser::info_notes(ir::ValueInfo& info) {
  notes(
      [&](std::string_view key) {
        if (key == "doc_string") {
          info.doc_string = string_or_absent();
        } else if (key == "metadata_props") {
          info.metadata = string_pairs();
        } else if (key == "unknown") {
          info.unknown = base64("bytes in base 64");
        } else {
          return false;
        }
        return true;
      },
      "doc_string, metadata_props, unknown");
}

// An optional type, and a name.
TextParser::Declaration TextParser::declaration() {
  Declaration declared;
  declared.offset = lexer_.peek().offset;
  if (at_type()) declared.info.type = type();
  declared.name = name(declared.info.type ? "a name" : "a type or a name");
  declared.info.doc_string = absent(Presence::value_doc);
  info_notes(declared.info);
  return declared;
}

void TextParser::graph(ir::Graph& graph) {
  if (++graph_depth_ > static_cast<std::size_t>(kMaxGraphDepth)) {
    lexer_.fail(lexer_.peek().offset,
                "graphs nest deeper than " + std::to_string(kMaxGraphDepth) + " levels");
  }
  if (at_name()) {
    graph.name = name("a graph's name");
  } else if (!lexer_.peek().is("(")) {
    lexer_.fail_expected("a graph: name (inputs) => (outputs) { nodes }");
  }
  graph_notes(graph);
  graph_inputs(graph);
  lexer_.expect("=>");
  lexer_.expect("(");
  if (!lexer_.accept(")")) {
    do pending_outputs_.push_back({&graph, declaration()});
    while (lexer_.accept(","));
    lexer_.expect(")");
  }
  std::vector<Declaration> infos;
  value_list(graph, infos);
  lexer_.expect("{");
  while (!lexer_.accept("}")) node(graph);
  record_infos(graph, infos);
  for (auto& annotation : graph.quantization_annotations) {
    if (!annotation.tensor_name.empty()) annotation.value = graph.find(annotation.tensor_name);
  }
  --graph_depth_;
}

void TextParser::graph_notes(ir::Graph& graph) {
  auto annotation_list = [&] {
    lexer_.expect("[");
    if (lexer_.accept("]")) return;
    do {
      auto& annotation = graph.quantization_annotations.emplace_back();
      annotation.tensor_name = string_or_absent();
      lexer_.expect(":");
      annotation.parameters = string_pairs();
      notes(
          [&](std::string_view key) {
            if (key != "unknown") return false;
            annotation.unknown = base64("bytes in base 64");
            return true;
          },
          "unknown");
    } while (lexer_.accept(","));
    lexer_.expect("]");
  };
  notes(
      [&](std::string_view key) {
        if (key == "doc_string") {
          graph.doc_string = string("the graph's documentation");
        } else if (key == "metadata_props") {
          graph.metadata = string_pairs();
        } else if (key == "quantization") {
          annotation_list();
        } else if (key == "unknown") {
          graph.unknown = base64("bytes in base 64");
        } else {
          return false;
        }
        return true;
      },
      "doc_string, metadata_props, quantization, unknown");
}

void TextParser::graph_inputs(ir::Graph& graph) {
  if (!lexer_.accept("(")) return;
  if (lexer_.accept(")")) return;
  do {
    Declaration declared = declaration();
    ir::Value* value = graph.add_input_unchecked(declared.name);
    if (!declared.name.empty() && graph.find(declared.name) != value) {
      report(graph, nullptr, declared.name, "is defined more than once");
    }
    value->make_info() = std::move(declared.info);
    if (lexer_.accept("=")) {
      graph.set_initializer(value, tensor_value(value->info()->type, declared.offset, true, {}));
    }
  } while (lexer_.accept(","));
  lexer_.expect(")");
}

void TextParser::initializer(ir::Graph& graph, const Declaration& declared) {
  const ir::TensorPtr tensor = tensor_value(declared.info.type, declared.offset, true, {});
  ir::Value* known = declared.name.empty() ? nullptr : graph.find(declared.name);
  if (known && known->is_input() && !known->is_initializer()) {
    graph.set_initializer(known, tensor);
    return;
  }
  graph.add_initializer_unchecked(declared.name, tensor);
  if (known) report(graph, nullptr, declared.name, "is defined more than once");
}

// <…>: initializers, and infos of values that the nodes will define.
void TextParser::value_list(ir::Graph& graph, std::vector<Declaration>& infos) {
  if (!lexer_.accept("<")) return;
  if (lexer_.accept(">")) return;
  do {
    if (lexer_.peek().is_word("value_info") && lexer_.peek_second().kind == Token::Kind::string) {
      lexer_.take();
      Declaration& stray = infos.emplace_back();
      stray.is_serialized = true;
      stray.name = base64("a ValueInfoProto in base 64");
      continue;
    }
    Declaration declared = declaration();
    if (lexer_.accept("=")) {
      initializer(graph, declared);
    } else {
      infos.push_back(std::move(declared));
    }
  } while (lexer_.accept(","));
  lexer_.expect(">");
}

// An info of a value that has one already (an input, a second entry), or of none here, is kept as
// it came.
void TextParser::record_infos(ir::Graph& graph, std::vector<Declaration>& infos) {
  for (Declaration& declared : infos) {
    if (declared.is_serialized) {
      graph.add_stray_value_info(declared.name);
      continue;
    }
    ir::Value* value = declared.name.empty() ? nullptr : graph.find(declared.name);
    if (!value || value->info()) {
      graph.add_stray_value_info(model_.intern(serialize_value_info(declared.name, declared.info)));
      continue;
    }
    value->make_info() = std::move(declared.info);
    graph.list_value_info(value);
  }
}

// --- linking

void TextParser::link() {
  for (const PendingRead& pending : pending_reads_) {
    ir::UseArray& inputs = pending.node->inputs();
    inputs.reserve(pending.count);
    for (std::size_t i = 0; i < pending.count; ++i) {
      inputs.push_back(
          resolve(*pending.node->graph(), pending.node, read_names_[pending.first + i]));
    }
  }
  for (PendingOutput& pending : pending_outputs_) {
    ir::Graph& graph = *pending.graph;
    graph.add_graph_output(resolve(graph, nullptr, pending.declared.name));
    graph.output_info(graph.outputs().size() - 1) = std::move(pending.declared.info);
  }
  pending_reads_.clear();
  pending_outputs_.clear();
  read_names_.clear();

  // Only now does every nested graph hang on its node, so that its path can be told.
  for (const Problem& problem : problems_) {
    ir::LinkProblem link{
        problem.graph->path(), {}, std::string(problem.value), std::string(problem.reason)};
    if (problem.node && !problem.node->name.empty()) {
      link.node = problem.node->name;
    } else if (problem.node) {
      std::size_t index = 0;
      for (const ir::Node* other = problem.node->previous(); other; other = other->previous())
        ++index;
      link.node = std::string(problem.node->op_type) + " #" + std::to_string(index);
    }
    model_.link_problems.push_back(std::move(link));
  }
  problems_.clear();
}

ir::Value* TextParser::resolve(ir::Graph& graph, const ir::Node* node,
                               std::string_view value_name) {
  if (value_name.empty()) return nullptr;  // an omitted operand
  if (ir::Value* value = graph.resolve(value_name)) return value;
  ir::Value*& value = undefined_[{&graph, value_name}];
  if (!value) value = graph.add_undefined(value_name);
  report(graph, node, value_name,
         node ? "is read, and nothing defines it" : "is a graph output, and nothing defines it");
  return value;
}

void TextParser::report(const ir::Graph& graph, const ir::Node* node, std::string_view value,
                        std::string_view reason) {
  if (problems_.size() < kMaxProblems) problems_.push_back({&graph, node, value, reason});
}

}  // namespace opsmith::format
