#include "opsmith/base/glob.h"

#include <cstddef>

namespace opsmith {

bool matches_glob(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0;
  // Where to resume when a later part does not fit: after the last star, one character further.
  std::size_t star = std::string_view::npos, resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace opsmith
