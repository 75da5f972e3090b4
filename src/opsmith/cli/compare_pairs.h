// Which value of one model stands against which of the other.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "opsmith/ir/model.h"
#include "opsmith/runtime/array.h"

namespace opsmith::cli {

struct ValuePair {
  std::string a, b;  // empty: the other model has nothing for it
};

struct Pairing {
  std::vector<ValuePair>
      values;  // outputs of A in order, then mapped inner values, then what only B has
  std::vector<std::string> notes;  // what was paired by position, what was dropped
};

// Outputs by name, else by `map` ("V=W": value V of A against W of B, inner values too), else by
// position when as many are left over on both sides. Throws Error(usage) for a malformed or unknown
// entry of `map`.
Pairing pair_outputs(const ir::Model& a, const ir::Model& b, const std::vector<std::string>& map);

// The names under which inputs of A are fed to B: by name, else by position when as many are left
// over.
class InputPairing {
 public:
  InputPairing(const ir::Model& a, const ir::Model& b);
  // Why B cannot be fed with what A takes; empty when it can.
  const std::string& obstacle() const { return obstacle_; }
  const std::vector<std::string>& notes() const { return notes_; }
  // The inputs under B's names; arrays that B does not take are left out. `why` is set when one
  // does not fit.
  runtime::NamedArrays rename(const runtime::NamedArrays& inputs, std::string* why) const;

 private:
  struct Entry {
    std::string a, b;
    ir::TypePtr type;
  };
  std::vector<Entry> entries_;
  std::string obstacle_;
  std::vector<std::string> notes_;
};

}  // namespace opsmith::cli
