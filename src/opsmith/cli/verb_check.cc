#include "opsmith/cli/verbs.h"
#include "opsmith/format/load.h"
#include "opsmith/report/json.h"
#include "opsmith/report/table.h"
#include "opsmith/report/text_width.h"
#include "opsmith/report/units.h"
#include "opsmith/schema/check.h"

namespace opsmith::cli {
namespace {

// A list of thousands helps nobody; JSON has them all.
constexpr std::size_t kMostShown = 50;

report::Json to_json(const schema::Problem& problem) {
  report::Json json;
  json["node"] = report::json_text(problem.node);
  json["op"] = report::json_text(problem.op);
  json["reason"] = report::json_text(problem.reason);
  json["remedy"] = report::json_text(problem.remedy);
  json["target"] = nullptr;
  json["graph"] = report::json_text(problem.graph);
  json["value"] = report::json_text(problem.value);
  return json;
}

std::string where(const schema::Problem& problem) {
  std::string text;
  if (!problem.op.empty()) text = problem.op + " ";
  if (!problem.node.empty()) text += "'" + problem.node + "' ";
  if (!problem.value.empty())
    text += (text.empty() ? "value '" : "at value '") + problem.value + "' ";
  if (!problem.graph.empty() && problem.graph != "main") text += "in " + problem.graph + " ";
  if (text.empty()) return "model";
  text.pop_back();
  return text;
}

}  // namespace

int run_check(const Arguments& arguments, Output& output) {
  std::string path;
  Options options(
      {.name = "check",
       .usage = "MODEL",
       .description =
           "Lists every problem of a model against the ONNX standard at once: links, names, "
           "operators, attributes, types.",
       .examples = {"opsmith check model.onnx", "opsmith check model.onnx --json"},
       .exit_codes = "  0  no problems\n  1  problems were found\n"});
  options.positional("MODEL", path, "the model to read; - is standard input");
  if (!options.parse(arguments, output)) return 0;
  output.configure(options.common());

  const auto model = format::load_model(path);
  const std::vector<schema::Problem> problems = schema::check_model(*model);
  if (options.common().json) {
    report::Json json;
    json["file"] = report::json_text(path);
    json["valid"] = problems.empty();
    json["problems"] = report::Json::array();
    for (const schema::Problem& problem : problems) json["problems"].push_back(to_json(problem));
    output.add(report::dump(json));
    return problems.empty() ? 0 : 1;
  }
  if (problems.empty()) {
    output.add(report::styled("no problems", report::Style::good, output.page()) + " in " +
               report::printable(path) + ", " + report::plural(model->total_node_count(), "node") +
               "\n");
    return 0;
  }
  output.add(report::styled(report::plural(problems.size(), "problem"), report::Style::bad,
                            output.page()) +
             " in " + report::printable(path) + "\n");
  std::size_t shown = 0;
  for (const schema::Problem& problem : problems) {
    if (shown++ == kMostShown && !output.verbose()) {
      output.add("\n  … " + report::format_count(problems.size() - kMostShown) +
                 " more (-v shows all)\n");
      break;
    }
    const std::size_t width = output.page().width - 2;
    output.add("\n  " +
               report::styled(report::truncate_middle(report::printable(where(problem)), width),
                              report::Style::title, output.page()) +
               "\n");
    output.add(report::wrap(report::printable(problem.reason), output.page(), 4));
    if (!problem.remedy.empty())
      output.add(report::wrap("-> " + report::printable(problem.remedy), output.page(), 4));
  }
  return 1;
}

}  // namespace opsmith::cli
