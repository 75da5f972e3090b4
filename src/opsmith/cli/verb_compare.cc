#include <algorithm>
#include <cmath>

#include "opsmith/base/error.h"
#include "opsmith/cli/compare_pairs.h"
#include "opsmith/cli/compare_report.h"
#include "opsmith/cli/samples.h"
#include "opsmith/cli/verbs.h"
#include "opsmith/format/load.h"
#include "opsmith/report/progress.h"

namespace opsmith::cli {
namespace {

struct CompareOptions {
  std::string a, b, tolerance;
  std::optional<double> atol, rtol, cosine;
  std::vector<std::string> map;
  SampleOptions samples;
};

numerics::Tolerance tolerance_of(const CompareOptions& asked, bool named) {
  numerics::Tolerance tolerance = numerics::tolerance_named(asked.tolerance);
  for (const std::optional<double>& bound : {asked.atol, asked.rtol}) {
    if (bound && *bound < 0) throw Error(ErrorCode::usage, "a tolerance cannot be negative");
  }
  if (asked.atol || asked.rtol) {
    tolerance.by_cosine = false;
    tolerance.cosine = -2;
    tolerance.atol = asked.atol.value_or(0);
    tolerance.rtol = asked.rtol.value_or(0);
  }
  if (asked.cosine) {
    tolerance.cosine = *asked.cosine;
    // Alone it is the whole demand; beside a bound it comes on top.
    if (!named && !asked.atol && !asked.rtol) tolerance.by_cosine = true;
  }
  return tolerance;
}

void add_difference(OutputComparison& into, const numerics::Difference& difference,
                    const std::string& sample) {
  into.max_abs = std::max(into.max_abs, difference.max_abs);
  into.max_rel = std::max(into.max_rel, difference.max_rel);
  into.cosine = std::min(into.cosine, difference.cosine);
  into.within = into.within && difference.within;
  const numerics::Difference& worst = into.worst;
  const bool worse = !into.compared || (worst.within && !difference.within) ||
                     (worst.within == difference.within && difference.max_abs > worst.max_abs);
  if (worse) {
    into.worst = difference;
    into.sample = sample;
  }
  into.compared = true;
}

std::vector<std::string> wanted(const std::vector<ValuePair>& pairs,
                                std::string ValuePair::* side) {
  std::vector<std::string> names;
  for (const ValuePair& pair : pairs) {
    if (!(pair.*side).empty()) names.push_back(pair.*side);
  }
  return names;
}

// Runs both models on every sample. False when B cannot be run on what A takes; the comparison
// tells why.
void run_both(const ir::Model& a, const ir::Model& b, const std::vector<ValuePair>& pairs,
              const InputPairing& inputs, const CompareOptions& asked,
              const numerics::Tolerance& tolerance, const CommonOptions& common,
              Comparison& comparison) {
  const auto library = runtime::Library::load();
  runtime::SessionOptions session;
  session.threads = common.threads;
  session.extra_outputs = wanted(pairs, &ValuePair::a);
  const runtime::Session session_a(library, a, session);
  session.extra_outputs = wanted(pairs, &ValuePair::b);
  const runtime::Session session_b(library, b, session);
  Samples samples(a, asked.samples);
  report::Progress progress("comparing sample", samples.size(), !common.quiet);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    progress.step(i);
    const Samples::Run run = samples.run(session_a, i);
    comparison.samples.push_back(run.name);
    std::string why;
    const runtime::NamedArrays inputs_b = inputs.rename(run.inputs, &why);
    runtime::NamedArrays outputs_b;
    if (why.empty()) {
      try {
        outputs_b = session_b.run(inputs_b);
      } catch (const Error& error) {
        if (error.code() != ErrorCode::runtime) throw;
        why = "B does not run on " + run.name + ", which A takes: " + error.what();
      }
    }
    if (!why.empty()) {
      comparison.obstacle = why;
      return;
    }
    for (OutputComparison& output : comparison.outputs) {
      if (output.name_a.empty() || output.name_b.empty()) continue;
      const runtime::Array* array_a = runtime::find_array(run.outputs, output.name_a);
      const runtime::Array* array_b = runtime::find_array(outputs_b, output.name_b);
      if (!array_a || !array_b)
        throw Error(ErrorCode::runtime, "ONNX Runtime did not return a value",
                    {.value = output.name_a});
      output.type_a = runtime::describe(*array_a);
      output.type_b = runtime::describe(*array_b);
      output.dtype = array_a->type;
      output.dims = array_a->dims;
      add_difference(output, numerics::compare_arrays(*array_a, *array_b, tolerance), run.name);
    }
  }
}

}  // namespace

