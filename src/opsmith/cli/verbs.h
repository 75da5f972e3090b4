// The verbs. Each lives in a file of its own, verb_NAME.cc, and is listed in verbs.cc.
#pragma once

#include <span>
#include <string_view>

#include "opsmith/cli/options.h"
#include "opsmith/cli/output.h"

namespace opsmith::cli {

struct Verb {
  std::string_view name;
  std::string_view summary;
  // Returns the exit status 0 or 1; throws Error for the others.
  int (*run)(const Arguments& arguments, Output& output);
};

std::span<const Verb> verbs();

int run_check(const Arguments& arguments, Output& output);
int run_compare(const Arguments& arguments, Output& output);
int run_edit(const Arguments& arguments, Output& output);
int run_extract(const Arguments& arguments, Output& output);
int run_inspect(const Arguments& arguments, Output& output);
int run_run(const Arguments& arguments, Output& output);
int run_simplify(const Arguments& arguments, Output& output);

}  // namespace opsmith::cli
