#include "opsmith/transform/tensor_identity.h"

#include <algorithm>
#include <cstring>

#include "opsmith/base/error.h"
#include "opsmith/base/hash.h"
#include "opsmith/format/file_tensor_source.h"

namespace opsmith::transform {
namespace {

constexpr std::size_t kReadWhole = 64 * 1024;
constexpr std::size_t kWindow = 1024;
constexpr std::size_t kChunk = 1024 * 1024;
constexpr std::size_t kMaxDecoded = 1024 * 1024;
// The kernel maps neighbours of a page that is read, if they are cached.
constexpr std::size_t kFaultAround = 64 * 1024;

// The mapped file that `part`, some bytes of `tensor`, lies in; null when they lie in memory.
std::shared_ptr<const MappedFile> mapped_file_of(const ir::Tensor& tensor, ByteView part) {
  const auto* source = dynamic_cast<const format::FileTensorSource*>(tensor.source().get());
  if (!source) return nullptr;
  if (source->file() && source->file()->contains(part)) return source->file();
  if (tensor.is_external()) {
    for (auto& file : source->external().opened()) {
      if (file->contains(part)) return file;
    }
  }
  return nullptr;
}

std::uint64_t hash_window(const ir::Tensor& tensor, ByteView bytes, std::uint64_t seed) {
  const ByteView window = bytes.subspan(bytes.size() / 2, kWindow);
  const std::uint64_t hash = hash_bytes(window, seed);
  if (const auto file = mapped_file_of(tensor, window)) {
    const ByteView whole = file->bytes();
    const std::uint64_t offset = file->offset_of(window);
    const std::uint64_t first = offset - std::min<std::uint64_t>(offset, kFaultAround);
    file->release(whole.subspan(
        first, std::min<std::size_t>(whole.size() - first, 2 * kFaultAround + kWindow)));
  }
  return hash;
}

bool same_place(const ir::Tensor& a, const ir::Tensor& b) {
  return a.is_external() && b.is_external() && a.source() == b.source() &&
         a.external()->location == b.external()->location &&
         a.external()->offset == b.external()->offset &&
         a.external()->length == b.external()->length;
}

bool same_bytes(const ir::Tensor& a, const ir::Tensor& b) {
  const ByteView x = a.bytes();
  const ByteView y = b.bytes();
  if (x.size() != y.size()) return false;
  if (x.empty() || x.data() == y.data()) return true;
  if (x.size() <= kReadWhole) return std::memcmp(x.data(), y.data(), x.size()) == 0;
  const auto file_x = mapped_file_of(a, x);
  const auto file_y = mapped_file_of(b, y);
  bool same = true;
  for (std::size_t at = 0; same && at < x.size(); at += kChunk) {
    const std::size_t size = std::min(kChunk, x.size() - at);
    same = std::memcmp(x.data() + at, y.data() + at, size) == 0;
    if (file_x) file_x->release(x.subspan(at, size));
    if (file_y) file_y->release(y.subspan(at, size));
  }
  return same;
}

}  // namespace

std::optional<std::uint64_t> tensor_fingerprint(const ir::Tensor& tensor) {
  auto hash = static_cast<std::uint64_t>(tensor.type());
  for (const std::int64_t dim : tensor.dims())
    hash = hash_combine(hash, static_cast<std::uint64_t>(dim));
  try {
    if (tensor.is_sparse()) return hash_text(tensor.proto(), hash);
    if (tensor.is_string()) return ir::hash_elements(tensor);
    const bool must_decode = !tensor.has_ready_bytes() && !tensor.is_external();
    if (must_decode && tensor.byte_size().value_or(kMaxDecoded + 1) > kMaxDecoded)
      return std::nullopt;
    const ByteView bytes = tensor.bytes();
    return bytes.size() <= kReadWhole ? hash_bytes(bytes, hash) : hash_window(tensor, bytes, hash);
  } catch (const Error&) {
    if (!tensor.is_external()) return std::nullopt;
    return hash_combine(hash_text(tensor.external()->location, hash), tensor.external()->offset);
  }
}

bool is_same_tensor(const ir::Tensor& a, const ir::Tensor& b) {
  if (&a == &b) return true;
  if (a.type() != b.type() || a.dims() != b.dims() || a.is_sparse() != b.is_sparse()) return false;
  if (same_place(a, b)) return true;
  try {
    return a.is_sparse() || a.is_string() ? ir::same_elements(a, b) : same_bytes(a, b);
  } catch (const Error&) {
    return false;
  }
}

}  // namespace opsmith::transform