int run_compare(const Arguments& arguments, Output& output) {
  CompareOptions asked;
  Options options(
      {.name = "compare",
       .usage = "A B [--tolerance NAME] [--data PATH] [--map V=W,...]",
       .description =
           "Runs two models on the same inputs and compares what they compute, element by element. "
           "B is the reference of relative errors. Inputs are those of A: given with --data, "
           "or generated. Outputs are matched by name, by --map, or by position.",
       .examples = {"opsmith compare model.onnx simplified.onnx",
                    "opsmith compare model.onnx fp16.onnx --cosine 0.999 --samples 8",
                    "opsmith compare old.onnx new.onnx --data samples/ --map logits=output_0"},
       .exit_codes = "  0  every output agrees within the tolerance\n"
                     "  1  some output differs, is missing, or B cannot run on A's inputs\n"});
  options.positional("A", asked.a, "the first model; - is standard input");
  options.positional("B", asked.b, "the second one, the reference of relative errors");
  options.choice("--tolerance", {"general", "exact", "strict", "quantized"}, asked.tolerance,
                 "exact: every bit; strict: 1e-6 + 1e-6|b|; general (default): 1e-5 + 1e-5|b|; "
                 "quantized: cosine 0.99");
  options.real("--atol", "X", asked.atol,
               "absolute part of the tolerance, in place of the named one");
  options.real("--rtol", "Y", asked.rtol,
               "relative part of the tolerance, in place of the named one");
  options.real("--cosine", "MIN", asked.cosine,
               "least cosine similarity; without other bounds the only demand");
  add_sample_options(options, asked.samples);
  options.list("--map", "V=W,...", asked.map, "compare value V of A with W of B; inner values too");
  if (!options.parse(arguments, output)) return 0;
  output.configure(options.common());
  if (asked.a == "-" && asked.b == "-")
    throw Error(ErrorCode::usage, "only one model can be read from standard input");
  const bool named = std::any_of(arguments.begin(), arguments.end(), [](const std::string& word) {
    return word.starts_with("--tolerance");
  });
  const numerics::Tolerance tolerance = tolerance_of(asked, named);

  const auto a = format::load_model(asked.a);
  const auto b = format::load_model(asked.b);
  const Pairing pairing = pair_outputs(*a, *b, asked.map);
  const InputPairing inputs(*a, *b);
  for (const std::string& note : pairing.notes) output.note(note);
  for (const std::string& note : inputs.notes()) output.note(note);

  Comparison comparison;
  comparison.a = asked.a;
  comparison.b = asked.b;
  comparison.tolerance = tolerance;
  comparison.obstacle = inputs.obstacle();
  for (const ValuePair& pair : pairing.values) {
    OutputComparison& one = comparison.outputs.emplace_back();
    one.name_a = pair.a;
    one.name_b = pair.b;
  }
  if (comparison.obstacle.empty()) {
    run_both(*a, *b, pairing.values, inputs, asked, tolerance, options.common(), comparison);
  }
  output.add(options.common().json ? comparison_json(comparison)
                                   : comparison_text(comparison, output.page()));
  return comparison.equal() ? 0 : 1;
}

}  // namespace opsmith::cli
