// What `opsmith inspect` tells of a whole model. Reads no weights.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "opsmith/ir/model.h"
#include "opsmith/report/json.h"
#include "opsmith/report/style.h"

namespace opsmith::report {

// "Conv", "com.microsoft.FusedConv", as ONNX text writes it.
std::string operator_name(const ir::Node& node);

struct ModelSummary {
  struct Port {
    std::string name;
    ir::TypePtr type;
    bool has_default = false;  // inputs: a weight that the caller may override
  };
  struct Scope {
    std::string path;  // "main", "main/if_1.then_branch", "function my.domain::f"
    std::size_t depth = 0;
    std::size_t nodes = 0;
    std::size_t initializers = 0;
    std::vector<std::string> captures;  // values of enclosing graphs that it reads
    std::vector<std::pair<std::string, std::size_t>> operators;  // most frequent first
  };
  struct Weight {
    std::string address;
    ir::TensorPtr tensor;
    std::uint64_t bytes = 0;
  };
  struct Amount {
    std::size_t count = 0;
    std::uint64_t bytes = 0;
  };
  struct ExternalFile {
    std::string location;
    Amount tensors;
    bool exists = false;
  };

  std::string path;
  std::uint64_t file_bytes = 0;  // 0: not from a file
  std::vector<Port> inputs, outputs;
  std::vector<std::pair<std::string, std::int64_t>> opsets;
  std::vector<std::pair<std::string, std::string>> metadata;
  std::size_t nodes_total = 0;                                 // in every graph and function
  std::vector<std::pair<std::string, std::size_t>> operators;  // most frequent first
  std::vector<Scope> scopes;                                   // main first
  // Initializers and tensors of Constant nodes, in every graph.
  Amount weights;
  std::uint64_t weight_elements = 0;
  std::vector<std::pair<std::string, Amount>> weights_by_type;  // most bytes first
  std::vector<Weight> largest;                                  // at most `largest_count`
  std::size_t overridable = 0;
  std::vector<ExternalFile> external_files;
  std::size_t link_problems = 0;
};

ModelSummary summarize(ir::Model& model, std::size_t largest_count = 5);

Json to_json(const ModelSummary& summary, const ir::Model& model);
// The same for people. `verbose`: all weights that the summary holds, whole lists.
std::string to_text(const ModelSummary& summary, const ir::Model& model, const Page& page,
                    bool verbose);

}  // namespace opsmith::report
