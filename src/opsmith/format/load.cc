#include "opsmith/format/load.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "opsmith/base/error.h"
#include "opsmith/format/file_tensor_source.h"
#include "opsmith/format/proto_reader.h"
#include "opsmith/format/text_parser.h"

namespace opsmith::format {
namespace {

constexpr const char* kStandardInput = "<stdin>";
// Protobuf ends at 2 GiB; text of the same model is longer.
constexpr std::size_t kMaxStandardInput = 8ULL << 30;

bool ends_with(const std::string& path, std::string_view ending) {
  return path.size() >= ending.size() &&
         std::string_view(path).substr(path.size() - ending.size()) == ending;
}

std::shared_ptr<const MappedFile> read_standard_input() {
  struct stat info = {};
  // A redirected file is mapped like any other, unless somebody read from it already.
  if (::fstat(STDIN_FILENO, &info) == 0 && S_ISREG(info.st_mode) &&
      ::lseek(STDIN_FILENO, 0, SEEK_CUR) == 0) {
    return MappedFile::open("/dev/stdin");
  }
  std::string content;
  std::string chunk(1 << 20, '\0');
  for (;;) {
    const ssize_t got = ::read(STDIN_FILENO, chunk.data(), chunk.size());
    if (got == 0) break;
    if (got < 0) {
      if (errno == EINTR) continue;
      throw Error(ErrorCode::io, std::string("cannot read: ") + std::strerror(errno),
                  {.file = kStandardInput});
    }
    content.append(chunk, 0, static_cast<std::size_t>(got));
    if (content.size() > kMaxStandardInput) {
      throw Error(ErrorCode::limit, "standard input is longer than any model",
                  {.file = kStandardInput});
    }
  }
  return MappedFile::from_memory(kStandardInput, std::move(content));
}

// Text has no control characters but white space; a serialized ModelProto starts with a tag and a
// number, and has them within its first fields.
bool looks_like_text(std::string_view content) {
  const std::string_view start = content.substr(0, 1024);
  const auto first = start.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && start[first] == '<') return true;
  return first != std::string_view::npos && std::all_of(start.begin(), start.end(), [](char c) {
           return static_cast<unsigned char>(c) >= 0x20 || c == '\t' || c == '\n' || c == '\r';
         });
}

// While the structure is read, the kernel must not read ahead into weights that are only skipped.
class RandomAccess {
 public:
  explicit RandomAccess(const MappedFile& file) {
    if (file.descriptor() < 0 || file.bytes().size() < kWorthwhile) return;
    address_ = const_cast<std::byte*>(file.bytes().data());
    size_ = file.bytes().size();
    ::madvise(address_, size_, MADV_RANDOM);
  }
  ~RandomAccess() {
    if (address_) ::madvise(address_, size_, MADV_NORMAL);
  }
  RandomAccess(const RandomAccess&) = delete;
  RandomAccess& operator=(const RandomAccess&) = delete;

 private:
  static constexpr std::size_t kWorthwhile = 64 << 20;
  void* address_ = nullptr;
  std::size_t size_ = 0;
};

std::unique_ptr<ir::Model> parse_protobuf(const std::shared_ptr<const MappedFile>& file,
                                          std::string path) {
  if (file->bytes().empty()) {
    throw Error(ErrorCode::malformed, "the file is empty", {}, "give an ONNX model");
  }
  auto model = std::make_unique<ir::Model>();
  model->path = path;
  model->keep(file);
  auto source =
      std::make_shared<FileTensorSource>(file, std::make_shared<ExternalFiles>(std::move(path)));
  const RandomAccess advice(*file);
  ProtoReader(*model, file->text(), std::move(source)).read();
  return model;
}

}  // namespace

std::unique_ptr<ir::Model> parse_model(const std::shared_ptr<const MappedFile>& file) {
  const std::string name = file->path();
  try {
    return parse_protobuf(file, name == kStandardInput ? std::string() : name);
  } catch (const Error& error) {
    throw error.in_file(name);
  }
}

std::unique_ptr<ir::Model> load_model(const std::string& path) {
  const bool standard_input = path == "-";
  const std::string name = standard_input ? kStandardInput : path;
  try {
    const auto file = standard_input ? read_standard_input() : MappedFile::open(path);
    const bool is_text =
        ends_with(path, ".onnxtxt") || (!ends_with(path, ".onnx") && looks_like_text(file->text()));
    const std::string where = standard_input ? std::string() : path;
    if (!is_text) return parse_protobuf(file, where);
    auto model = parse_text(file->text(), name);
    model->path = where;
    return model;
  } catch (const Error& error) {
    throw error.in_file(name);
  }
}

}  // namespace opsmith::format
