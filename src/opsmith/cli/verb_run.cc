#include <fmt/format.h>

#include <filesystem>
#include <set>
#include <string_view>

#include "opsmith/base/error.h"
#include "opsmith/base/glob.h"
#include "opsmith/base/suggest.h"
#include "opsmith/cli/samples.h"
#include "opsmith/cli/verbs.h"
#include "opsmith/format/load.h"
#include "opsmith/report/json.h"
#include "opsmith/report/progress.h"
#include "opsmith/report/statistics.h"
#include "opsmith/report/table.h"
#include "opsmith/report/units.h"
#include "opsmith/runtime/npz.h"

namespace opsmith::cli {
namespace {

std::vector<std::string> main_values(const ir::Model& model) {
  std::vector<std::string> names;
  for (const ir::Node& node : model.graph().nodes()) {
    if (node.is("Constant")) continue;
    for (const ir::Value* output : node.outputs()) {
      if (output) names.emplace_back(output->name());
    }
  }
  return names;
}

// What to return, in the order asked: the outputs when nothing is asked, every value for "all".
std::vector<std::string> wanted_values(const ir::Model& model,
                                       const std::vector<std::string>& asked) {
  std::vector<std::string> outputs;
  for (const ir::Use& use : model.graph().outputs()) {
    if (use.value()) outputs.emplace_back(use.value()->name());
  }
  if (asked.empty()) return outputs;
  const std::vector<std::string> inner = main_values(model);
  std::vector<std::string> known = outputs;
  const std::set<std::string_view> are_outputs(outputs.begin(), outputs.end());
  for (const std::string& name : inner) {
    if (!are_outputs.contains(name)) known.push_back(name);
  }
  std::vector<std::string> wanted;
  std::set<std::string> have;
  auto want = [&](const std::string& name) {
    if (have.insert(name).second) wanted.push_back(name);
  };
  for (const std::string& pattern : asked) {
    if (pattern == "all") {
      for (const std::string& name : inner) want(name);
      for (const std::string& name : outputs) want(name);
      return wanted;
    }
    bool found = false;
    for (const std::string& name : known) {
      if (!matches_glob(pattern, name)) continue;
      want(name);
      found = true;
    }
    if (found) continue;
    throw Error(ErrorCode::usage, "no output or inner value of the main graph is called so",
                {.file = model.path, .value = pattern},
                did_you_mean(pattern, {known.begin(), known.end()}));
  }
  return wanted;
}

report::Statistics statistics_of(const runtime::Array& array) {
  return report::statistics_of(array.type, array.bytes, array.count());
}

report::Json to_json(const std::string& name, const runtime::Array& array) {
  report::Json json;
  json["name"] = report::json_text(name);
  json["dtype"] = std::string(ir::name_of(array.type));
  json["shape"] = array.is_tensor() ? report::json_dims(array.dims) : report::Json(nullptr);
  json["type"] = report::json_text(describe(array));
  const report::Statistics s = array.is_tensor() ? statistics_of(array) : report::Statistics{};
  const bool known = s.numeric && s.finite() > 0;
  json["min"] = known ? report::json_number(s.minimum) : report::Json(nullptr);
  json["max"] = known ? report::json_number(s.maximum) : report::Json(nullptr);
  json["mean"] = known ? report::json_number(s.mean) : report::Json(nullptr);
  json["nan"] = s.nans;
  json["inf"] = s.infinities;
  return json;
}

// The columns for NaN and infinity are there when some output has one.
std::string outputs_text(const runtime::NamedArrays& outputs, const report::Page& page) {
  using Table = report::Table;
  constexpr auto kRight = Table::Align::right;
  constexpr auto kNever = Table::Cut::never;
  std::vector<report::Statistics> all;
  bool any_nan = false, any_infinite = false;
  for (const auto& [_, array] : outputs) {
    all.push_back(array.is_tensor() ? statistics_of(array) : report::Statistics{});
    any_nan = any_nan || all.back().nans > 0;
    any_infinite = any_infinite || all.back().infinities > 0;
  }
  std::vector<Table::Column> columns = {{"output"},
                                        {"type"},
                                        {"min", kRight, kNever},
                                        {"max", kRight, kNever},
                                        {"mean", kRight, kNever}};
  if (any_nan) columns.push_back({"NaN", kRight, kNever});
  if (any_infinite) columns.push_back({"inf", kRight, kNever});
  Table table(std::move(columns));
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto& [name, array] = outputs[i];
    const report::Statistics& s = all[i];
    const bool known = s.numeric && s.finite() > 0;
    auto number = [known](double x) { return known ? report::format_number(x) : std::string(); };
    auto count = [](std::uint64_t n) {
      return Table::Cell(n ? report::format_count(n) : "", report::Style::warning);
    };
    std::vector<Table::Cell> row = {{name, report::Style::accent},
                                    describe(array),
                                    number(s.minimum),
                                    number(s.maximum),
                                    number(s.mean)};
    if (any_nan) row.push_back(count(s.nans));
    if (any_infinite) row.push_back(count(s.infinities));
    table.add(std::move(row));
  }
  return table.render(page);
}

// Outputs in DIR/sample_0000.npz; inputs in DIR/inputs, a folder that --data takes as it is.
void save_sample(const std::string& folder, std::size_t index, const Samples::Run& run,
                 Output& output) {
  const std::filesystem::path root(folder);
  const std::string file = fmt::format("sample_{:04}.npz", index);
  std::error_code error;
  std::filesystem::create_directories(root / "inputs", error);
  if (error)
    throw Error(ErrorCode::io, "cannot make the folder: " + error.message(), {.file = folder});
  runtime::NamedArrays tensors;
  for (const auto& [name, array] : run.outputs) {
    if (array.is_tensor()) {
      tensors.emplace_back(name, array);
    } else {
      output.note(fmt::format("'{}' is {}, which .npz cannot hold; it is left out of {}", name,
                              describe(array), file));
    }
  }
  runtime::write_npz((root / file).string(), tensors);
  runtime::NamedArrays inputs;
  for (const auto& [name, array] : run.inputs) {
    if (array.is_tensor()) inputs.emplace_back(name, array);
  }
  runtime::write_npz((root / "inputs" / file).string(), inputs);
}

}  // namespace

