// "Did you mean …": the known names that lie nearest to a misspelt one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace opsmith {

// Letters to insert, delete, change or swap with their neighbour to get from `a` to `b`; `limit` +
// 1 when there are more than `limit`.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

// At most `count` of `known`, nearest first, each no further than a third of its length or with
// `name` as a part. Equal distances keep the order of `known`. Long lists cost O(names) short
// comparisons.
std::vector<std::string_view> nearest_names(std::string_view name,
                                            const std::vector<std::string_view>& known,
                                            std::size_t count = 3);

// "did you mean 'a', 'b' or 'c'?"; empty when nothing is near.
std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& known,
                         std::size_t count = 3);

}  // namespace opsmith
