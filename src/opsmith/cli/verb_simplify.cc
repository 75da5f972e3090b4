// opsmith simplify: a smaller model that is proved to compute the same.
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <string>

#include "opsmith/base/error.h"
#include "opsmith/cli/options.h"
#include "opsmith/cli/simplify_report.h"
#include "opsmith/cli/verbs.h"
#include "opsmith/cli/write_model.h"
#include "opsmith/format/load.h"
#include "opsmith/format/save.h"
#include "opsmith/ir/clone.h"
#include "opsmith/report/progress.h"
#include "opsmith/runtime/dataset.h"
#include "opsmith/transform/prepare.h"
#include "opsmith/verify/simplify.h"

namespace opsmith::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

struct Settings {
  std::string model, verify, custom_ops, report, data, dump_after;
  WriteOptions write;
  std::vector<std::string> skip, only, set, dims;
  std::int64_t max_growth = -1, samples = 2, seed = 0;
  bool exact = false, fold_quantized = false, inline_functions = false, freeze_weights = false,
       list_passes = false;
};

VerbHelp help() {
  return {
      .name = "simplify",
      .usage = "MODEL -o OUT [options]",
      .description =
          "Folds what is constant and removes what is redundant, proves the result against the "
          "original "
          "by running both, and writes it. A rewrite that does not hold is found and left out, by "
          "name.",
      .examples =
          {"opsmith simplify model.onnx -o small.onnx",
           "opsmith simplify model.onnx -o small.onnx --set batch=1 --report report.json",
           "opsmith simplify model.onnx -o small.onnx --skip fold_constants --verify strict"},
      .exit_codes =
          "  0  written, and verified unless the table says otherwise\n"
          "  3  nothing sound was left (or, with --verify strict, nothing could be compared)\n"};
}

void declare(Options& options, Settings& s) {
  options.positional("MODEL", s.model, "the model to simplify; - is standard input");
  add_write_options(options, s.write);
  options.choice("--verify", {"on", "off", "strict"}, s.verify,
                 "compare old and new by running both; strict refuses what cannot be compared");
  options.flag("--exact", s.exact, "demand equal bits, not only the general tolerance");
  options.integer(
      "--max-growth", "BYTES", s.max_growth,
      "how much one fold may enlarge the model (default: 65536, and the whole must not grow)");
  options.list("--set", "DIM=N", s.set, "fix a symbolic dimension of the inputs");
  options.list("--skip", "PASS", s.skip, "leave passes out");
  options.list("--only", "PASS", s.only, "run these passes only");
  options.flag("--list-passes", s.list_passes, "list the passes and what each does");
  options.flag("--fold-quantized", s.fold_quantized,
               "fold QuantizeLinear and DequantizeLinear of constants too");
  options.flag("--inline-functions", s.inline_functions,
               "replace calls of model-local functions by their bodies");
  options.flag("--freeze-weights", s.freeze_weights,
               "weights that are inputs too become plain constants");
  options.text("--custom-ops", "LIB", s.custom_ops, "library of custom operators for ONNX Runtime");
  options.text("--data", "PATH", s.data, "inputs for the comparison; generated when absent");
  options.integer("--samples", "N", s.samples, "sets of inputs to generate", 1);
  options.integer("--seed", "S", s.seed, "seed of the generated inputs");
  options.list("--dim", "NAME=N", s.dims, "size of a symbolic dimension in generated inputs");
  options.text("--dump-after", "DIR", s.dump_after,
               "write the model after each pass that changed it");
  options.text("--report", "FILE.json", s.report, "write the full report, with every rewrite");
}

verify::SimplifyOptions simplify_options(const Settings& settings, const CommonOptions& common) {
  verify::SimplifyOptions options;
  if (settings.max_growth >= 0) {
    options.passes.max_growth = settings.max_growth;
    options.growth_fixed = true;
  }
  options.passes.fold_quantized = settings.fold_quantized;
  options.passes.inline_functions = settings.inline_functions;
  options.passes.exact = settings.exact;
  options.skip = settings.skip;
  options.only = settings.only;
  options.verify = settings.verify == "off"      ? verify::VerifyMode::off
                   : settings.verify == "strict" ? verify::VerifyMode::strict
                                                 : verify::VerifyMode::on;
  options.verifier.samples = static_cast<int>(settings.samples);
  options.verifier.seed = static_cast<std::uint64_t>(settings.seed);
  for (const auto& [name, size] : parse_assignments(settings.dims, "--dim"))
    options.verifier.dims[name] = size;
  if (settings.exact) options.verifier.tolerance = numerics::tolerance_named("exact");
  options.verifier.custom_ops_library = settings.custom_ops;
  options.verifier.threads = common.threads;
  return options;
}

// Gives the model afresh each time. Standard input can be read only once, so a copy is kept of
// that.
class Source {
 public:
  explicit Source(std::string path) : path_(std::move(path)) {}

  std::unique_ptr<ir::Model> load() {
    const auto start = Clock::now();
    std::unique_ptr<ir::Model> model;
    if (path_ == "-") {
      if (!standard_input_) standard_input_ = format::load_model(path_);
      model = ir::clone_model(*standard_input_);
    } else {
      model = format::load_model(path_);
    }
    if (seconds_ == 0) seconds_ = std::chrono::duration<double>(Clock::now() - start).count();
    return model;
  }
  double first_load_seconds() const { return seconds_; }

