// Samples that a user gives with --data: a folder of .npz files, one .npz with a leading sample
// axis, or folders of ONNX test data. Samples are read when asked for, so a large set costs no
// memory.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "opsmith/ir/model.h"
#include "opsmith/runtime/array.h"

namespace opsmith::runtime {

class Dataset {
 public:
  // Looks at `path` and decides its form:
  // - a folder with .npz files: one sample a file, in order of names
  // - an .npz file: a sample as it is when its arrays fit the model's inputs, else each array
  // carries a leading sample axis
  // - a folder with test_data_set_* folders, or one such folder itself: input_N.pb (and output_N.pb
  // as expected results) Throws Error(missing_file | malformed | usage). Every sample is checked
  // against the model's inputs when read: unknown and missing names and unfit types are
  // Error(usage) that name file and value.
  static Dataset open(const std::string& path, const ir::Model& model);
  // Samples held in memory (generated ones, tests).
  static Dataset of(std::vector<NamedArrays> samples);

  std::size_t size() const;
  NamedArrays sample(std::size_t index) const;
  // Results that the data set brings for a sample; empty when it has none.
  NamedArrays expected(std::size_t index) const;
  // A short name for messages: "sample_3.npz", "test_data_set_0".
  std::string sample_name(std::size_t index) const;

  class Source;  // one for each form, in dataset.cc

 private:
  std::shared_ptr<const Source> source_;
};

}  // namespace opsmith::runtime
