// Where the elements of a loaded model's tensors come from: fields of the model file, or its
// external data files.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "opsmith/format/external_data.h"
#include "opsmith/ir/tensor.h"

namespace opsmith::format {

class FileTensorSource final : public ir::TensorSource {
 public:
  // `file` holds the serialized tensors (null: they own none, as after parsing text). `external`
  // serves locations.
  FileTensorSource(std::shared_ptr<const MappedFile> file,
                   std::shared_ptr<const ExternalFiles> external);

  ByteView bytes(const ir::Tensor& tensor, std::vector<std::byte>& decoded) const override;
  std::vector<std::string> strings(const ir::Tensor& tensor) const override;

  // The same for tensors that lie in other memory, which `memory` keeps.
  std::shared_ptr<const FileTensorSource> with_memory(std::shared_ptr<const void> memory) const;

  const std::shared_ptr<const MappedFile>& file() const { return file_; }
  const ExternalFiles& external() const { return *external_; }

 private:
  std::shared_ptr<const MappedFile> file_;
  std::shared_ptr<const ExternalFiles> external_;
  std::shared_ptr<const void> memory_;
};

}  // namespace opsmith::format
