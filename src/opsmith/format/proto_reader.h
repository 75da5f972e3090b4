// Builds the IR from a serialized ModelProto. Internal to the format room; see load.h for the way
// in.
//
// Two phases. The first declares: every graph, node and value of the whole model, in file order.
// The second resolves operand names to values, innermost graph first, so that neither the order of
// nodes nor of graphs matters. All strings are views into the given bytes. The implementation is
// split by message: proto_reader_*.cc.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "opsmith/format/wire_reader.h"
#include "opsmith/ir/model.h"

namespace opsmith::format {

// Deeper nesting is refused with Error(limit): nobody writes it, and walks of graphs and types
// recurse.
inline constexpr int kMaxGraphDepth = 100;
inline constexpr int kMaxTypeDepth = 64;

class ProtoReader {
 public:
  // `source` finds the elements of the tensors; it keeps `bytes` alive.
  ProtoReader(ir::Model& model, std::string_view bytes,
              std::shared_ptr<const ir::TensorSource> source);

  // Reads a whole ModelProto. Throws Error(malformed) or Error(limit). Names that are defined twice
  // or not at all are no errors: they go to Model::link_problems.
  void read();

 private:
  // --- proto_reader_model.cc
  ir::OpsetImport read_opset(std::string_view bytes);
  void read_function(std::string_view bytes);
  ir::StringPair read_entry(std::string_view bytes);

  // --- proto_reader_graph.cc
  void read_graph(std::string_view bytes, ir::Graph& graph, int depth);
  void read_input(std::string_view bytes, ir::Graph& graph);
  void declare_initializer(const ir::TensorPtr& tensor, ir::Graph& graph);
  void read_value_info(std::string_view bytes, ir::Graph& graph);
  void read_annotation(std::string_view bytes, ir::Graph& graph);
  // The name goes to `name`, the rest to the result.
  ir::ValueInfo read_info(std::string_view bytes, std::string_view& name);

  // --- proto_reader_node.cc
  void read_node(std::string_view bytes, ir::Graph& graph, int depth);
  // `owner` is the node that nested graphs belong to; null where there can be none (a function's
  // defaults).
  ir::Attribute read_attribute(std::string_view bytes, ir::Node* owner, int depth);
  void read_payload(WireReader& reader, ir::Attribute& attribute, ir::Node* owner, int depth);

  // --- proto_reader_tensor.cc
  ir::TensorPtr read_tensor(std::string_view bytes);
  ir::TensorPtr read_sparse_tensor(std::string_view bytes);

  // --- proto_reader_type.cc
  ir::TypePtr read_type(std::string_view bytes);

  // --- proto_reader_links.cc
  void resolve();
  ir::Value* resolve_name(std::string_view name, ir::Graph& graph, const ir::Node* reader);
  void report(const ir::Graph& graph, const ir::Node* node, std::string_view value,
              const char* reason);
  void report_duplicate(const ir::Graph& graph, const ir::Node* node, std::string_view value);
  std::string label(const ir::Node& node);

  // --- common
  // The fields that `reader` kept, in memory that lives as long as the model.
  std::string_view unknown_of(const WireReader& reader);
  // `merged` becomes `merged` + `bytes`: what protobuf says a singular message field that occurs
  // twice means.
  void merge(std::string_view& merged, std::string_view bytes);
  std::string_view own(std::string text);
  // Counts memory taken by IR objects: a small file of millions of empty messages must not take all
  // memory.
  void charge(std::size_t bytes);
  // What finds the elements of a tensor serialized there, and keeps that memory.
  std::shared_ptr<const ir::TensorSource> source_of(std::string_view tensor_proto);

  struct PendingNode {
    ir::Node* node;
    std::size_t first;
    std::size_t count;
  };
  struct PendingOutput {
    ir::Graph* graph;
    std::string_view name;
    ir::ValueInfo info;
  };

  struct Problem {
    const ir::Graph* graph;
    const ir::Node* node;
    std::string_view value;
    const char* reason;
  };

  ir::Model& model_;
  std::string_view bytes_;
  WireOrigin origin_;
  std::shared_ptr<const ir::TensorSource> source_;
  std::vector<std::string_view> operand_names_;
  std::vector<PendingNode> pending_nodes_;
  std::vector<PendingOutput> pending_outputs_;
  std::vector<Problem> problems_;
  std::map<const ir::Graph*, std::map<const ir::Node*, std::size_t>>
      node_indices_;  // of unnamed nodes at fault
  std::size_t charged_ = 0;
};

// Reads a TypeProto; views of the result lie in `bytes`.
ir::TypePtr read_type_proto(const WireOrigin& origin, std::string_view bytes);

}  // namespace opsmith::format
