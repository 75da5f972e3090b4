// Writing a verb's model: the options that every writing verb has.
#pragma once

#include <string>

#include "opsmith/cli/options.h"
#include "opsmith/cli/output.h"
#include "opsmith/ir/model.h"

namespace opsmith::cli {

struct WriteOptions {
  std::string output;
  std::string external;  // auto, always, never
  std::string form;      // auto, onnx, onnxtxt

  bool to_standard_output() const { return output == "-"; }
};

// Adds -o (required), --external and --output-format.
void add_write_options(Options& options, WriteOptions& write);

// To be called before anything long: refuses --json together with -o -.
void check_write_options(const WriteOptions& write, const CommonOptions& common);

// Saves; a reader of standard output that went away is no error.
void write_model(const ir::Model& model, const WriteOptions& write);

}  // namespace opsmith::cli
