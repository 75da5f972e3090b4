#include "opsmith/format/weight_files.h"

#include <algorithm>
#include <functional>
#include <set>

#include "opsmith/format/file_tensor_source.h"

namespace opsmith::format {
namespace {

void visit_attributes(const std::vector<ir::Attribute>& attributes,
                      const std::function<void(const ir::Value*, const ir::Tensor&)>& visit) {
  for (const ir::Attribute& attribute : attributes) {
    if (const auto* tensor = attribute.get<ir::TensorPtr>(); tensor && *tensor)
      visit(nullptr, **tensor);
    if (const auto* tensors = attribute.get<std::vector<ir::TensorPtr>>()) {
      for (const ir::TensorPtr& tensor : *tensors) visit(nullptr, *tensor);
    }
  }
}

}  // namespace

void for_each_tensor(const ir::Model& model,
                     const std::function<void(const ir::Value*, const ir::Tensor&)>& visit) {
  model.for_each_graph([&](const ir::Graph& graph) {
    for (const ir::Value& value : graph.initializers()) visit(&value, *value.initializer());
    for (const ir::Node& node : graph.nodes()) visit_attributes(node.attributes, visit);
  });
  for (const auto& function : model.functions())
    visit_attributes(function->attribute_defaults, visit);
}

WeightFiles::WeightFiles(const ir::Model& model) {
  std::set<const ir::TensorSource*> seen;
  auto add = [this](const std::shared_ptr<const MappedFile>& file) {
    if (file && file->descriptor() >= 0 && !file->bytes().empty()) files_.push_back(file);
  };
  for_each_tensor(model, [&](const ir::Value*, const ir::Tensor& tensor) {
    const auto* source = dynamic_cast<const FileTensorSource*>(tensor.source().get());
    if (!source || !seen.insert(source).second) return;
    add(source->file());
    for (const auto& file : source->external().opened()) add(file);
  });
  std::sort(files_.begin(), files_.end(), [](const auto& a, const auto& b) {
    return std::less<const std::byte*>()(a->bytes().data(), b->bytes().data());
  });
}

const MappedFile* WeightFiles::find(ByteView view) const {
  auto after = std::upper_bound(files_.begin(), files_.end(), view.data(),
                                [](const std::byte* at, const auto& file) {
                                  return std::less<const std::byte*>()(at, file->bytes().data());
                                });
  if (after == files_.begin()) return nullptr;
  const MappedFile* file = std::prev(after)->get();
  return file->contains(view) ? file : nullptr;
}

}  // namespace opsmith::format