 private:
  std::string path_;
  std::unique_ptr<ir::Model> standard_input_;
  double seconds_ = 0;
};

// Bytes of a saved model: its file and the data files that it names. 0 when it lies in no file.
std::uint64_t size_on_disk(const ir::Model& model, const std::string& path) {
  std::error_code error;
  const std::uint64_t own = fs::file_size(path, error);
  if (error) return 0;
  std::uint64_t total = own;
  std::set<std::string> files;
  model.for_each_graph([&](const ir::Graph& graph) {
    for (const ir::Value& value : graph.initializers()) {
      if (value.initializer()->is_external())
        files.insert(value.initializer()->external()->location);
    }
  });
  for (const std::string& file : files) {
    const std::uint64_t size = fs::file_size(fs::path(path).parent_path() / file, error);
    if (!error) total += size;
  }
  return total;
}

// One numbered file after each pass that changed something.
class Dumper {
 public:
  explicit Dumper(std::string folder) : folder_(std::move(folder)) {
    std::error_code error;
    if (!folder_.empty()) fs::create_directories(folder_, error);
    if (error)
      throw Error(ErrorCode::io, "cannot make the folder: " + error.message(), {.file = folder_});
  }
  void write(std::string_view pass, const ir::Model& model) {
    if (pass == last_)
      return;  // of a run of the same pass the first is enough to see where it started
    last_ = pass;
    char number[16];
    std::snprintf(number, sizeof number, "%03d_", ++count_);
    format::save_model(model,
                       (fs::path(folder_) / (number + std::string(pass) + ".onnx")).string());
  }

 private:
  std::string folder_;
  std::string last_;
  int count_ = 0;
};

}  // namespace

int run_simplify(const Arguments& arguments, Output& output) {
  Settings settings;
  Options options(help());
  declare(options, settings);
  if (std::find(arguments.begin(), arguments.end(), "--list-passes") != arguments.end()) {
    output.configure({});
    add_pass_list(output,
                  std::find(arguments.begin(), arguments.end(), "--json") != arguments.end());
    return 0;
  }
  if (!options.parse(arguments, output)) return 0;
  const CommonOptions& common = options.common();
  check_write_options(settings.write, common);
  output.configure(common, settings.write.to_standard_output());

  SimplifyContext context{settings.model, settings.write.output};
  context.verification_off = settings.verify == "off";
  const auto assignments = parse_assignments(settings.set, "--set");
  Source source(settings.model);
  const std::function<std::unique_ptr<ir::Model>()> load = [&] {
    auto model = source.load();
    transform::require_sound_links(*model);
    if (settings.freeze_weights) transform::freeze_weights(*model);
    transform::set_dimensions(*model, assignments);
    context.overridable = transform::count_overridable(*model);
    if (context.bytes_before == 0) context.bytes_before = size_on_disk(*model, settings.model);
    return model;
  };
  bool looked = false;
  std::shared_ptr<const runtime::Library> found;
  const std::function<std::shared_ptr<const runtime::Library>()> library = [&] {
    if (!looked) {
      looked = true;
      try {
        found = runtime::Library::load();
      } catch (const Error& error) {
        output.note(error.what());
      }
    }
    return found;
  };

  verify::SimplifyOptions simplify = simplify_options(settings, common);
  if (!settings.data.empty()) {
    const auto model = load();
    const auto data = runtime::Dataset::open(settings.data, *model);
    for (std::size_t i = 0; i < data.size(); ++i) simplify.verifier.data.push_back(data.sample(i));
  }
  Dumper dumper(settings.dump_after);
  if (!settings.dump_after.empty()) {
    simplify.after_pass = [&dumper](std::string_view pass, const ir::Model& model) {
      dumper.write(pass, model);
    };
    simplify.check_links = true;
  }
  report::Progress progress("simplify", 0, !common.quiet);
  std::size_t steps = 0;
  simplify.progress = [&](const std::string& step) { progress.step(++steps, step); };

  // Never destroyed: the process is about to end, and freeing a model of many nodes takes as long
  // as a pass over it.
  verify::SimplifyResult& result =
      *new verify::SimplifyResult(verify::simplify(load, library, simplify));
  context.load_seconds = source.first_load_seconds();
  if (result.sound) {
    const auto start = Clock::now();
    write_model(*result.model, settings.write);
    context.save_seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (!settings.write.to_standard_output()) {
      // Only a model with data files needs to be looked into.
      std::error_code error;
      context.bytes_after =
          fs::exists(settings.write.output + ".data", error)
              ? size_on_disk(*format::load_model(settings.write.output), settings.write.output)
              : fs::file_size(settings.write.output, error);
    }
  }
  if (!settings.report.empty()) write_simplify_report(settings.report, result, context);
  add_simplify_report(output, common.json, result, context);
  if (result.sound) return 0;
  output.flush();
  throw Error(ErrorCode::verification,
              result.verdict.reason.empty()
                  ? "the result could not be verified: " + result.unverified_because
                  : "no sound result was left: " + result.verdict.reason,
              {.file = settings.model}, "nothing was written; --verify off writes without proof");
}

}  // namespace opsmith::cli
