// The data file beside a saved model: its name, and how it and the model file change as one.
//
// Two files cannot be renamed at one instant. So a data file that the model in place refers to is
// never written over: the new data goes to a name that the old model does not know, then the new
// model takes the old one's place, and only then does the old data go. docs/format.md has the whole
// sequence.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace opsmith::format {

class DataFiles {
 public:
  // `model_path` is the model file that is about to be written.
  explicit DataFiles(const std::string& model_path);

  // A location free for new data: "OUT.data", or "OUT.<8 hex digits>.data" from `seed` when that is
  // taken.
  std::string free_location(std::uint64_t seed) const;
  // The path of a location.
  std::string path_of(const std::string& location) const;
  bool exists(const std::string& location) const;

  // Locations of the data files in the folder that carry a name made here, sorted.
  std::vector<std::string> ours() const;
  bool is_ours(const std::string& location) const;

 private:
  std::string folder_;
  std::string name_;
  std::string usual_;
};

}  // namespace opsmith::format
