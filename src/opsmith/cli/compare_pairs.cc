#include "opsmith/cli/compare_pairs.h"

#include <algorithm>
#include <set>

#include "opsmith/base/error.h"
#include "opsmith/base/suggest.h"

namespace opsmith::cli {
namespace {

std::vector<std::string> output_names(const ir::Model& model) {
  std::vector<std::string> names;
  for (const ir::Use& use : model.graph().outputs()) {
    if (use.value()) names.emplace_back(use.value()->name());
  }
  return names;
}

// A value of the main graph that a node makes or that is an output.
void require_value(const ir::Model& model, const std::string& name) {
  const ir::Value* value = model.graph().find(name);
  if (value && (value->producer() || value->is_graph_output())) return;
  std::vector<std::string_view> known;
  for (const ir::Node& node : model.graph().nodes()) {
    for (const ir::Value* output : node.outputs()) {
      if (output) known.push_back(output->name());
    }
  }
  throw Error(ErrorCode::usage, "--map names a value that no node of the main graph makes",
              {.file = model.path, .value = name}, did_you_mean(name, known));
}

std::pair<std::string, std::string> parse_entry(const ir::Model& a, const ir::Model& b,
                                                const std::string& entry) {
  // Names may hold '=' themselves: the split that names a value on both sides is meant.
  for (std::size_t at = entry.find('='); at != std::string::npos; at = entry.find('=', at + 1)) {
    const std::string left = entry.substr(0, at), right = entry.substr(at + 1);
    if (a.graph().find(left) && b.graph().find(right)) return {left, right};
  }
  const std::size_t at = entry.find('=');
  if (at == std::string::npos || at == 0 || at + 1 == entry.size()) {
    throw Error(ErrorCode::usage, "--map takes V=W, not '" + entry + "'", {},
                "V is a value of A, W one of B");
  }
  return {entry.substr(0, at), entry.substr(at + 1)};
}

}  // namespace

Pairing pair_outputs(const ir::Model& a, const ir::Model& b, const std::vector<std::string>& map) {
  Pairing pairing;
  const std::vector<std::string> outputs_a = output_names(a), outputs_b = output_names(b);
  std::vector<ValuePair> mapped;
  std::set<std::string> mapped_a, mapped_b;
  for (const std::string& entry : map) {
    const auto [left, right] = parse_entry(a, b, entry);
    require_value(a, left);
    require_value(b, right);
    mapped.push_back({left, right});
    mapped_a.insert(left);
    mapped_b.insert(right);
  }
  const std::set<std::string> in_b(outputs_b.begin(), outputs_b.end());
  std::set<std::string> taken_b = mapped_b;
  std::vector<std::size_t> open;  // pairs that have no counterpart yet
  for (const std::string& name : outputs_a) {
    if (mapped_a.contains(name)) {
      for (const ValuePair& pair : mapped) {
        if (pair.a == name) pairing.values.push_back(pair);
      }
    } else if (in_b.contains(name) && !mapped_b.contains(name)) {
      pairing.values.push_back({name, name});
      taken_b.insert(name);
    } else {
      open.push_back(pairing.values.size());
      pairing.values.push_back({name, ""});
    }
  }
  std::vector<std::string> left_over;
  for (const std::string& name : outputs_b) {
    if (!taken_b.contains(name)) left_over.push_back(name);
  }
  if (!open.empty() && open.size() == left_over.size()) {
    for (std::size_t i = 0; i < open.size(); ++i) {
      ValuePair& pair = pairing.values[open[i]];
      pair.b = left_over[i];
      pairing.notes.push_back("output '" + pair.a + "' of A is compared with '" + pair.b +
                              "' of B, by position");
    }
    left_over.clear();
  }
  const std::set<std::string> in_a(outputs_a.begin(), outputs_a.end());
  for (const ValuePair& pair : mapped) {
    if (!in_a.contains(pair.a)) pairing.values.push_back(pair);
  }
  for (const std::string& name : left_over) pairing.values.push_back({"", name});
  return pairing;
}

InputPairing::InputPairing(const ir::Model& a, const ir::Model& b) {
  const auto type_of = [](const ir::Value* value) {
    return value->info() ? value->info()->type : nullptr;
  };
  std::vector<const ir::Value*> open_a, open_b;
  for (const ir::Value* input : b.graph().inputs()) {
    const ir::Value* same = a.graph().find(input->name());
    if (same && same->is_input()) {
      entries_.push_back({std::string(input->name()), std::string(input->name()), type_of(input)});
    } else if (!input->is_initializer()) {
      open_b.push_back(input);
    }
  }
  for (const ir::Value* input : a.graph().inputs()) {
    const ir::Value* same = b.graph().find(input->name());
    if ((!same || !same->is_input()) && !input->is_initializer()) open_a.push_back(input);
  }
  if (open_a.size() == open_b.size()) {
    for (std::size_t i = 0; i < open_a.size(); ++i) {
      entries_.push_back(
          {std::string(open_a[i]->name()), std::string(open_b[i]->name()), type_of(open_b[i])});
      notes_.push_back("input '" + entries_.back().a + "' of A is fed to '" + entries_.back().b +
                       "' of B, by position");
    }
    return;
  }
  if (!open_b.empty()) {
    obstacle_ = "B takes an input '" + std::string(open_b.front()->name()) + "' that A has not";
    return;
  }
  for (const ir::Value* input : open_a)
    notes_.push_back("B takes no input '" + std::string(input->name()) + "'");
}

runtime::NamedArrays InputPairing::rename(const runtime::NamedArrays& inputs,
                                          std::string* why) const {
  runtime::NamedArrays renamed;
  for (const Entry& entry : entries_) {
    const runtime::Array* array = runtime::find_array(inputs, entry.a);
    if (!array) continue;  // a default that the sample leaves alone
    std::string reason;
    if (!runtime::fits_type(*array, entry.type.get(), &reason)) {
      *why = "input '" + entry.b + "' of B does not take what A takes: " + reason;
      return {};
    }
    renamed.emplace_back(entry.b, *array);
  }
  return renamed;
}

}  // namespace opsmith::cli
