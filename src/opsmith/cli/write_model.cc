#include "opsmith/cli/write_model.h"

#include <unistd.h>

#include "opsmith/base/error.h"
#include "opsmith/format/save.h"
#include "opsmith/format/serialize.h"
#include "opsmith/format/text_printer.h"

namespace opsmith::cli {

void add_write_options(Options& options, WriteOptions& write) {
  options.text("-o,--output", "OUT", write.output,
               "the model to write, by its name .onnx or .onnxtxt; - is standard output", true);
  options.choice(
      "--external", {"auto", "always", "never"}, write.external,
      "weights in OUT.data: auto writes one file up to 1.9 GB and keeps external what was");
  options.choice("--output-format", {"onnx", "onnxtxt"}, write.form, "what -o - writes");
}

void check_write_options(const WriteOptions& write, const CommonOptions& common) {
  if (write.to_standard_output() && common.json) {
    throw Error(ErrorCode::usage, "--json and -o - both want standard output", {},
                "write the model to a file");
  }
}

void write_model(const ir::Model& model, const WriteOptions& write) {
  if (write.to_standard_output()) {
    const bool text = write.form == "onnxtxt";
    write_all(STDOUT_FILENO, text ? format::print_text(model) : format::serialize_model(model));
    return;
  }
  format::SaveOptions save;
  save.external = write.external == "always"  ? format::ExternalMode::always
                  : write.external == "never" ? format::ExternalMode::never
                                              : format::ExternalMode::automatic;
  format::save_model(model, write.output, save);
}

}  // namespace opsmith::cli
