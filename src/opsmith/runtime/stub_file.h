// A file that exists and is long enough, and is never read: ONNX Runtime checks that external data
// could be there even for weights that it is handed in memory. Sparse, so it takes no space; gone
// with the object. Internal to this room.
#pragma once

#include <cstdint>
#include <string>

namespace opsmith::runtime {

class StubFile {
 public:
  // In a private folder under TMPDIR. Throws Error(io).
  StubFile(const std::string& name, std::uint64_t size);
  ~StubFile();
  StubFile(const StubFile&) = delete;
  StubFile& operator=(const StubFile&) = delete;

  const std::string& folder() const { return folder_; }

 private:
  std::string folder_, file_;
};

}  // namespace opsmith::runtime
