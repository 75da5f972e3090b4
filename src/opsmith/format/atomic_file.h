// A file that appears under its name only when it is whole: written to a temporary name in the same folder, synced and
// renamed. Whoever is killed meanwhile leaves the old file or none.
#pragma once

#include <optional>
#include <string>

#include "opsmith/format/output_file.h"

namespace opsmith::format {

class AtomicFile {
 public:
  // Creates the temporary file beside `path`. A symbolic link at `path` is followed: its target is what is replaced.
  // The permission bits of an existing file are kept. Throws Error(io).
  explicit AtomicFile(const std::string& path);
  // Removes the temporary file when it was not committed.
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  OutputFile& out() { return *out_; }
  // Syncs the content, gives the file its name, and syncs the folder. Throws Error(io), and the old file stays.
  void commit();

 private:
  std::string target_;
  std::string temporary_;
  int descriptor_ = -1;
  std::optional<OutputFile> out_;
};

// Where `path` leads when it is a symbolic link (whose target need not exist); else `path`.
std::string follow_link(const std::string& path);
// Makes renames and removals in the folder that holds `path` lasting. Best effort.
void sync_folder_of(const std::string& path);

}  // namespace opsmith::format