int run_run(const Arguments& arguments, Output& output) {
  std::string path, save;
  std::vector<std::string> asked;
  SampleOptions sample_options;
  Options options(
      {.name = "run",
       .usage = "MODEL [--data PATH] [--outputs V,...|all] [--save DIR]",
       .description =
           "Runs a model in ONNX Runtime, without its graph optimizations, and tells what comes "
           "out: outputs, or any values of the main graph.",
       .examples = {"opsmith run model.onnx --dim batch=4",
                    "opsmith run model.onnx --data samples/ --outputs all --save values/"},
       .exit_codes = "  0  it ran\n"});
  options.positional("MODEL", path, "the model to read; - is standard input");
  add_sample_options(options, sample_options);
  options.list("--outputs", "V,...|all", asked,
               "values to return, globs too; all: what every node makes");
  options.text("--save", "DIR", save,
               "keep the values in DIR/sample_0000.npz, the inputs in DIR/inputs/");
  if (!options.parse(arguments, output)) return 0;
  output.configure(options.common());

  const auto model = format::load_model(path);
  const std::vector<std::string> wanted = wanted_values(*model, asked);
  const std::set<std::string_view> is_wanted(wanted.begin(), wanted.end());
  runtime::SessionOptions session_options;
  session_options.threads = options.common().threads;
  session_options.extra_outputs = wanted;
  const runtime::Session session(runtime::Library::load(), *model, session_options);
  if (!session.note().empty() && output.verbose()) output.note(session.note());

  Samples samples(*model, sample_options);
  report::Json json;
  json["file"] = report::json_text(path);
  json["samples"] = report::Json::array();
  report::Progress progress("running sample", samples.size(), !output.quiet());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    progress.step(i);
    Samples::Run run = samples.run(session, i);
    std::erase_if(run.outputs, [&](const auto& named) { return !is_wanted.contains(named.first); });
    if (!save.empty()) save_sample(save, i, run, output);
    if (options.common().json) {
      report::Json sample;
      sample["name"] = report::json_text(run.name);
      sample["inputs"] = report::Json::array();
      for (const auto& [name, array] : run.inputs) sample["inputs"].push_back(to_json(name, array));
      sample["outputs"] = report::Json::array();
      for (const auto& [name, array] : run.outputs)
        sample["outputs"].push_back(to_json(name, array));
      json["samples"].push_back(std::move(sample));
    } else {
      output.heading(run.name);
      output.add(outputs_text(run.outputs, output.page()));
    }
  }
  if (options.common().json) output.add(report::dump(json));
  return 0;
}

}  // namespace opsmith::cli
