#include "opsmith/base/suggest.h"

#include <algorithm>
#include <utility>

namespace opsmith {
namespace {

// Names beyond this are not compared letter by letter: hostile models carry names of megabytes.
constexpr std::size_t kLongestCompared = 256;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string lowered(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = lower(c);
  return result;
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  const std::size_t gap = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (gap > limit) return limit + 1;
  std::vector<std::size_t> before(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    std::size_t least = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      current[j] = std::min(
          {previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        current[j] = std::min(current[j], before[j - 2] + 1);
      }
      least = std::min(least, current[j]);
    }
    if (least > limit) return limit + 1;
    std::swap(before, previous);
    std::swap(previous, current);
  }
  return std::min(previous[b.size()], limit + 1);
}

std::vector<std::string_view> nearest_names(std::string_view name,
                                            const std::vector<std::string_view>& known,
                                            std::size_t count) {
  std::vector<std::pair<std::size_t, std::string_view>> near;
  if (name.empty() || name.size() > kLongestCompared) return {};
  const std::string wanted = lowered(name);
  for (const std::string_view candidate : known) {
    if (candidate.empty() || candidate.size() > kLongestCompared) continue;
    const std::string other = lowered(candidate);
    const std::size_t shorter = std::min(wanted.size(), other.size());
    // A name with every letter changed is no misspelling.
    const std::size_t limit = std::min(std::max<std::size_t>(1, shorter / 3), shorter - 1);
    std::size_t distance = edit_distance(wanted, other, limit);
    if (distance > limit) {
      // A part of the name, such as its last component, is a common way to remember it.
      if (wanted.size() < 3 || other.find(wanted) == std::string::npos) continue;
      distance = limit + other.size() - wanted.size();
    }
    near.emplace_back(distance, candidate);
  }
  std::stable_sort(near.begin(), near.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string_view> names;
  for (const auto& [_, candidate] : near) {
    if (names.size() == count) break;
    if (std::find(names.begin(), names.end(), candidate) == names.end()) names.push_back(candidate);
  }
  return names;
}

std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& known,
                         std::size_t count) {
  const std::vector<std::string_view> names = nearest_names(name, known, count);
  if (names.empty()) return {};
  std::string text = "did you mean ";
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += "'" + std::string(names[i]) + "'";
  }
  return text + "?";
}

}  // namespace opsmith
