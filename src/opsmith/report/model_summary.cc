#include "opsmith/report/model_summary.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <unordered_map>

#include "opsmith/ir/address.h"
#include "opsmith/ir/topology.h"

namespace opsmith::report {
namespace {

using Amount = ModelSummary::Amount;

// Counts of names that are views: no string is made for each of a million nodes.
class OperatorCounts {
 public:
  void add(const ir::Node& node) {
    const std::string_view domain = node.is_default_domain() ? std::string_view{} : node.domain;
    ++counts_[{domain, node.op_type}];
  }

  void add(const OperatorCounts& other) {
    for (const auto& [key, count] : other.counts_) counts_[key] += count;
  }

  std::vector<std::pair<std::string, std::size_t>> sorted() const {
    std::vector<std::pair<std::string, std::size_t>> list;
    list.reserve(counts_.size());
    for (const auto& [key, count] : counts_) {
      list.emplace_back(key.first.empty() ? std::string(key.second)
                                          : std::string(key.first) + "." + std::string(key.second),
                        count);
    }
    std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) {
      return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    return list;
  }

 private:
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> counts_;
};

// Collects what tensors weigh, without looking at their elements.
class WeightCounts {
 public:
  explicit WeightCounts(std::size_t largest_count) : largest_count_(largest_count) {}

  void add(const ir::Value& value, const ir::TensorPtr& tensor, ModelSummary& summary) {
    const std::uint64_t bytes = tensor->byte_size().value_or(0);
    ++summary.weights.count;
    summary.weights.bytes += bytes;
    summary.weight_elements += static_cast<std::uint64_t>(tensor->element_count().value_or(0));
    Amount& of_type = by_type_[tensor->type()];
    ++of_type.count;
    of_type.bytes += bytes;
    if (const ir::ExternalData* external = tensor->external()) {
      Amount& of_file = by_file_[external->location];
      ++of_file.count;
      of_file.bytes += bytes;
    }
    if (largest_count_ == 0) return;
    const auto smaller = [](const Candidate& a, const Candidate& b) { return a.bytes > b.bytes; };
    if (largest_.size() < largest_count_) {
      largest_.push_back({&value, tensor, bytes});
      std::push_heap(largest_.begin(), largest_.end(), smaller);
    } else if (bytes > largest_.front().bytes) {
      std::pop_heap(largest_.begin(), largest_.end(), smaller);
      largest_.back() = {&value, tensor, bytes};
      std::push_heap(largest_.begin(), largest_.end(), smaller);
    }
  }

  void finish(ModelSummary& summary, const std::string& model_path) {
    for (const auto& [type, amount] : by_type_) {
      summary.weights_by_type.emplace_back(std::string(ir::name_of(type)), amount);
    }
    std::stable_sort(summary.weights_by_type.begin(), summary.weights_by_type.end(),
                     [](const auto& a, const auto& b) { return a.second.bytes > b.second.bytes; });
    std::vector<ModelSummary::Weight>& largest = summary.largest;
    for (const Candidate& c : largest_)
      largest.push_back({ir::address_of(*c.value), c.tensor, c.bytes});
    std::sort(largest.begin(), largest.end(), [](const auto& a, const auto& b) {
      return a.bytes != b.bytes ? a.bytes > b.bytes : a.address < b.address;
    });
    const std::filesystem::path folder = std::filesystem::path(model_path).parent_path();
    for (const auto& [location, amount] : by_file_) {
      std::error_code ignored;
      // A location with a NUL would be cut short by the system.
      const bool exists = location.find('\0') == std::string::npos &&
                          std::filesystem::is_regular_file(folder / location, ignored);
      summary.external_files.push_back({location, amount, exists});
    }
  }

