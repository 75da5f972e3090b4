#include "opsmith/cli/verbs.h"
#include "opsmith/cli/write_model.h"
#include "opsmith/format/load.h"
#include "opsmith/report/json.h"
#include "opsmith/report/units.h"

namespace opsmith::cli {

int run_edit(const Arguments& arguments, Output& output) {
  std::string path;
  WriteOptions write;
  Options options({.name = "edit",
                   .usage = "MODEL -o OUT",
                   .description =
                       "Loads a model and saves it again, losing nothing: to another form "
                       "(.onnx, .onnxtxt), or with weights in or out of the file.",
                   .examples = {"opsmith edit model.onnx -o model.onnxtxt",
                                "opsmith edit model.onnx -o - --output-format onnxtxt | less"},
                   .exit_codes = "  0  saved\n"});
  options.positional("MODEL", path, "the model to read; - is standard input");
  add_write_options(options, write);
  if (!options.parse(arguments, output)) return 0;
  check_write_options(write, options.common());
  output.configure(options.common(), write.to_standard_output());

  const auto model = format::load_model(path);
  write_model(*model, write);
  if (options.common().json) {
    report::Json json;
    json["output"] = report::json_text(write.output);
    json["nodes_total"] = model->total_node_count();
    output.add(report::dump(json));
  } else if (output.verbose()) {
    output.note("saved " + report::plural(model->total_node_count(), "node") + " to " +
                write.output);
  }
  return 0;
}

}  // namespace opsmith::cli
