// What simplify tells: the table of passes, the proof, the JSON.
#pragma once

#include <cstdint>
#include <string>

#include "opsmith/cli/output.h"
#include "opsmith/verify/simplify.h"

namespace opsmith::cli {

struct SimplifyContext {
  std::string model, output;
  std::uint64_t bytes_before = 0,
                bytes_after = 0;  // of the model with its data; 0: unknown (standard input, output)
  std::size_t overridable = 0;    // weights that are inputs too, and so were not folded
  bool verification_off = false;
  double load_seconds = 0, save_seconds = 0;
};

void add_simplify_report(Output& output, bool json, const verify::SimplifyResult& result,
                         const SimplifyContext& context);
// The JSON with every rewrite, for --report. Throws Error(io).
void write_simplify_report(const std::string& path, const verify::SimplifyResult& result,
                           const SimplifyContext& context);
void add_pass_list(Output& output, bool json);

}  // namespace opsmith::cli
