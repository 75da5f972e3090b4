// The productions of ONNX text, for the model parser and for languages built on them (rules).
// docs/text-format.md describes the syntax.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "opsmith/format/external_data.h"
#include "opsmith/format/text_lexer.h"
#include "opsmith/format/text_presence.h"
#include "opsmith/ir/model.h"

namespace opsmith::format {

// Parses into `model`, which must outlive the parser. Every string_view handed out lives as long as
// the model: the parser gives the model a copy of the text to keep. Time is linear in the text. All
// errors are Error(malformed) with line, column and what was expected.
class TextParser {
 public:
  // `file_name` is for messages, and external data is looked for beside it.
  TextParser(std::string_view text, std::string_view file_name, ir::Model& model);

  TextLexer& lexer() { return lexer_; }
  ir::Model& model() { return model_; }

  // --- names and literals
  bool at_name() const;
  std::string_view name(std::string_view expected);  // an identifier or a string
  std::string_view string(std::string_view expected);
  std::string_view base64(std::string_view expected);  // a string that holds bytes in base 64
  std::int64_t integer(std::string_view expected);
  float real(std::string_view expected);  // takes an integer too
  // Names, parted by commas; a name between commas may be left out, which makes an empty one. As
  // onnx's parser: "(,)" holds one empty name, a trailing comma means nothing.
  std::vector<std::string_view> names();

  // --- types
  bool at_type();
  ir::TypePtr type();

  // --- tensors
  bool at_tensor_value();
  // What follows a tensor's type and name: {1, 2}, ["location": …], base64 "…", float_data {…},
  // proto "…". `type` may be null where the value says it itself. `keyword` tells that a "=" stood
  // before, so words may follow. `tensor_name` becomes TensorProto.name; null: none.
  ir::TensorPtr tensor_value(const ir::TypePtr& type, std::size_t type_offset, bool keyword,
                             std::string_view tensor_name);
  // A type, an optional name, an optional "=", a value.
  ir::TensorPtr tensor();
  ir::TensorPtr tensor_after_type(const ir::TypePtr& type, std::size_t type_offset);

  // --- attributes. Nested graphs are owned by `owner`, which may be null for a function's default.
  ir::Attribute attribute(ir::Node* owner);
  ir::Attribute attribute_after_name(std::string_view attribute_name, ir::Node* owner);
  void attributes(ir::Node& node);  // <…>, when there
  ir::AttributeType attribute_type();

  // --- nodes and graphs. Operands are linked by link(), since a reader may stand before the
  // producer.
  ir::Node* node(ir::Graph& graph);
  void graph(ir::Graph& graph);
  // The operator of a node: domain (null: none), type and overload (null: none).
  struct Operator {
    std::string_view domain, type, overload;
  };
  Operator node_operator();
  void link();

  // --- the whole
  void function();
  void model_text();

  // --- notes, this syntax's extension: @{key: value, …} after nearly everything. Calls `field`
  // with each key, the value being next; it returns false for a key that it does not know. Does
  // nothing when no notes follow.
  void notes(const std::function<bool(std::string_view key)>& field, std::string_view known_keys);
  std::vector<ir::StringPair> string_pairs();  // ["key": "value", …]

 private:
  // What is wrong with names is no error: see Model::link_problems.
  struct Problem {
    const ir::Graph* graph;
    const ir::Node* node;
    std::string_view value;
    std::string_view reason;
  };
  struct Declaration {
    std::string_view name;
    ir::ValueInfo info;
    std::size_t offset = 0;
    bool is_serialized = false;  // `name` is a whole ValueInfoProto instead
  };
  struct PendingRead {
    ir::Node* node;
    std::size_t first;  // in read_names_
    std::size_t count;
  };
  struct PendingOutput {
    ir::Graph* graph;
    Declaration declared;
  };
  Declaration declaration();
  void info_notes(ir::ValueInfo& info);
  std::string_view string_or_absent();  // a string, or "?" for null
  void read_pragmas(std::string_view text);
  std::string_view absent(Presence field) const;

  ir::Dim dimension();
  void shape(ir::Type& type);
  ir::TypePtr opaque_type();

  struct TensorParts;
  void literal(TensorParts& parts, bool fields);
  ir::TensorPtr sparse_value(const ir::Type& type);
  ir::TensorPtr proto_tensor();
  void tensor_notes(TensorParts& parts);

  ir::Attribute::Payload single_value(ir::AttributeType expected, ir::Node* owner);
  ir::Attribute::Payload worded_value(ir::AttributeType expected, ir::Node* owner);
  ir::Attribute::Payload list_value(ir::AttributeType expected, ir::Node* owner);
  std::unique_ptr<ir::Graph> nested_graph(ir::Node* owner);

  void graph_inputs(ir::Graph& graph);
  void value_list(ir::Graph& graph, std::vector<Declaration>& infos);
  void graph_notes(ir::Graph& graph);
  void initializer(ir::Graph& graph, const Declaration& declared);
  void record_infos(ir::Graph& graph, std::vector<Declaration>& infos);
  void node_notes(ir::Node& node);
  void add_outputs(ir::Node& node, const std::vector<std::string_view>& outputs);
  std::vector<Declaration> function_values(std::vector<Declaration>& infos);
  void header(const std::function<bool(std::string_view key)>& field, std::string_view known_keys);
  void function_header(ir::Function& function);
  void model_header();
  std::vector<ir::OpsetImport> opset_imports();
  void check_training_info();
  ir::Value* resolve(ir::Graph& graph, const ir::Node* node, std::string_view value_name);

  void report(const ir::Graph& graph, const ir::Node* node, std::string_view value,
              std::string_view reason);

  ir::Model& model_;
  std::string file_name_;
  std::shared_ptr<const ExternalFiles> external_files_;
  TextLexer lexer_;
  std::size_t type_depth_ = 0;
  std::size_t graph_depth_ = 0;
  std::vector<PendingRead> pending_reads_;
  std::vector<PendingOutput> pending_outputs_;
  std::vector<std::string_view> read_names_;
  std::map<std::pair<const ir::Graph*, std::string_view>, ir::Value*> undefined_;
  std::vector<Problem> problems_;
  bool default_domain_is_absent_ = false;
  bool typed_by_default_ = false;
  std::array<bool, kPresenceCount> empty_by_default_{};
};

}  // namespace opsmith::format
