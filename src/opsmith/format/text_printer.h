// Writes models as ONNX text; docs/text-format.md describes the syntax.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "opsmith/format/proto_writer.h"
#include "opsmith/ir/model.h"

namespace opsmith::format {

struct TextOptions {
  enum class Weights : std::uint8_t {
    inline_all,    // every tensor with its elements; those that lie in data files keep their
                   // reference
    by_reference,  // initializers of `reference_size` bytes and more as references into
                   // `external_location`
    summary,  // the first `summary_limit` elements of each tensor and "..."; for people, cannot be
              // read back
  };
  Weights weights = Weights::inline_all;
  std::size_t summary_limit = 8;
  std::string external_location;
  std::size_t reference_size = 1024;
  // Elements up to which a tensor is written as numbers; larger ones are written in base 64.
  std::size_t number_limit = 1024;
  // Asked for every tensor when set, as for protobuf; `weights` is then only looked at for summary.
  PlaceTensor place;
};

// The whole model. Reading the text back gives a model that serializes to an equal ModelProto,
// unless weights are summarised. Throws Error when elements that are to be written cannot be read.
std::string print_text(const ir::Model& model, const TextOptions& options = {});

// Where by_reference puts the elements of which tensor, in ascending order, for whoever writes the
// data file.
struct TextReference {
  const ir::Tensor* tensor;
  std::uint64_t offset;
  std::uint64_t length;
};
std::vector<TextReference> text_references(const ir::Model& model, const TextOptions& options);

// One node in one line (more when it holds graphs), with summarised weights; for messages and
// listings.
std::string print_node(const ir::Node& node);
// "float[N, 3]", as print_text spells it.
std::string print_type(const ir::Type& type);

}  // namespace opsmith::format
