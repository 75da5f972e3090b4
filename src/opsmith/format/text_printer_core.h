// What print_text is made of. Internal to the format room.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "opsmith/format/text_presence.h"
#include "opsmith/format/text_printer.h"
#include "opsmith/format/text_tensor_proto.h"

namespace opsmith::format {

class TextPrinter {
 public:
  explicit TextPrinter(const TextOptions& options) : options_(options) {}

  void model(const ir::Model& model);
  void node(const ir::Node& node);
  void type(const ir::Type& type);
  std::string take() { return std::move(out_); }

 private:
  // --- text_print_model.cc
  void pragmas(const ir::Model& model);
  void header(const ir::Model& model);
  void function(const ir::Function& function);
  void fields(const std::vector<std::string>& fields);
  void opset_imports(const std::vector<ir::OpsetImport>& imports);
  void layout(const ir::Model& model);

  // --- text_print_graph.cc
  void graph(const ir::Graph& graph);
  void graph_notes(const ir::Graph& graph);
  void value_list(const ir::Graph& graph);
  void declaration(std::string_view name, const ir::ValueInfo* info);
  void value_name(const ir::Value* value);
  void node_operator(const ir::Node& node);
  void node_notes(const ir::Node& node);
  void body(const ir::Graph& graph);

  // --- text_print_attribute.cc
  void attributes(const ir::Node& node);
  void attribute(const ir::Attribute& attribute);
  void payload(const ir::Attribute& attribute);
  bool tells_type(const ir::Attribute& attribute) const;

  // --- text_print_type.cc
  void shape(const ir::Shape& shape);
  void spelled_type(const ir::Type& type);

  // --- text_print_tensor.cc
  void tensor(const ir::Tensor& tensor, const ir::Value* value);
  bool tensor_fields(const ir::Tensor& tensor, const ir::Value* value);
  bool sparse_tensor(const ir::Tensor& tensor, const ir::Value* value);
  void tensor_head(const TensorFields& fields, const ir::Value* value, bool keyword);
  void tensor_notes(const TensorFields& fields, const ir::Value* value);
  void elements(ir::DataType type, ByteView bytes, std::size_t count);
  void string_elements(const std::vector<std::string_view>& strings);
  TensorPlacement placement(const ir::Tensor& tensor, const ir::Value* value) const;

  // --- text_printer.cc
  void newline();
  std::size_t column() const { return out_.size() - line_start_; }
  void base64(std::string_view bytes);
  void pairs(const std::vector<ir::StringPair>& pairs);
  void text_or_absent(std::string_view text);
  // @{a, b}, when there are any.
  void notes(const std::vector<std::string>& notes);
  void doc_note(std::vector<std::string>& notes, Presence field, std::string_view key,
                std::string_view text);
  void common_notes(std::vector<std::string>& notes, const std::vector<ir::StringPair>& metadata,
                    std::string_view unknown);
  // What `print` appends, in a string of its own.
  template <typename Print>
  std::string captured(Print print) {
    std::string outer;
    outer.swap(out_);
    const std::size_t outer_start = std::exchange(line_start_, 0);
    print();
    outer.swap(out_);
    line_start_ = outer_start;
    return outer;
  }
  // (a, b) in one line when it fits, else one a line.
  void parenthesized(const std::vector<std::string>& items);

  const TextOptions& options_;
  std::string out_;
  std::size_t line_start_ = 0;
  std::size_t indent_ = 0;
  std::array<bool, kPresenceCount> empty_by_default_{};
  bool default_domain_is_absent_ = false;
  bool typed_by_default_ = false;
  std::unordered_map<const ir::Tensor*, TextReference> references_;
};

}  // namespace opsmith::format
