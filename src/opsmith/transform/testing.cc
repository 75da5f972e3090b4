#include "opsmith/transform/testing.h"

#include <stdexcept>

#include "opsmith/format/text_parser.h"
#include "opsmith/format/text_printer.h"
#include "opsmith/numerics/compare.h"
#include "opsmith/runtime/generate_inputs.h"
#include "opsmith/runtime/session.h"

namespace opsmith::transform::testing {
namespace {

std::unique_ptr<ir::Model> run_passes(const std::string& text, const std::vector<std::string>& only,
                                      const PassOptions& options) {
  auto model = format::parse_text(text, "test");
  PassManager::Options manager;
  manager.passes = options;
  manager.only = only;
  manager.check_links = true;
  manager.runtime = [] { return runtime::Library::load(); };
  PassManager(std::move(manager)).run(*model);
  return model;
}

}  // namespace

std::string simplified(const std::string& text, const std::vector<std::string>& only,
                       const PassOptions& options) {
  return format::print_text(*run_passes(text, only, options));
}

std::string operators_after(const std::string& text, const std::vector<std::string>& only,
                            const PassOptions& options) {
  const auto model = run_passes(text, only, options);
  std::string operators;
  for (const ir::Node& node : model->graph().nodes()) {
    operators += (operators.empty() ? "" : " ") + std::string(node.op_type);
  }
  return operators;
}

void expect_same_results(const std::string& text, const std::vector<std::string>& only,
                         const PassOptions& options) {
  const auto original = format::parse_text(text, "test");
  const auto result = run_passes(text, only, options);
  const auto library = runtime::Library::load();
  const runtime::Session before(library, *original);
  const runtime::Session after(library, *result);
  for (int binding = 0; binding < 2; ++binding) {
    const auto inputs =
        runtime::generate_inputs(*original, {static_cast<std::uint64_t>(binding), {}, binding});
    for (const auto& [name, difference] : numerics::compare_named(
             after.run(inputs), before.run(inputs), numerics::tolerance_named("exact"))) {
      if (!difference.within)
        throw std::runtime_error("output '" + name + "': " + difference.reason);
    }
  }
}

}  // namespace opsmith::transform::testing
