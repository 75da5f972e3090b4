// Prints what shape inference knows about the main graph's values, for shape_oracle.py: reads model
// paths from standard input, one a line, and answers each with one line of JSON.
#include <chrono>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "opsmith/format/load.h"
#include "opsmith/shape/inference.h"

namespace {

using namespace opsmith;

nlohmann::json to_json(const ir::Dim& dim) {
  if (dim.known()) return dim.value;
  if (dim.kind == ir::Dim::Kind::param) return dim.param;
  return nullptr;
}

nlohmann::json to_json(const ir::TypePtr& type) {
  if (!type) return nullptr;
  nlohmann::json result;
  switch (type->kind) {
    case ir::Type::Kind::tensor:
      result["kind"] = "tensor";
      break;
    case ir::Type::Kind::sparse_tensor:
      result["kind"] = "sparse_tensor";
      break;
    case ir::Type::Kind::sequence:
      result["kind"] = "sequence";
      break;
    case ir::Type::Kind::optional:
      result["kind"] = "optional";
      break;
    default:
      result["kind"] = "other";
      break;
  }
  if (type->element) result["element"] = to_json(type->element);
  result["dtype"] = static_cast<int>(type->element_type);
  result["shape"] = nullptr;
  if (type->shape) {
    result["shape"] = nlohmann::json::array();
    for (const ir::Dim& dim : *type->shape) result["shape"].push_back(to_json(dim));
  }
  return result;
}

nlohmann::json answer(const std::string& path) {
  nlohmann::json result;
  result["path"] = path;
  try {
    const auto model = format::load_model(path);
    shape::Inference inference(*model);
    const auto start = std::chrono::steady_clock::now();
    inference.run();
    result["ms"] =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    result["nodes"] = model->total_node_count();
    auto& values = result["values"] = nlohmann::json::object();
    const auto add = [&](const ir::Value* value) {
      nlohmann::json entry;
      entry["type"] = to_json(value->inferred());
      if (const auto* elements = inference.elements(value)) {
        entry["elements"] = nlohmann::json::array();
        for (const ir::Dim& element : *elements) entry["elements"].push_back(to_json(element));
      }
      values[std::string(value->name())] = std::move(entry);
    };
    for (const ir::Value* input : model->graph().inputs()) add(input);
    for (const ir::Node& node : model->graph().nodes()) {
      for (const ir::Value* output : node.outputs()) {
        if (output) add(output);
      }
    }
    result["complaints"] = nlohmann::json::array();
    for (const auto& complaint : inference.complaints()) {
      result["complaints"].push_back(std::string(complaint.node->op_type) + ": " +
                                     complaint.reason);
    }
  } catch (const std::exception& error) {
    result["error"] = error.what();
  }
  return result;
}

}  // namespace

int main() {
  std::string path;
  while (std::getline(std::cin, path)) {
    std::cout << answer(path).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)
              << std::endl;
  }
}
