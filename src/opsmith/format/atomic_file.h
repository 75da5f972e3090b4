// A file that appears under its name only when it is whole: written beside it and renamed. Whoever
// is killed meanwhile leaves the old file or none. To survive a power cut too it is synced first,
// which takes as long as the disk does: done where an old file would be lost otherwise.
#pragma once

#include <optional>
#include <string>

#include "opsmith/format/output_file.h"

namespace opsmith::format {

class AtomicFile {
 public:
  // Creates the new file in the folder of `path`: nameless where the file system can (nothing is
  // left of it when the process is killed), else under a temporary name. A symbolic link at `path`
  // is followed: its target is what is replaced. The permission bits of an existing file are kept.
  // Throws Error(io), Error(usage) for a folder.
  explicit AtomicFile(const std::string& path);
  // Removes the file when it was not published.
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  OutputFile& out() { return *out_; }
  // Waits until the content is on the disk. The slow part: do it for all files of a set before
  // publishing any.
  void sync() { out_->sync(); }
  // Gives the file its name, in place of an existing one; `durable`, after sync: and makes the name
  // last. Throws Error(io), and the old file stays.
  void publish(bool durable);

 private:
  void create(const std::string& folder);

  std::string target_;
  std::string temporary_;  // empty while nameless
  int descriptor_ = -1;
  std::optional<OutputFile> out_;
};

// Where `path` leads when it is a symbolic link (whose target need not exist); else `path`.
std::string follow_link(const std::string& path);
// Makes renames and removals in the folder that holds `path` last. Best effort.
void sync_folder_of(const std::string& path);

}  // namespace opsmith::format
