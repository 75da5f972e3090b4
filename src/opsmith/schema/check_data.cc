// Initializers: dims, sizes, external files. Looks at no element of a tensor that lies ready or
// outside.
#include <filesystem>

#include "opsmith/base/error.h"
#include "opsmith/schema/check_report.h"

namespace opsmith::schema {
namespace {

std::string in_quotes(std::string_view text) { return "'" + std::string(text) + "'"; }

void check_external(const ir::Graph& graph, const ir::Value& value, const ir::Tensor& tensor,
                    Report& report) {
  namespace fs = std::filesystem;
  const ir::ExternalData& external = *tensor.external();
  const auto problem = [&](std::string reason, std::string remedy) {
    report.add(ProblemKind::data, &graph, nullptr, value.name(), std::move(reason),
               std::move(remedy));
  };
  const fs::path location(external.location);
  bool climbs = external.location.empty() || location.is_absolute();
  for (const fs::path& part : location) climbs = climbs || part == "..";
  if (climbs) {
    return problem(
        "its external location " + in_quotes(external.location) + " leaves the model's folder",
        "move the data file beside the model and correct the location");
  }
  const auto wanted = tensor.byte_size();
  if (wanted && external.length && *external.length != *wanted) {
    problem("its external data has " + std::to_string(*external.length) +
                " bytes, but its type and dims ask for " + std::to_string(*wanted),
            "write the model again with its weights");
  }
  std::error_code error;
  const fs::path path = fs::path(graph.model().path).parent_path() / location;
  const bool is_file = fs::is_regular_file(path, error);
  const std::uintmax_t size = is_file ? fs::file_size(path, error) : 0;
  if (!is_file || error) {
    return problem("its data file " + in_quotes(external.location) + " is missing",
                   "put the file into the model's folder");
  }
  const std::uint64_t length = external.length ? *external.length : wanted.value_or(0);
  if (external.offset > size || length > size - external.offset) {
    problem("its data file " + in_quotes(external.location) +
                " is too short: " + std::to_string(size) + " bytes, " + std::to_string(length) +
                " needed from " + std::to_string(external.offset) + " on",
            "copy the file again; it may be truncated");
  }
}

// True when the tensor's type and dims make sense.
bool check_dims(const ir::Graph& graph, const ir::Value& value, const ir::Tensor& tensor,
                Report& report) {
  const auto problem = [&](std::string reason) {
    report.add(ProblemKind::data, &graph, nullptr, value.name(), std::move(reason),
               "write the tensor again");
    return false;
  };
  if (tensor.type() == ir::DataType::undefined)
    return problem("the initializer has no element type");
  for (const std::int64_t size : tensor.dims()) {
    if (size < 0) return problem("the initializer has a negative dim");
  }
  if (!tensor.element_count())
    return problem("the initializer's dims multiply to more than any memory holds");
  return true;
}

}  // namespace

void check_initializers(const ir::Graph& graph, Report& report) {
  const bool must_be_inputs = graph.is_main() && graph.model().ir_version.value_or(0) < 4;
  for (const ir::Value& value : graph.initializers()) {
    const ir::Tensor& tensor = *value.initializer();
    if (must_be_inputs && !value.is_input()) {
      report.add(ProblemKind::version, &graph, nullptr, value.name(),
                 "the initializer is no graph input, which IR versions below 4 ask for",
                 "set ir_version to at least 4");
    }
    if (!check_dims(graph, value, tensor, report)) continue;
    if (tensor.is_external()) {
      check_external(graph, value, tensor, report);
      continue;
    }
    try {
      if (tensor.is_string()) {
        static_cast<void>(tensor.strings());
      } else if (!tensor.is_sparse()) {
        static_cast<void>(tensor.bytes());  // compares sizes; decodes what is not raw data
      }
    } catch (const Error& error) {
      report.add(ProblemKind::data, &graph, nullptr, value.name(), error.message(),
                 error.remedy().empty() ? "write the tensor again" : error.remedy());
    }
  }
}

}  // namespace opsmith::schema
