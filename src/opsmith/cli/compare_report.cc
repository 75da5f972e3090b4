#include "opsmith/cli/compare_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "opsmith/report/json.h"
#include "opsmith/report/table.h"
#include "opsmith/report/text_width.h"
#include "opsmith/report/units.h"

namespace opsmith::cli {
namespace {

using report::format_number;
using report::Json;

std::string index_text(const std::vector<std::int64_t>& index) {
  std::string text = "[";
  for (std::size_t i = 0; i < index.size(); ++i) text += (i ? "," : "") + std::to_string(index[i]);
  return text + "]";
}

std::string tolerance_text(const numerics::Tolerance& tolerance) {
  std::string text;
  if (tolerance.exact()) {
    text = "bit for bit";
  } else if (!tolerance.by_cosine) {
    text = "|a-b| <= " + format_number(tolerance.atol) + " + " + format_number(tolerance.rtol) +
           " |b|";
  }
  if (tolerance.cosine > -1)
    text += (text.empty() ? "" : ", ") + ("cosine >= " + format_number(tolerance.cosine));
  return text;
}

Json place_json(const std::vector<std::int64_t>& index, double a, double b) {
  if (index.empty()) return nullptr;
  return {{"index", report::json_dims(index)},
          {"a", report::json_number(a)},
          {"b", report::json_number(b)}};
}

Json output_json(const OutputComparison& output) {
  Json json;
  json["name"] = report::json_text(output.name());
  json["name_a"] = output.name_a.empty() ? Json(nullptr) : report::json_text(output.name_a);
  json["name_b"] = output.name_b.empty() ? Json(nullptr) : report::json_text(output.name_b);
  json["equal"] = output.equal();
  if (!output.compared) {
    json["reason"] = output.name_a.empty()   ? "only B has this output"
                     : output.name_b.empty() ? "only A has this output"
                                             : "not compared";
    for (const char* key : {"max_abs", "max_rel", "cosine"}) json[key] = nullptr;
    return json;
  }
  const numerics::Difference& worst = output.worst;
  json["dtype"] = std::string(ir::name_of(output.dtype));
  json["shape"] = report::json_dims(output.dims);
  json["type_a"] = report::json_text(output.type_a);
  json["type_b"] = report::json_text(output.type_b);
  json["reason"] = report::json_text(worst.reason);
  json["max_abs"] = report::json_number(output.max_abs);
  json["max_rel"] = report::json_number(output.max_rel);
  json["cosine"] = report::json_number(output.cosine);
  json["sample"] = report::json_text(output.sample);
  Json& in_sample = json["worst"];
  in_sample["max_abs"] = report::json_number(worst.max_abs);
  in_sample["max_abs_at"] = place_json(worst.max_abs_index, worst.max_abs_a, worst.max_abs_b);
  in_sample["max_rel"] = report::json_number(worst.max_rel);
  in_sample["max_rel_at"] = place_json(worst.max_rel_index, worst.max_rel_a, worst.max_rel_b);
  in_sample["mean_abs"] = report::json_number(worst.mean_abs);
  in_sample["cosine"] = report::json_number(worst.cosine);
  in_sample["sqnr_db"] = report::json_number(worst.sqnr_db);
  in_sample["max_ulp"] = worst.max_ulp;
  in_sample["count"] = worst.count;
  in_sample["unequal"] = worst.unequal;
  in_sample["violations"] = worst.violations;
  in_sample["nan_a"] = worst.nan_a;
  in_sample["nan_b"] = worst.nan_b;
  in_sample["inf_a"] = worst.inf_a;
  in_sample["inf_b"] = worst.inf_b;
  in_sample["nonfinite_mismatches"] = worst.nonfinite_mismatches;
  return json;
}

// The lines below the table for an output that differs.
std::string explain(const OutputComparison& output, const report::Page& page) {
  std::string text;
  auto line = [&](const std::string& words) {
    text += report::wrap(report::printable(words), page, 4);
  };
  const numerics::Difference& worst = output.worst;
  if (!worst.reason.empty()) line(worst.reason);
  if (!worst.max_abs_index.empty()) {
    line("largest difference at " + index_text(worst.max_abs_index) + ": " +
         format_number(worst.max_abs_a) + " in A, " + format_number(worst.max_abs_b) + " in B");
  }
  if (!worst.max_rel_index.empty() && worst.max_rel_index != worst.max_abs_index) {
    line("largest relative difference at " + index_text(worst.max_rel_index) + ": " +
         format_number(worst.max_rel_a) + " in A, " + format_number(worst.max_rel_b) + " in B");
  }
  if (worst.nan_a + worst.nan_b + worst.inf_a + worst.inf_b > 0) {
    line("NaN: " + report::format_count(worst.nan_a) + " in A, " +
         report::format_count(worst.nan_b) +
         " in B; infinite: " + report::format_count(worst.inf_a) + " in A, " +
         report::format_count(worst.inf_b) + " in B");
  }
  line("sample: " + output.sample);
  return text;
}

}  // namespace

bool Comparison::equal() const {
  return obstacle.empty() && std::all_of(outputs.begin(), outputs.end(),
                                         [](const OutputComparison& o) { return o.equal(); });
}

std::string comparison_json(const Comparison& comparison) {
  Json json;
  json["a"] = report::json_text(comparison.a);
  json["b"] = report::json_text(comparison.b);
  json["equal"] = comparison.equal();
  json["reason"] = report::json_text(comparison.obstacle);
  const numerics::Tolerance& tolerance = comparison.tolerance;
  json["tolerance"] = {{"atol", tolerance.by_cosine ? Json(nullptr) : Json(tolerance.atol)},
                       {"rtol", tolerance.by_cosine ? Json(nullptr) : Json(tolerance.rtol)},
                       {"cosine", tolerance.cosine > -1 ? Json(tolerance.cosine) : Json(nullptr)}};
  json["samples"] = Json::array();
  for (const std::string& sample : comparison.samples)
    json["samples"].push_back(report::json_text(sample));
  json["outputs"] = Json::array();
  for (const OutputComparison& output : comparison.outputs)
    json["outputs"].push_back(output_json(output));
  return report::dump(json);
}

std::string comparison_text(const Comparison& comparison, const report::Page& page) {
  using report::Table;
  constexpr auto kRight = Table::Align::right;
  constexpr auto kNever = Table::Cut::never;
  Table table({{"output"},
               {"type"},
               {"max abs", kRight, kNever},
               {"max rel", kRight, kNever},
               {"mean abs", kRight, kNever},
               {"cosine", kRight, kNever},
               {"SQNR dB", kRight, kNever},
               {"", Table::Align::left, kNever}});
  std::string details;
  for (const OutputComparison& output : comparison.outputs) {
    std::string name = output.name();
    if (!output.name_a.empty() && !output.name_b.empty() && output.name_a != output.name_b) {
      name = output.name_a + " = " + output.name_b;
    }
    const auto verdict = [](const std::string& text, bool good) {
      return Table::Cell(text, good ? report::Style::good : report::Style::bad);
    };
    if (!output.compared) {
      table.add({{name, report::Style::accent},
                 "",
                 "",
                 "",
                 "",
                 "",
                 "",
                 verdict(output.name_b.empty()   ? "only in A"
                         : output.name_a.empty() ? "only in B"
                                                 : "not compared",
                         false)});
      continue;
    }
    const std::string type =
        output.type_a == output.type_b ? output.type_a : output.type_a + " / " + output.type_b;
    const numerics::Difference& worst = output.worst;
    const bool numbers = worst.same_type && worst.same_shape && worst.count > 0;
    auto number = [numbers](double x) { return numbers ? format_number(x) : std::string(); };
    // Rounded down, so that 1 means 1.
    const std::string cosine =
        fmt::format("{:.6f}", std::floor(std::clamp(output.cosine, -1.0, 1.0) * 1e6) / 1e6);
    table.add({{name, report::Style::accent},
               type,
               number(output.max_abs),
               number(output.max_rel),
               number(worst.mean_abs),
               numbers ? cosine : std::string(),
               number(worst.sqnr_db),
               verdict(output.equal() ? "equal" : "differs", output.equal())});
    if (!output.equal()) {
      details += "\n  " +
                 report::styled(report::truncate_middle(report::printable(name), page.width - 2),
                                report::Style::title, page) +
                 "\n" + explain(output, page);
    }
  }
  std::string text = table.render(page) + details;
  if (!comparison.obstacle.empty())
    text += "\n" + report::wrap(report::printable(comparison.obstacle), page, 2);
  const auto equal =
      static_cast<std::size_t>(std::count_if(comparison.outputs.begin(), comparison.outputs.end(),
                                             [](const auto& o) { return o.equal(); }));
  const bool good = comparison.equal();
  text += "\n" +
          report::styled(good ? "equal" : "different",
                         good ? report::Style::good : report::Style::bad, page) +
          ": " + report::format_count(equal) + " of " +
          report::plural(comparison.outputs.size(), "output") + " within " +
          tolerance_text(comparison.tolerance) + ", on " +
          report::plural(comparison.samples.size(), "sample") + "\n";
  return text;
}

}  // namespace opsmith::cli
