#include "opsmith/format/file_tensor_source.h"

#include <utility>

#include "opsmith/format/tensor_decoder.h"

namespace opsmith::format {

FileTensorSource::FileTensorSource(std::shared_ptr<const MappedFile> file,
                                   std::shared_ptr<const ExternalFiles> external)
    : file_(std::move(file)), external_(std::move(external)) {}

std::shared_ptr<const FileTensorSource> FileTensorSource::with_memory(
    std::shared_ptr<const void> memory) const {
  auto other = std::make_shared<FileTensorSource>(file_, external_);
  other->memory_ = std::move(memory);
  return other;
}

ByteView FileTensorSource::bytes(const ir::Tensor& tensor, std::vector<std::byte>& decoded) const {
  if (tensor.is_external()) return external_->range_of(tensor).view();
  const std::string_view whole = file_ ? file_->text() : std::string_view();
  decoded = tensor.is_sparse() ? decode_sparse(tensor, whole) : decode_elements(tensor, whole);
  return decoded;
}

std::vector<std::string> FileTensorSource::strings(const ir::Tensor& tensor) const {
  return decode_strings(tensor, file_ ? file_->text() : std::string_view());
}

}  // namespace opsmith::format
