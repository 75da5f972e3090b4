#include <algorithm>

#include "opsmith/base/error.h"
#include "opsmith/cli/verbs.h"
#include "opsmith/cli/write_model.h"
#include "opsmith/format/load.h"
#include "opsmith/ir/address.h"
#include "opsmith/report/json.h"
#include "opsmith/report/table.h"
#include "opsmith/report/text_width.h"
#include "opsmith/report/units.h"
#include "opsmith/shape/inference.h"
#include "opsmith/transform/extract.h"

namespace opsmith::cli {
namespace {

constexpr std::size_t kMostPorts = 30;

struct ExtractOptions {
  std::string model, around;
  std::vector<std::string> inputs, outputs, nodes;
  std::int64_t hops = 1;
  WriteOptions write;
};

std::vector<ir::Value*> find_values(ir::Model& model, const std::vector<std::string>& names) {
  std::vector<ir::Value*> values;
  for (const std::string& name : names) {
    ir::Value* value = ir::find_value(model, name);
    if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  }
  return values;
}

transform::Region find_region(ir::Model& model, const ExtractOptions& asked) {
  if (!asked.nodes.empty()) {
    std::vector<ir::Node*> nodes;
    for (const std::string& pattern : asked.nodes) {
      for (ir::Node* node : ir::find_nodes(model, pattern)) nodes.push_back(node);
    }
    return transform::region_of(model, nodes);
  }
  if (!asked.around.empty()) {
    const std::vector<ir::Node*> found = ir::find_nodes(model, asked.around);
    if (found.size() > 1) {
      throw Error(ErrorCode::usage, report::plural(found.size(), "node") + " have this name",
                  {.file = model.path, .node = asked.around},
                  "name one of '" + ir::address_of(*found[0]) + "', '" + ir::address_of(*found[1]) +
                      "', ...");
    }
    return transform::region_of(
        model, transform::neighbourhood(*found.front(), static_cast<std::size_t>(asked.hops)));
  }
  return transform::region_between(model, find_values(model, asked.inputs),
                                   find_values(model, asked.outputs));
}

void check_selection(const ExtractOptions& asked) {
  const int ways = (asked.inputs.empty() && asked.outputs.empty() ? 0 : 1) +
                   (asked.nodes.empty() ? 0 : 1) + (asked.around.empty() ? 0 : 1);
  if (ways == 1) return;
  throw Error(
      ErrorCode::usage,
      ways == 0 ? "nothing says what to extract" : "only one way to select can be used at once", {},
      "give --inputs and --outputs, or --nodes, or --around NODE --hops N");
}

void add_ports(Output& output, const char* title, const ir::Model& model, bool inputs) {
  output.heading(title);
  report::Table table({{""}, {""}});
  const ir::Graph& graph = model.graph();
  const std::size_t count = inputs ? graph.inputs().size() : graph.outputs().size();
  for (std::size_t i = 0; i < std::min(count, kMostPorts); ++i) {
    const ir::Value* value = inputs ? graph.inputs()[i] : graph.output(i);
    const ir::TypePtr type = inputs ? value->info()->type : graph.output_info(i).type;
    table.add({{std::string(value->name()), report::Style::accent}, type ? type->text() : "?"});
  }
  output.add(table.render(output.page()));
  if (count > kMostPorts) {
    output.add("  … " + report::format_count(count - kMostPorts) + " more\n");
  }
}

std::string result_json(const ir::Model& model, const std::string& path) {
  report::Json json;
  json["output"] = report::json_text(path);
  json["nodes_total"] = model.total_node_count();
  json["inputs"] = report::Json::array();
  for (const ir::Value* input : model.graph().inputs()) {
    json["inputs"].push_back(report::json_value(input->name(), input->info()->type.get()));
  }
  json["outputs"] = report::Json::array();
  for (std::size_t i = 0; i < model.graph().outputs().size(); ++i) {
    json["outputs"].push_back(report::json_value(model.graph().output(i)->name(),
                                                 model.graph().output_info(i).type.get()));
  }
  json["functions"] = report::Json::array();
  for (const auto& function : model.functions()) {
    json["functions"].push_back({{"domain", report::json_text(function->domain)},
                                 {"name", report::json_text(function->name)}});
  }
  return report::dump(json);
}

}  // namespace

int run_extract(const Arguments& arguments, Output& output) {
  ExtractOptions asked;
  Options options(
      {.name = "extract",
       .usage = "MODEL -o OUT (--inputs V,... --outputs V,... | --nodes GLOB,... | --around NODE "
                "--hops N)",
       .description =
           "Cuts a part out of a model, as a model of its own with the weights and functions that "
           "it needs. Values and nodes of nested graphs go by their address, "
           "node/attribute/name; what a branch reads from outside becomes an input.",
       .examples = {"opsmith extract model.onnx -o part.onnx --inputs hidden --outputs logits",
                    "opsmith extract model.onnx -o block.onnx --nodes '/encoder/layer.3/*'",
                    "opsmith extract model.onnx -o near.onnx --around /conv_7 --hops 2",
                    "opsmith extract model.onnx -o branch.onnx --outputs if_1/then_branch/sum"},
       .exit_codes = "  0  written\n"});
  options.positional("MODEL", asked.model, "the model to read; - is standard input");
  add_write_options(options, asked.write);
  options.list("--inputs", "V,...", asked.inputs,
               "values that become the inputs (default: the model's own)");
  options.list("--outputs", "V,...", asked.outputs,
               "values that become the outputs (default: those that depend on --inputs)");
  options.list("--nodes", "GLOB,...", asked.nodes,
               "exactly these nodes, and the constants that they read");
  options.text("--around", "NODE", asked.around, "this node and its neighbours");
  options.integer("--hops", "N", asked.hops, "how far --around goes (default 1)", 0);
  if (!options.parse(arguments, output)) return 0;
  check_write_options(asked.write, options.common());
  check_selection(asked);
  output.configure(options.common(), asked.write.to_standard_output());

  const auto model = format::load_model(asked.model);
  const transform::Region region = find_region(*model, asked);
  shape::Inference(*model).run();
  const auto part = transform::extract(*model, region);
  write_model(*part, asked.write);
  if (options.common().json) {
    output.add(result_json(*part, asked.write.output));
  } else if (!output.quiet()) {
    output.add(report::plural(part->total_node_count(), "node") + " of " +
               report::format_count(model->total_node_count()) + " in " +
               report::printable(asked.write.output) + "\n");
    add_ports(output, "Inputs", *part, true);
    add_ports(output, "Outputs", *part, false);
  }
  return 0;
}

}  // namespace opsmith::cli
