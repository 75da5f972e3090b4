#include "opsmith/format/save_plan.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "opsmith/base/error.h"
#include "opsmith/format/file_tensor_source.h"
#include "opsmith/format/weight_files.h"
#include "opsmith/format/wire_writer.h"

namespace opsmith::format {
namespace {

// Ranges of this size and more start on a page, so that they can be mapped alone and shared by the
// file system.
constexpr std::uint64_t kPageAlignedFrom = 64 * 1024;
constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kSmallAlignment = 64;

bool has_external(const ir::Model& model) {
  bool found = false;
  for_each_tensor(
      model, [&](const ir::Value*, const ir::Tensor& tensor) { found |= tensor.is_external(); });
  return found;
}

std::uint64_t inline_size(const ir::Model& model) {
  WireWriter out;
  ProtoWriter(out, {}).model(model);
  return out.size();
}

// What is worth an external range: big enough, and of a type with packed elements.
bool is_large(const ir::Tensor& tensor) {
  return !tensor.is_sparse() && !tensor.is_string() &&
         tensor.byte_size().value_or(0) >= kExternalThreshold;
}

// The elements, without reading them.
ByteView elements_of(const ir::Tensor& tensor) {
  if (!tensor.is_external()) return tensor.bytes();
  const auto* source = dynamic_cast<const FileTensorSource*>(tensor.source().get());
  return source ? source->external().range_of(tensor).view() : tensor.bytes();
}

bool same_file(const MappedFile& file, const std::string& path) {
  struct stat mapped = {};
  struct stat on_disk = {};
  return ::fstat(file.descriptor(), &mapped) == 0 && ::stat(path.c_str(), &on_disk) == 0 &&
         mapped.st_dev == on_disk.st_dev && mapped.st_ino == on_disk.st_ino;
}

}  // namespace

std::set<DataRange> external_ranges(const ir::Model& model) {
  std::set<DataRange> ranges;
  for_each_tensor(model, [&](const ir::Value*, const ir::Tensor& tensor) {
    if (!tensor.is_external()) return;
    const ir::ExternalData& data = *tensor.external();
    ranges.emplace(data.location, data.offset,
                   data.length.value_or(tensor.byte_size().value_or(0)));
  });
  return ranges;
}

SavePlan::SavePlan(const ir::Model& model, ExternalMode mode, bool can_be_external)
    : model_(model) {
  if (mode == ExternalMode::never || !can_be_external) {
    all_inlined_ = true;
    return;
  }
  const bool keeps_external = has_external(model);
  // Weights that already are in the model file leave it only when asked to, or when it would become
  // too large.
  const bool push_all = mode == ExternalMode::always || inline_size(model) > kMaxInlineModel;
  for_each_tensor(model, [&](const ir::Value* value, const ir::Tensor& tensor) {
    const bool is_new = tensor.proto().data() == nullptr;
    if (tensor.is_external() ||
        (value && is_large(tensor) && (push_all || (keeps_external && is_new)))) {
      add(tensor);
    }
  });
}

void SavePlan::add(const ir::Tensor& tensor) {
  if (stretch_of_tensor_.count(&tensor) != 0) return;
  const ByteView bytes = elements_of(tensor);
  const auto [known, is_new] =
      stretch_of_bytes_.emplace(std::make_pair(bytes.data(), bytes.size()), stretches_.size());
  stretch_of_tensor_[&tensor] = known->second;
  if (!is_new) return;
  std::uint64_t offset =
      stretches_.empty() ? 0 : stretches_.back().offset + stretches_.back().bytes.size();
  const std::uint64_t alignment = bytes.size() >= kPageAlignedFrom ? kPage : kSmallAlignment;
  offset = (offset + alignment - 1) / alignment * alignment;
  stretches_.push_back({offset, bytes});
}

bool SavePlan::reuse_data(const std::string& target, const std::set<DataRange>& old) {
  if (old.empty() || stretches_.empty()) return false;
  const std::filesystem::path folder = std::filesystem::path(target).parent_path();
  const WeightFiles files(model_);
  // Which location, if any, is the file that a range lies in.
  std::map<const MappedFile*, std::string> location_of;
  std::set<std::string> locations;
  for (const auto& [location, offset, length] : old) locations.insert(location);
  auto find_location = [&](const MappedFile& file) -> const std::string& {
    auto [known, is_new] = location_of.emplace(&file, std::string());
    for (const std::string& location : locations) {
      if (is_new && same_file(file, (folder / location).string())) known->second = location;
    }
    return known->second;
  };
  std::set<DataRange> wanted;
  std::vector<std::string> found;
  for (const Stretch& stretch : stretches_) {
    const MappedFile* file = files.find(stretch.bytes);
    if (!file) return false;
    const std::string& location = find_location(*file);
    if (location.empty()) return false;
    found.push_back(location);
    wanted.emplace(location, file->offset_of(stretch.bytes), stretch.bytes.size());
  }
  if (wanted != old) return false;
  for (Stretch& stretch : stretches_)
    stretch.offset = files.find(stretch.bytes)->offset_of(stretch.bytes);
  reused_locations_ = std::move(found);
  reuses_ = true;
  return true;
}

bool SavePlan::refers_to(const std::string& location) const {
  return std::find(reused_locations_.begin(), reused_locations_.end(), location) !=
         reused_locations_.end();
}

PlaceTensor SavePlan::placement(const std::string& location) const {
  return [this, location](const ir::Value*, const ir::Tensor& tensor) {
    TensorPlacement placement;
    if (all_inlined_) {
      placement.kind = TensorPlacement::Kind::inlined;
      return placement;
    }
    const auto known = stretch_of_tensor_.find(&tensor);
    if (known == stretch_of_tensor_.end()) return placement;
    const Stretch& stretch = stretches_[known->second];
    const std::string& where = reuses_ ? reused_locations_[known->second] : location;
    const ir::ExternalData* loaded = tensor.external();
    // Word for word as it was, when that still holds.
    if (reuses_ && loaded && loaded->location == where && loaded->offset == stretch.offset)
      return placement;
    placement.kind = TensorPlacement::Kind::external;
    placement.reference.location = where;
    placement.reference.offset = stretch.offset;
    placement.reference.length = stretch.bytes.size();
    return placement;
  };
}

}  // namespace opsmith::format
