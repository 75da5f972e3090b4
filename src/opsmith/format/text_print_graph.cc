// Nodes and graphs as ONNX text.
#include "opsmith/format/text_escape.h"
#include "opsmith/format/text_printer_core.h"
#include "opsmith/format/text_value_info.h"
#include "opsmith/ir/graph.h"

namespace opsmith::format {
namespace {

bool is_word(std::string_view text) { return is_plain_identifier(text); }

bool is_dotted(std::string_view text) {
  while (true) {
    const std::size_t dot = text.find('.');
    if (!is_word(text.substr(0, dot))) return false;
    if (dot == std::string_view::npos) return true;
    text.remove_prefix(dot + 1);
  }
}

}  // namespace

void TextPrinter::value_name(const ir::Value* value) {
  append_name(out_, value ? value->name() : std::string_view(""));
}

void TextPrinter::node(const ir::Node& node) {
  if (!node.name.empty()) {
    out_ += '[';
    append_name(out_, node.name);
    out_ += "] ";
  }
  const char* separator = "";
  for (const ir::Value* output : node.outputs()) {
    out_ += separator;
    separator = ", ";
    value_name(output);
  }
  out_ += node.outputs().empty() ? "= " : " = ";
  node_operator(node);
  out_ += ' ';
  // Graphs are long: the operands come first then, as onnx's printer has it.
  const bool attributes_last = node.has_graphs();
  if (!node.attributes.empty() && !attributes_last) {
    attributes(node);
    out_ += ' ';
  }
  out_ += '(';
  separator = "";
  for (const ir::Use& use : node.inputs()) {
    out_ += separator;
    separator = ", ";
    value_name(use.value());
  }
  out_ += ')';
  if (attributes_last) {
    out_ += ' ';
    attributes(node);
  }
  node_notes(node);
}

void TextPrinter::node_operator(const ir::Node& node) {
  auto word = [this](std::string_view text) {
    if (is_word(text)) {
      out_ += text;
    } else {
      append_quoted(out_, text);
    }
  };
  if (!node.domain.empty()) {
    if (is_dotted(node.domain)) {
      out_ += node.domain;
    } else {
      append_quoted(out_, node.domain);
    }
    out_ += '.';
  }
  if (node.op_type.data() != nullptr || !node.domain.empty()) word(node.op_type);
  if (!node.overload.empty()) {
    out_ += ':';
    word(node.overload);
  }
}

void TextPrinter::node_notes(const ir::Node& node) {
  std::vector<std::string> list;
  if (node.name.empty()) doc_note(list, Presence::node_name, "name", node.name);
  if (node.domain.empty()) doc_note(list, Presence::node_domain, "domain", node.domain);
  if (node.overload.empty()) doc_note(list, Presence::node_overload, "overload", node.overload);
  doc_note(list, Presence::node_doc, "doc_string", node.doc_string);
  common_notes(list, node.metadata, node.unknown);
  notes(list);
}

void TextPrinter::declaration(std::string_view name, const ir::ValueInfo* info) {
  if (info && info->type) {
    type(*info->type);
    out_ += ' ';
  }
  append_name(out_, name);
  std::vector<std::string> list;
  if (info) {
    doc_note(list, Presence::value_doc, "doc_string", info->doc_string);
    common_notes(list, info->metadata, info->unknown);
  }
  notes(list);
}

void TextPrinter::graph(const ir::Graph& graph) {
  if (graph.name.data() != nullptr) {
    append_name(out_, graph.name);
    graph_notes(graph);
    out_ += ' ';
  } else {
    graph_notes(graph);
  }
  std::vector<std::string> items;
  for (const ir::Value* input : graph.inputs()) {
    items.push_back(captured([&] { declaration(input->name(), input->info()); }));
  }
  parenthesized(items);
  out_ += " => ";
  items.clear();
  for (std::size_t i = 0; i < graph.outputs().size(); ++i) {
    const ir::Value* output = graph.output(i);
    items.push_back(captured([&] {
      declaration(output ? output->name() : std::string_view(""), &graph.output_info(i));
    }));
  }
  parenthesized(items);
  body(graph);
}

void TextPrinter::body(const ir::Graph& graph) {
  const std::size_t before = out_.size();
  value_list(graph);
  if (out_.size() > before) {
    newline();
  } else {
    out_ += ' ';
  }
  out_ += '{';
  indent_ += 2;
  for (const ir::Node& each : graph.nodes()) {
    newline();
    node(each);
  }
  indent_ -= 2;
  newline();
  out_ += '}';
}

void TextPrinter::graph_notes(const ir::Graph& graph) {
  std::vector<std::string> list;
  if (graph.doc_string.data() != nullptr) {
    list.push_back(captured([&] {
      out_ += "doc_string: ";
      append_quoted(out_, graph.doc_string);
    }));
  }
  if (!graph.quantization_annotations.empty()) {
    list.push_back(captured([&] {
      out_ += "quantization: [";
      const char* separator = "";
      for (const auto& annotation : graph.quantization_annotations) {
        out_ += separator;
        separator = ", ";
        text_or_absent(annotation.value ? annotation.value->name() : annotation.tensor_name);
        out_ += ": ";
        pairs(annotation.parameters);
        std::vector<std::string> inner;
        common_notes(inner, {}, annotation.unknown);
        notes(inner);
      }
      out_ += ']';
    }));
  }
  common_notes(list, graph.metadata, graph.unknown);
  notes(list);
}

void TextPrinter::value_list(const ir::Graph& graph) {
  bool any = false;
  auto start = [&] {
    if (any) {
      out_ += ',';
    } else {
      newline();
      out_ += '<';
      indent_ += 2;
    }
    any = true;
    newline();
  };
  for (const ir::Value& value : graph.initializers()) {
    start();
    tensor(*value.initializer(), &value);
  }
  for (const ir::Graph::ValueInfoSlot& slot : graph.value_info_order()) {
    if (slot.value && slot.value->info()) {
      start();
      declaration(slot.value->name(), slot.value->info());
    } else if (!slot.value && slot.raw.data() != nullptr) {
      start();
      const auto stray = read_value_info(slot.raw);
      if (stray && stray->name.data() != nullptr) {
        declaration(stray->name, &stray->info);
      } else {
        out_ += "value_info ";
        base64(slot.raw);
      }
    }
  }
  if (!any) return;
  indent_ -= 2;
  newline();
  out_ += '>';
}

}  // namespace opsmith::format
