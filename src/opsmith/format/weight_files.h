// Finds the mapped file that a range of a tensor's bytes lies in, so that a save can copy it inside
// the kernel.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "opsmith/base/mapped_file.h"
#include "opsmith/ir/model.h"

namespace opsmith::format {

// Visits every tensor of the model in a fixed order: initializers (with their value) and
// attributes' (null value) of every graph and function. A tensor that is used twice is visited
// twice.
void for_each_tensor(const ir::Model& model,
                     const std::function<void(const ir::Value*, const ir::Tensor&)>& visit);

class WeightFiles {
 public:
  // Knows the files behind the model's tensors. External files that nobody has opened yet are not
  // among them.
  explicit WeightFiles(const ir::Model& model);

  // The file with a descriptor that `view` lies in; null for memory.
  const MappedFile* find(ByteView view) const;

 private:
  std::vector<std::shared_ptr<const MappedFile>> files_;  // by address
};

}  // namespace opsmith::format
