// IR version, opset imports and functions.
#include <set>
#include <tuple>

#include "onnx/onnx_pb.h"
#include "opsmith/schema/check_report.h"
#include "opsmith/schema/registry.h"

namespace opsmith::schema {
namespace {

std::string in_quotes(std::string_view domain) {
  return domain.empty() || domain == "ai.onnx" ? std::string("the default domain")
                                               : "domain '" + std::string(domain) + "'";
}

void check_imports(const std::vector<ir::OpsetImport>& imports, const std::string& whose,
                   Report& report) {
  std::set<std::string_view> seen;
  for (const ir::OpsetImport& import : imports) {
    const std::string_view domain = import.domain == "ai.onnx" ? std::string_view() : import.domain;
    if (!seen.insert(domain).second) {
      report.add(ProblemKind::version, whose + " imports " + in_quotes(domain) + " more than once",
                 "keep one import");
    }
    const std::int64_t version = import.version.value_or(0);
    const std::int64_t newest = newest_opset(domain);
    if (version < 1) {
      report.add(ProblemKind::version,
                 whose + " imports " + in_quotes(domain) + " without a version",
                 "give the import a version of at least 1");
    } else if (newest > 0 && version > newest) {
      report.add(
          ProblemKind::version,
          whose + " imports opset " + std::to_string(version) + " of " + in_quotes(domain) +
              ", but this build knows opsets up to " + std::to_string(newest),
          "convert the model to opset " + std::to_string(newest) + " or use a newer Opsmith");
    }
  }
}

void check_functions(const ir::Model& model, std::int64_t ir_version, Report& report) {
  if (!model.functions().empty() && ir_version < 8) {
    report.add(
        ProblemKind::version,
        "the model has functions, which need IR version 8, but says " + std::to_string(ir_version),
        "set ir_version to at least 8");
  }
  std::set<std::tuple<std::string_view, std::string_view, std::string_view>> seen;
  for (const auto& function : model.functions()) {
    const std::string name = std::string(function->domain) + "::" + std::string(function->name);
    if (!seen.insert({function->domain, function->name, function->overload}).second) {
      report.add(ProblemKind::structure, "the function '" + name + "' is defined more than once",
                 "keep one definition, or give each an overload of its own");
    }
    if (!function->overload.empty() && ir_version < 10) {
      report.add(ProblemKind::version,
                 "the function '" + name + "' has an overload, which needs IR version 10",
                 "set ir_version to at least 10");
    }
    check_imports(function->opset_imports, "the function '" + name + "'", report);
  }
}

}  // namespace

void check_versions(const ir::Model& model, Report& report) {
  const std::int64_t ir_version = model.ir_version.value_or(0);
  if (ir_version < 1) {
    report.add(ProblemKind::version, "the model has no ir_version",
               "set ir_version; 10 suits most engines");
  } else if (ir_version > onnx::Version::IR_VERSION) {
    report.add(ProblemKind::version,
               "the model has IR version " + std::to_string(ir_version) +
                   ", but this build knows versions up to " +
                   std::to_string(onnx::Version::IR_VERSION),
               "use a newer Opsmith");
  }
  if (ir_version >= 3 && model.opset_imports.empty()) {
    report.add(ProblemKind::version, "the model imports no opset",
               "import the opset that its operators belong to");
  }
  check_imports(model.opset_imports, "the model", report);
  check_functions(model, ir_version, report);
}

}  // namespace opsmith::schema
