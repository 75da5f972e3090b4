#include "opsmith/cli/write_model.h"

#include <poll.h>
#include <unistd.h>

#include "opsmith/base/error.h"
#include "opsmith/format/save.h"

namespace opsmith::cli {

void add_write_options(Options& options, WriteOptions& write) {
  options.text("-o,--output", "OUT", write.output,
               "the model to write, by its name .onnx or .onnxtxt; - is standard output", true);
  options.choice(
      "--external", {"auto", "always", "never"}, write.external,
      "weights in OUT.data: auto writes one file up to 1.9 GB and keeps external what was");
  options.choice("--output-format", {"onnx", "onnxtxt"}, write.form, "what -o - writes");
}

namespace {

// A pipe whose other end was closed reports an error without being written to.
bool reader_is_gone() {
  pollfd output{STDOUT_FILENO, POLLOUT, 0};
  return ::poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

}  // namespace

void check_write_options(const WriteOptions& write, const CommonOptions& common) {
  if (write.to_standard_output() && common.json) {
    throw Error(ErrorCode::usage, "--json and -o - both want standard output", {},
                "write the model to a file");
  }
}

void write_model(const ir::Model& model, const WriteOptions& write) {
  format::SaveOptions save;
  save.external = write.external == "always"  ? format::ExternalMode::always
                  : write.external == "never" ? format::ExternalMode::never
                                              : format::ExternalMode::automatic;
  save.text_to_stdout = write.form == "onnxtxt";
  try {
    format::save_model(model, write.output, save);
  } catch (const Error&) {
    if (!write.to_standard_output() || !reader_is_gone()) throw;
  }
}

}  // namespace opsmith::cli
