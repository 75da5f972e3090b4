// A hash table of things that are visible in the current scope: leaving a scope forgets what was
// added in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace opsmith::transform {

// Entries are found by a 64-bit hash that the caller computed; the order of a search does not
// depend on the hashes' values beyond equality, newest first. All operations are O(1) on average.
template <typename T>
class ScopedIndex {
 public:
  // The number of entries held now: what `forget_since` takes.
  std::size_t mark() const { return entries_.size(); }

  void add(std::uint64_t hash, T value) {
    if (entries_.size() >= heads_.size()) grow();
    std::uint32_t& head = heads_[hash & (heads_.size() - 1)];
    entries_.push_back({hash, value, head});
    head = static_cast<std::uint32_t>(entries_.size());
  }

  // Drops the entries added since `mark` was taken.
  void forget_since(std::size_t mark) {
    while (entries_.size() > mark) {
      const Entry& last = entries_.back();
      heads_[last.hash & (heads_.size() - 1)] = last.next;
      entries_.pop_back();
    }
  }

  // The first value under `hash` for which `is_same` holds; T() when there is none.
  template <typename IsSame>
  T find(std::uint64_t hash, const IsSame& is_same) const {
    if (heads_.empty()) return T();
    for (std::uint32_t at = heads_[hash & (heads_.size() - 1)]; at != 0;
         at = entries_[at - 1].next) {
      if (entries_[at - 1].hash == hash && is_same(entries_[at - 1].value))
        return entries_[at - 1].value;
    }
    return T();
  }

 private:
  struct Entry {
    std::uint64_t hash;
    T value;
    std::uint32_t next;  // 1 + index of the entry below it in its chain; 0: none
  };

  void grow() {
    heads_.assign(heads_.empty() ? 64 : heads_.size() * 2, 0);
    // In order of age, so that a chain's newest entry is its head again.
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      std::uint32_t& head = heads_[entries_[i].hash & (heads_.size() - 1)];
      entries_[i].next = head;
      head = static_cast<std::uint32_t>(i + 1);
    }
  }

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> heads_;
};

}  // namespace opsmith::transform