 private:
  struct Candidate {
    const ir::Value* value;
    ir::TensorPtr tensor;
    std::uint64_t bytes;
  };
  std::size_t largest_count_;
  std::vector<Candidate> largest_;
  std::map<ir::DataType, Amount> by_type_;
  std::map<std::string, Amount> by_file_;
};

ir::TypePtr declared_type(const ir::Value* value) {
  return value && value->info() ? value->info()->type : nullptr;
}

}  // namespace

std::string operator_name(const ir::Node& node) {
  if (node.is_default_domain()) return std::string(node.op_type);
  return std::string(node.domain) + "." + std::string(node.op_type);
}

ModelSummary summarize(ir::Model& model, std::size_t largest_count) {
  ModelSummary summary;
  summary.path = model.path;
  std::error_code ignored;
  const std::uintmax_t size = std::filesystem::file_size(model.path, ignored);
  summary.file_bytes = ignored ? 0 : size;
  summary.link_problems = model.link_problems.size();
  for (const ir::OpsetImport& import : model.opset_imports) {
    summary.opsets.emplace_back(std::string(import.domain), import.version.value_or(0));
  }
  for (const ir::StringPair& pair : model.metadata) {
    summary.metadata.emplace_back(std::string(pair.key), std::string(pair.value));
  }

  const ir::Graph& main = model.graph();
  for (const ir::Value* input : main.inputs()) {
    summary.inputs.push_back(
        {std::string(input->name()), declared_type(input), input->is_initializer()});
    if (input->is_initializer()) ++summary.overridable;
  }
  for (std::size_t i = 0; i < main.outputs().size(); ++i) {
    const ir::Value* output = main.output(i);
    ir::TypePtr type = main.output_info(i).type;
    summary.outputs.push_back(
        {output ? std::string(output->name()) : "", type ? type : declared_type(output)});
  }

  OperatorCounts operators;
  WeightCounts weights(largest_count);
  for (const ir::ScopeEntry& entry : ir::scopes_of(model)) {
    const ir::Graph& graph = *entry.graph;
    ModelSummary::Scope scope{
        graph.path(), graph.depth(), graph.node_count(), graph.initializer_count(), {}, {}};
    if (graph.owner()) {
      for (const ir::Value* value : ir::captured_values(graph))
        scope.captures.emplace_back(value->name());
    }
    for (const ir::Value& initializer : graph.initializers()) {
      weights.add(initializer, initializer.initializer(), summary);
    }
    OperatorCounts of_scope;
    for (const ir::Node& node : graph.nodes()) {
      of_scope.add(node);
      if (!node.is("Constant")) continue;
      const ir::Value* output = node.output(0);
      if (const ir::TensorPtr tensor = output ? output->constant() : nullptr)
        weights.add(*output, tensor, summary);
    }
    operators.add(of_scope);
    scope.operators = of_scope.sorted();
    summary.nodes_total += graph.node_count();
    summary.scopes.push_back(std::move(scope));
  }
  summary.operators = operators.sorted();
  weights.finish(summary, model.path);
  return summary;
}

Json to_json(const ModelSummary& summary, const ir::Model& model) {
  Json json;
  json["file"] = json_text(summary.path);
  json["bytes"] = summary.file_bytes;
  json["ir_version"] = model.ir_version ? Json(*model.ir_version) : Json(nullptr);
  json["producer_name"] = json_text(model.producer_name);
  json["producer_version"] = json_text(model.producer_version);
  json["domain"] = json_text(model.domain);
  json["model_version"] = model.model_version ? Json(*model.model_version) : Json(nullptr);
  json["doc_string"] = json_text(model.doc_string);
  json["opsets"] = Json::object();
  for (const auto& [domain, version] : summary.opsets) json["opsets"][valid_key(domain)] = version;
  json["metadata"] = Json::object();
  for (const auto& [key, value] : summary.metadata)
    json["metadata"][valid_key(key)] = json_text(value);

  json["inputs"] = Json::array();
  for (const auto& port : summary.inputs) {
    Json one = json_value(port.name, port.type.get());
    one["has_default"] = port.has_default;
    json["inputs"].push_back(std::move(one));
  }
  json["outputs"] = Json::array();
  for (const auto& port : summary.outputs)
    json["outputs"].push_back(json_value(port.name, port.type.get()));
  json["overridable_inputs"] = summary.overridable;

  json["nodes_total"] = summary.nodes_total;
  json["ops"] = Json::object();
  for (const auto& [name, count] : summary.operators) json["ops"][valid_key(name)] = count;
  json["scopes"] = Json::array();
  for (const auto& scope : summary.scopes) {
    Json one;
    one["path"] = json_text(scope.path);
    one["depth"] = scope.depth;
    one["nodes"] = scope.nodes;
    one["ops"] = Json::object();
    for (const auto& [name, count] : scope.operators) one["ops"][valid_key(name)] = count;
    one["initializers"] = scope.initializers;
    one["captures"] = Json::array();
    for (const std::string& name : scope.captures) one["captures"].push_back(json_text(name));
    json["scopes"].push_back(std::move(one));
  }
  json["functions"] = Json::array();
  for (const auto& function : model.functions()) {
    Json one;
    one["domain"] = json_text(function->domain);
    one["name"] = json_text(function->name);
    one["overload"] = json_text(function->overload);
    one["nodes"] = function->body().node_count();
    json["functions"].push_back(std::move(one));
  }

  Json& weights = json["weights"];
  weights["count"] = summary.weights.count;
  weights["elements"] = summary.weight_elements;
  weights["bytes"] = summary.weights.bytes;
  weights["by_dtype"] = Json::object();
  for (const auto& [type, amount] : summary.weights_by_type) {
    weights["by_dtype"][type] = {{"count", amount.count}, {"bytes", amount.bytes}};
  }
  weights["largest"] = Json::array();
  for (const auto& weight : summary.largest) {
    Json one;
    one["name"] = json_text(weight.address);
    one["dtype"] = std::string(ir::name_of(weight.tensor->type()));
    one["shape"] = json_dims(weight.tensor->dims());
    one["bytes"] = weight.bytes;
    weights["largest"].push_back(std::move(one));
  }
  json["external_files"] = Json::array();
  for (const auto& file : summary.external_files) {
    json["external_files"].push_back({{"location", json_text(file.location)},
                                      {"tensors", file.tensors.count},
                                      {"bytes", file.tensors.bytes},
                                      {"exists", file.exists}});
  }
  json["link_problems"] = summary.link_problems;
  return json;
}

}  // namespace opsmith::report
