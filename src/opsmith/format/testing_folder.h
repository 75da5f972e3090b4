// For tests: a folder of its own that goes away, and models made in it.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "opsmith/ir/model.h"

namespace opsmith::format::testing {

class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "opsmith-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string path(std::string_view name) const { return (path_ / name).string(); }
  void write(std::string_view name, std::string_view content) const {
    std::ofstream(path(name), std::ios::binary) << content;
  }
  std::string read(std::string_view name) const {
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) {
      names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

 private:
  std::filesystem::path path_;
};

// A float tensor of `count` elements, all `value`.
inline ir::TensorPtr filled(std::int64_t count, float value) {
  return ir::Tensor::of(ir::DataType::float32, {count},
                        std::vector<float>(static_cast<std::size_t>(count), value));
}

// y = Add(x, w), with `w` of `count` floats.
inline std::unique_ptr<ir::Model> add_model(std::int64_t count, float value = 1.0F) {
  auto model = std::make_unique<ir::Model>();
  model->ir_version = 8;
  model->opset_imports.push_back({"", 17, {}});
  ir::Graph& graph = model->graph();
  graph.name = "g";
  ir::Value* x = graph.add_input("x");
  ir::Value* w = graph.add_initializer("w", filled(count, value));
  ir::Node* add = graph.append("Add");
  add->inputs().push_back(x);
  add->inputs().push_back(w);
  graph.add_graph_output(graph.add_output(add, "y"));
  return model;
}

}  // namespace opsmith::format::testing
