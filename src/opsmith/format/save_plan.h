// Decides, before anything is written, where each tensor's elements go: in the model file or in its
// data file.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "opsmith/format/proto_writer.h"
#include "opsmith/format/save.h"
#include "opsmith/ir/model.h"

namespace opsmith::format {

// Initializers smaller than this stay in the model file when weights go to a data file.
inline constexpr std::uint64_t kExternalThreshold = 1024;
// A model file of at most this many bytes is made without being asked for external data: below
// protobuf's 2^31 - 1.
inline constexpr std::uint64_t kMaxInlineModel = 1'900'000'000;
inline constexpr std::uint64_t kMaxProtobuf = 2'147'483'647;

// A range of a data file: location, offset, length.
using DataRange = std::tuple<std::string, std::uint64_t, std::uint64_t>;
// Every range of external data that a model's tensors name, valid or not.
std::set<DataRange> external_ranges(const ir::Model& model);

class SavePlan {
 public:
  // `can_be_external`: false for pipes. Opens the external data that must be copied: throws what
  // that throws.
  SavePlan(const ir::Model& model, ExternalMode mode, bool can_be_external);

  // One stretch of the data file, at `offset` from its start; shared by all tensors whose elements
  // it is.
  struct Stretch {
    std::uint64_t offset = 0;
    ByteView bytes;
  };
  const std::vector<Stretch>& stretches() const { return stretches_; }
  bool has_data() const { return !stretches_.empty(); }

  // When the data files beside `target` hold exactly what is to be written (the model in place
  // there names `old` ranges of them): makes the plan refer to them as they are, and there is
  // nothing to copy. False when they do not.
  bool reuse_data(const std::string& target, const std::set<DataRange>& old);

  // After reuse_data: does the model go on using the data file there?
  bool refers_to(const std::string& location) const;

  // How the model file is to be written when the data file is called `location`.
  PlaceTensor placement(const std::string& location) const;

 private:
  void add(const ir::Tensor& tensor);

  const ir::Model& model_;
  bool all_inlined_ = false;
  bool reuses_ = false;
  std::vector<Stretch> stretches_;
  std::map<std::pair<const std::byte*, std::size_t>, std::size_t> stretch_of_bytes_;
  std::unordered_map<const ir::Tensor*, std::size_t> stretch_of_tensor_;
  std::vector<std::string> reused_locations_;  // by stretch, when reusing
};

}  // namespace opsmith::format
