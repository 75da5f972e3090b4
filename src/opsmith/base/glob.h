// Name patterns as a shell has them: `*` stands for any run of characters ('/' included), `?` for
// one.
#pragma once

#include <string_view>

namespace opsmith {

// Linear in pattern length times text length at worst; never recurses.
bool matches_glob(std::string_view pattern, std::string_view text);
inline bool is_glob(std::string_view pattern) {
  return pattern.find_first_of("*?") != std::string_view::npos;
}

}  // namespace opsmith
