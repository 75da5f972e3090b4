#include "opsmith/cli/verbs.h"
#include "opsmith/format/load.h"
#include "opsmith/ir/address.h"
#include "opsmith/report/model_listing.h"
#include "opsmith/report/model_summary.h"
#include "opsmith/report/units.h"
#include "opsmith/report/value_detail.h"
#include "opsmith/shape/inference.h"

namespace opsmith::cli {
namespace {

struct InspectOptions {
  std::string model;
  bool nodes = false, tensors = false, infer = false;
  std::vector<std::string> operators, names;
  std::string value;
};

// Titles a list with its length, and what share of all that is when a filter was given.
std::string heading_of(const char* what, std::size_t shown, std::size_t all) {
  return report::plural(shown, what) + (shown == all ? "" : " of " + report::format_count(all));
}

int tell_value(ir::Model& model, const InspectOptions& asked, const CommonOptions& common,
               Output& output) {
  const report::ValueDetail detail = report::detail_of(*ir::find_value(model, asked.value));
  if (common.json) {
    output.add(report::dump({{"file", report::json_text(model.path)}, {"value", to_json(detail)}}));
  } else {
    output.add(to_text(detail, output.page()));
  }
  return 0;
}

}  // namespace

int run_inspect(const Arguments& arguments, Output& output) {
  InspectOptions asked;
  Options options(
      {.name = "inspect",
       .usage = "MODEL [--nodes] [--tensors] [--op TYPE,...] [--name GLOB,...] [--value NAME]",
       .description = "Tells what is in a model: its inputs and outputs, operators, nested graphs "
                      "and weights; with options its nodes and values. Reads no weights but "
                      "those of --value.",
       .examples = {"opsmith inspect model.onnx",
                    "opsmith inspect model.onnx --nodes --op Conv,Gemm",
                    "opsmith inspect model.onnx --tensors --infer --name '/encoder/*'",
                    "opsmith inspect model.onnx --value if_1/then_branch/sum"},
       .exit_codes = "  0  done\n  1  --op or --name selects nothing\n"});
  options.positional("MODEL", asked.model, "the model to read; - is standard input");
  options.flag("--nodes", asked.nodes, "every node: operator, operands, outputs, attributes");
  options.flag("--tensors", asked.tensors, "every value: kind, type, producer, readers");
  options.flag("--infer", asked.infer,
               "with --tensors or --value: the type that follows from the inputs, too");
  options.list("--op", "TYPE,...", asked.operators,
               "only nodes of these operators, and what they make");
  options.list("--name", "GLOB,...", asked.names, "only nodes and values with these names");
  options.text("--value", "NAME", asked.value,
               "one value in full; in a nested graph node/attribute/value");
  if (!options.parse(arguments, output)) return 0;
  output.configure(options.common());
  const CommonOptions& common = options.common();

  const auto model = format::load_model(asked.model);
  if (asked.infer) shape::Inference(*model).run();
  if (!asked.value.empty()) return tell_value(*model, asked, common, output);

  const report::ListingFilter filter{asked.operators, asked.names};
  // A filter alone asks for nodes.
  const bool tell_nodes = asked.nodes || (!filter.empty() && !asked.tensors);
  const std::size_t largest = output.verbose() ? 50 : 5;
  const report::ModelSummary summary = report::summarize(*model, largest);
  std::vector<const ir::Node*> nodes;
  std::vector<const ir::Value*> values;
  if (tell_nodes) nodes = report::select_nodes(*model, filter);
  if (asked.tensors) values = report::select_values(*model, filter);

  if (common.json) {
    report::Json json = to_json(summary, *model);
    if (tell_nodes) json["nodes"] = report::nodes_json(nodes);
    if (asked.tensors) json["tensors"] = report::values_json(values, asked.infer);
    output.add(report::dump(json));
  } else if (!tell_nodes && !asked.tensors) {
    output.add(to_text(summary, *model, output.page(), output.verbose()));
  } else {
    if (tell_nodes) {
      output.heading(heading_of("node", nodes.size(), summary.nodes_total));
      output.add(report::nodes_text(nodes, output.page()));
    }
    if (asked.tensors) {
      output.heading(report::plural(values.size(), "value"));
      output.add(report::values_text(values, asked.infer, output.page()));
    }
  }
  const bool found_something = !nodes.empty() || !values.empty();
  if (!filter.empty() && !found_something) {
    output.note("nothing in " + asked.model +
                " matches; opsmith inspect MODEL lists the operators");
    return 1;
  }
  return 0;
}

}  // namespace opsmith::cli
