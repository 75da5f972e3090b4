// Models and functions as ONNX text.
#include <algorithm>
#include <array>

#include "opsmith/base/error.h"
#include "opsmith/format/field_numbers.h"
#include "opsmith/format/text_escape.h"
#include "opsmith/format/text_printer_core.h"
#include "opsmith/format/wire_reader.h"

namespace opsmith::format {
namespace {

constexpr std::uint64_t kDataAlignment = 4096;

// What a model holds of fields that may be absent or empty, and how it stores elements.
struct PresenceCount {
  std::array<std::size_t, kPresenceCount> absent{}, empty{};
  std::size_t raw = 0;
  std::size_t typed = 0;

  void add(const ir::Graph& graph);
  void add(const ir::Tensor& tensor);
};

bool has_raw_data(std::string_view tensor_proto) {
  const WireOrigin origin{tensor_proto};
  try {
    WireReader reader(origin, "TensorProto", tensor_proto);
    while (reader.next()) {
      if (reader.field() == field::tensor::raw_data) return true;
      reader.skip();
    }
  } catch (const Error&) {
    return true;  // damaged: kept whole, of no account
  }
  return false;
}

void PresenceCount::add(const ir::Graph& graph) {
  auto count = [this](Presence field, std::string_view text) {
    if (text.empty()) ++(text.data() == nullptr ? absent : empty)[static_cast<std::size_t>(field)];
  };
  for (const ir::Node& node : graph.nodes()) {
    count(Presence::node_name, node.name);
    count(Presence::node_domain, node.domain);
    count(Presence::node_overload, node.overload);
    count(Presence::node_doc, node.doc_string);
    for (const ir::Attribute& attribute : node.attributes) {
      count(Presence::attribute_doc, attribute.doc_string);
      if (const auto* tensor = attribute.get<ir::TensorPtr>(); tensor && *tensor) {
        add(**tensor);
        if (!(*tensor)->is_sparse()) count(Presence::tensor_name, (*tensor)->proto_name());
      }
    }
  }
  for (const ir::Value& value : graph.initializers()) add(*value.initializer());
  for (const ir::Value* input : graph.inputs()) {
    if (input->info()) count(Presence::value_doc, input->info()->doc_string);
  }
  if (!graph.function()) {
    for (std::size_t i = 0; i < graph.outputs().size(); ++i) {
      count(Presence::value_doc, graph.output_info(i).doc_string);
    }
  }
  for (const auto& slot : graph.value_info_order()) {
    if (slot.value && slot.value->info())
      count(Presence::value_doc, slot.value->info()->doc_string);
  }
}

void PresenceCount::add(const ir::Tensor& tensor) {
  if (tensor.is_external() || tensor.is_string() || tensor.is_sparse()) return;
  ++(tensor.proto().data() == nullptr || has_raw_data(tensor.proto()) ? raw : typed);
}

}  // namespace

// Where more objects have a field empty than lack it, one comment says so for all; and so on.
void TextPrinter::pragmas(const ir::Model& model) {
  PresenceCount count;
  model.for_each_graph([&](const ir::Graph& graph) { count.add(graph); });
  std::string fields;
  for (std::size_t i = 0; i < kPresenceCount; ++i) {
    empty_by_default_[i] = count.empty[i] > count.absent[i];
    if (empty_by_default_[i]) fields.append(" ").append(kPresenceNames[i]);
  }
  std::size_t absent_domains = 0;
  std::size_t empty_domains = 0;
  auto count_domains = [&](const std::vector<ir::OpsetImport>& imports) {
    for (const ir::OpsetImport& import : imports) {
      if (import.domain.empty())
        ++(import.domain.data() == nullptr ? absent_domains : empty_domains);
    }
  };
  count_domains(model.opset_imports);
  for (const auto& each : model.functions()) count_domains(each->opset_imports);
  default_domain_is_absent_ = absent_domains > 0 && empty_domains == 0;
  typed_by_default_ = count.typed > count.raw && options_.weights != TextOptions::Weights::summary;

  auto line = [this](std::string_view text) {
    out_.append("# opsmith: ").append(text);
    newline();
  };
  if (!fields.empty()) line("empty" + fields);
  if (default_domain_is_absent_) line("absent opset.domain");
  if (typed_by_default_) line("typed tensors");
}

void TextPrinter::layout(const ir::Model& model) {
  if (options_.weights != TextOptions::Weights::by_reference || options_.place) return;
  for (const TextReference& reference : text_references(model, options_)) {
    references_.emplace(reference.tensor, reference);
  }
}

void TextPrinter::model(const ir::Model& model) {
  layout(model);
  pragmas(model);
  header(model);
  if (model.has_graph) {
    graph(model.graph());
    newline();
  }
  for (const auto& each : model.functions()) {
    newline();
    function(*each);
    newline();
  }
}

// <key: value, …>, one a line.
void TextPrinter::fields(const std::vector<std::string>& list) {
  if (list.empty()) return;
  out_ += '<';
  indent_ += 2;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i > 0) out_ += ',';
    newline();
    out_ += list[i];
  }
  indent_ -= 2;
  newline();
  out_ += '>';
  newline();
}

