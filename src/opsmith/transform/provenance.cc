#include "opsmith/transform/provenance.h"

#include <algorithm>
#include <string>

#include "opsmith/ir/model.h"
#include "opsmith/transform/rewriter.h"

namespace opsmith::transform {
namespace {

constexpr std::string_view namespace_key = "namespace";
constexpr std::string_view merged_key = "opsmith.merged_from";

const ir::StringPair* find(const ir::Node& node, std::string_view key) {
  const auto found = std::find_if(node.metadata.begin(), node.metadata.end(),
                                  [key](const ir::StringPair& pair) { return pair.key == key; });
  return found == node.metadata.end() ? nullptr : &*found;
}

// Whole segments only: "a/bc" and "a/bd" share "a".
std::string_view common_namespace(std::string_view a, std::string_view b) {
  const std::size_t limit = std::min(a.size(), b.size());
  std::size_t equal = 0;
  while (equal < limit && a[equal] == b[equal]) ++equal;
  const bool ends_segment =
      (equal == a.size() || a[equal] == '/') && (equal == b.size() || b[equal] == '/');
  if (ends_segment) return a.substr(0, equal);
  const std::size_t slash = a.substr(0, equal).rfind('/');
  return slash == std::string_view::npos ? std::string_view() : a.substr(0, slash);
}

std::string_view sources(const ir::Node& node) {
  const ir::StringPair* earlier = find(node, merged_key);
  return earlier ? earlier->value : label_of(node);
}

void set(ir::Node& node, std::string_view key, std::string_view value) {
  for (ir::StringPair& pair : node.metadata) {
    if (pair.key == key) {
      pair.value = value;
      return;
    }
  }
  node.metadata.push_back({key, value, {}});
}

}  // namespace

void copy_provenance(const ir::Node& from, ir::Node& to) { to.metadata = from.metadata; }

void merge_provenance(ir::Node& kept, const ir::Node& absorbed) {
  if (kept.metadata.empty() && absorbed.metadata.empty()) return;
  ir::Model& model = kept.model();
  const std::string merged = std::string(sources(absorbed)) + ", " + std::string(sources(kept));
  set(kept, merged_key, model.intern(merged));
  const ir::StringPair* ours = find(kept, namespace_key);
  const ir::StringPair* theirs = find(absorbed, namespace_key);
  if (ours && theirs) {
    set(kept, namespace_key, model.intern(common_namespace(ours->value, theirs->value)));
  } else if (ours) {
    // The other node stood at the top or its place is unknown: no namespace holds both.
    std::erase_if(kept.metadata,
                  [](const ir::StringPair& pair) { return pair.key == namespace_key; });
  }
}

}  // namespace opsmith::transform
