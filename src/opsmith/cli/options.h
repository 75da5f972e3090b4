// A verb's command line: what it takes, its help, and parsing. The only place that knows CLI11.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "opsmith/cli/output.h"

namespace opsmith::cli {

// The words after the verb.
using Arguments = std::vector<std::string>;

// What `opsmith VERB --help` says besides the options.
struct VerbHelp {
  std::string name;         // "inspect"
  std::string usage;        // "MODEL [--nodes]": after "opsmith inspect"
  std::string description;  // a sentence or two
  std::vector<std::string> examples;
  std::string exit_codes;  // what 0 and 1 mean here, when 1 is possible; the rest is common
};

class Options {
 public:
  explicit Options(VerbHelp help);
  ~Options();
  Options(const Options&) = delete;
  Options& operator=(const Options&) = delete;

  // Targets must outlive parse. `names` as CLI11 has them: "-o,--output".
  void positional(const std::string& name, std::string& target, const std::string& help);
  void flag(const std::string& names, bool& target, const std::string& help);
  void text(const std::string& names, const std::string& value, std::string& target,
            const std::string& help, bool required = false);
  void integer(const std::string& names, const std::string& value, std::int64_t& target,
               const std::string& help, std::int64_t least = 0);
  void real(const std::string& names, const std::string& value, std::optional<double>& target,
            const std::string& help);
  // Takes commas and repetition.
  void list(const std::string& names, const std::string& value, std::vector<std::string>& target,
            const std::string& help);
  // One of `choices`; the first is the default.
  void choice(const std::string& names, const std::vector<std::string>& choices,
              std::string& target, const std::string& help);

  // False when --help was asked for: it has then been added to `output` and the verb is done.
  // Throws Error(usage) for what it does not understand.
  bool parse(const Arguments& arguments, Output& output);
  const CommonOptions& common() const { return common_; }

  std::string help_text() const;

 private:
  struct Parser;
  struct Entry {
    std::string names, value, help;
    bool positional = false;
    bool common = false;
  };
  void remember(Entry entry) { entries_.push_back(std::move(entry)); }

  VerbHelp help_;
  CommonOptions common_;
  std::string colour_ = "auto";
  std::int64_t threads_ = 0;
  std::vector<Entry> entries_;
  std::vector<std::function<void()>> after_;  // moves what was parsed into the targets
  std::unique_ptr<Parser> parser_;
};

// "a,b", "c" -> a, b, c; empty parts are dropped.
std::vector<std::string> split_lists(const std::vector<std::string>& lists);
// NAME=INTEGER items. Throws Error(usage) naming `option`.
std::vector<std::pair<std::string, std::int64_t>> parse_assignments(
    const std::vector<std::string>& items, const std::string& option);

}  // namespace opsmith::cli