void TextPrinter::opset_imports(const std::vector<ir::OpsetImport>& imports) {
  out_ += "opset_import: [";
  const char* separator = "";
  for (const ir::OpsetImport& import : imports) {
    out_ += separator;
    separator = ", ";
    text_or_absent(default_domain_is_absent_ && import.domain.empty() ? std::string_view("")
                                                                      : import.domain);
    out_ += ": ";
    out_ += import.version ? std::to_string(*import.version) : "?";
    std::vector<std::string> list;
    common_notes(list, {}, import.unknown);
    notes(list);
  }
  out_ += ']';
}

void TextPrinter::header(const ir::Model& model) {
  std::vector<std::string> list;
  auto text = [&](std::string_view key, std::string_view value) {
    if (value.data() == nullptr) return;
    list.push_back(captured([&] {
      out_.append(key).append(": ");
      append_quoted(out_, value);
    }));
  };
  if (model.ir_version) list.push_back("ir_version: " + std::to_string(*model.ir_version));
  if (!model.opset_imports.empty())
    list.push_back(captured([&] { opset_imports(model.opset_imports); }));
  text("producer_name", model.producer_name);
  text("producer_version", model.producer_version);
  text("domain", model.domain);
  if (model.model_version) list.push_back("model_version: " + std::to_string(*model.model_version));
  text("doc_string", model.doc_string);
  common_notes(list, model.metadata, model.unknown);
  if (!model.has_graph) list.emplace_back("has_graph: 0");
  fields(list);
}

void TextPrinter::function(const ir::Function& function) {
  std::vector<std::string> list;
  auto text = [&](std::string_view key, std::string_view value) {
    if (value.data() == nullptr) return;
    list.push_back(captured([&] {
      out_.append(key).append(": ");
      append_quoted(out_, value);
    }));
  };
  text("domain", function.domain);
  text("overload", function.overload);
  if (!function.opset_imports.empty())
    list.push_back(captured([&] { opset_imports(function.opset_imports); }));
  text("doc_string", function.doc_string);
  common_notes(list, function.metadata, function.unknown);
  fields(list);

  append_name(out_, function.name);
  out_ += ' ';
  if (!function.attribute_names.empty() || !function.attribute_defaults.empty()) {
    const char* separator = "<";
    for (const std::string_view name : function.attribute_names) {
      out_ += separator;
      separator = ", ";
      append_name(out_, name);
    }
    for (const ir::Attribute& each : function.attribute_defaults) {
      out_ += separator;
      separator = ", ";
      attribute(each);
    }
    out_ += "> ";
  }
  const ir::Graph& function_body = function.body();
  std::vector<std::string> items;
  for (const ir::Value* input : function_body.inputs()) {
    items.push_back(captured([&] { value_name(input); }));
  }
  parenthesized(items);
  out_ += " => ";
  items.clear();
  for (const ir::Use& output : function_body.outputs()) {
    items.push_back(captured([&] { value_name(output.value()); }));
  }
  parenthesized(items);
  body(function_body);
}

std::vector<TextReference> text_references(const ir::Model& model, const TextOptions& options) {
  std::vector<TextReference> references;
  std::uint64_t end = 0;
  model.for_each_graph([&](const ir::Graph& graph) {
    for (const ir::Value& value : graph.initializers()) {
      const ir::Tensor& tensor = *value.initializer();
      const auto size = tensor.byte_size();
      if (!size || *size < options.reference_size || tensor.is_sparse() || tensor.is_external())
        continue;
      const std::uint64_t offset = (end + kDataAlignment - 1) / kDataAlignment * kDataAlignment;
      references.push_back({&tensor, offset, *size});
      end = offset + *size;
    }
  });
  return references;
}

}  // namespace opsmith::format
