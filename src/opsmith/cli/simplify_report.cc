#include "opsmith/cli/simplify_report.h"

#include <algorithm>
#include <fstream>

#include "opsmith/base/error.h"
#include "opsmith/report/json.h"
#include "opsmith/report/table.h"
#include "opsmith/report/units.h"

namespace opsmith::cli {
namespace {

using report::Json;

std::size_t rolled_back(const verify::SimplifyResult& result, std::string_view pass) {
  return static_cast<std::size_t>(
      std::count_if(result.left_out.begin(), result.left_out.end(),
                    [pass](const verify::LeftOut& left) { return left.pass == pass; }));
}

Json to_json(const verify::SimplifyResult& result, const SimplifyContext& context,
             bool with_rewrites) {
  Json json;
  json["model"] = report::json_text(context.model);
  json["output"] = result.sound ? report::json_text(context.output) : Json();
  json["nodes_before"] = result.report.nodes_before;
  json["nodes_after"] = result.sound ? Json(result.report.nodes_after) : Json();
  json["constant_nodes_before"] = result.report.constant_nodes_before;
  json["constant_nodes_after"] = result.sound ? Json(result.report.constant_nodes_after) : Json();
  json["bytes_before"] = context.bytes_before;
  json["bytes_after"] = context.bytes_after;
  json["verified"] = result.verified;
  json["unverified_because"] = context.verification_off ? Json("verification was off")
                               : result.verified || result.unverified_because.empty()
                                   ? Json()
                                   : report::json_text(result.unverified_because);
  json["bindings"] = Json::array();
  for (const std::string& binding : result.bindings)
    json["bindings"].push_back(report::json_text(binding));
  json["outputs"] = Json::array();
  for (const verify::OutputVerdict& verdict : result.verdict.outputs) {
    json["outputs"].push_back({{"name", report::json_text(verdict.name)},
                               {"holds", verdict.holds},
                               {"max_abs", report::json_number(verdict.worst.max_abs)},
                               {"max_rel", report::json_number(verdict.worst.max_rel)},
                               {"cosine", report::json_number(verdict.worst.cosine)},
                               {"allowed_abs", report::json_number(verdict.allowed_abs)}});
  }
  json["passes"] = Json::array();
  for (const transform::PassReport& pass : result.report.passes) {
    json["passes"].push_back(
        {{"name", pass.name},
         {"applied", pass.applied},
         {"rolled_back", rolled_back(result, pass.name)},
         {"max_error", result.verified ? report::json_number(result.verdict.max_abs) : Json()},
         {"nodes_removed", pass.nodes_removed},
         {"nodes_added", pass.nodes_added},
         {"seconds", pass.seconds}});
  }
  json["left_out"] = Json::array();
  for (const verify::LeftOut& left : result.left_out) {
    json["left_out"].push_back({{"pass", report::json_text(left.pass)},
                                {"at", report::json_text(left.at)},
                                {"reason", report::json_text(left.reason)}});
  }
  json["notes"] = Json::array();
  for (const std::string& note : result.report.notes)
    json["notes"].push_back(report::json_text(note));
  json["seconds"] = {{"load", context.load_seconds},
                     {"inference", result.report.inference_seconds},
                     {"passes", result.pass_seconds},
                     {"verify", result.verify_seconds},
                     {"save", context.save_seconds}};
  if (with_rewrites && result.sound) {
    json["rewrites"] = Json::array();
    for (const transform::Rewrite& rewrite : result.log) {
      Json entry = {{"pass", rewrite.pass}, {"at", report::json_text(rewrite.at)}};
      entry["removed"] = Json::array();
      for (const std::string_view node : rewrite.removed)
        entry["removed"].push_back(report::json_text(node));
      entry["added"] = Json::array();
      for (const std::string_view node : rewrite.added)
        entry["added"].push_back(report::json_text(node));
      entry["replaced"] = Json::array();
      for (const auto& [old_value, new_value] : rewrite.replaced) {
        entry["replaced"].push_back({report::json_text(old_value), report::json_text(new_value)});
      }
      json["rewrites"].push_back(std::move(entry));
    }
  }
  return json;
}

std::string change(const std::string& before, const std::string& after) {
  return before == after ? before + ", unchanged" : before + " -> " + after;
}

std::string constant_nodes(const transform::RunReport& report) {
  if (report.constant_nodes_before == 0 && report.constant_nodes_after == 0) return "";
  return "; Constant nodes " + change(report::format_count(report.constant_nodes_before),
                                      report::format_count(report.constant_nodes_after));
}

void add_proof(Output& output, const verify::SimplifyResult& result,
               const SimplifyContext& context) {
  const report::Page& page = output.page();
  std::string line;
  report::Style style = report::Style::good;
  if (context.verification_off) {
    line = "not verified: verification was off";
    style = report::Style::warning;
  } else if (result.verified) {
    line = "verified: equal on " + report::plural(result.bindings.size(), "sample");
    std::string sizes;
    for (const std::string& binding : result.bindings) {
      if (!binding.empty()) sizes += (sizes.empty() ? "" : "; ") + binding;
    }
    if (!sizes.empty()) line += " (" + sizes + ")";
    line += result.verdict.max_abs == 0
                ? ", bit for bit"
                : ", max abs difference " + report::format_number(result.verdict.max_abs) +
                      ", max rel " + report::format_number(result.verdict.max_rel);
    for (const verify::OutputVerdict& verdict : result.verdict.outputs) {
      if (verdict.allowed_abs > 0) {
        line += "; '" + verdict.name + "' amplifies rounding noise: it moves by " +
                report::format_number(verdict.allowed_abs / 4) + " when its inputs move by an ulp";
      }
    }
  } else if (!result.unverified_because.empty()) {
    line = "not verified: " + result.unverified_because;
    style = report::Style::warning;
  } else {
    line = "failed: " + result.verdict.reason;
    style = report::Style::bad;
  }
  const std::string wrapped = report::wrap(line, page, 2);
  output.add(report::styled(wrapped, style, page));
}

}  // namespace

void add_simplify_report(Output& output, bool json, const verify::SimplifyResult& result,
                         const SimplifyContext& context) {
  if (json) {
    output.add(report::dump(to_json(result, context, false)));
    return;
  }
  if (output.quiet()) return;
  const report::Page& page = output.page();
  output.heading(context.model + (result.sound ? " -> " + context.output : ""));
  using Table = report::Table;
  Table table({{"pass"},
               {"applied", Table::Align::right},
               {"nodes removed", Table::Align::right},
               {"nodes added", Table::Align::right},
               {"time", Table::Align::right}});
  for (const transform::PassReport& pass : result.report.passes) {
    if (pass.applied == 0 && !output.verbose()) continue;
    table.add({std::string(pass.name), report::format_count(pass.applied),
               report::format_count(pass.nodes_removed), report::format_count(pass.nodes_added),
               report::format_seconds(pass.seconds)});
  }
  output.add(table.empty() ? "  nothing to simplify\n" : table.render(page));
  output.heading("result");
  output.add("  nodes  " +
             change(report::format_count(result.report.nodes_before),
                    report::format_count(result.report.nodes_after)) +
             constant_nodes(result.report) + "\n");
  if (context.bytes_before > 0 && context.bytes_after > 0) {
    output.add("  bytes  " +
               change(report::format_bytes(context.bytes_before),
                      report::format_bytes(context.bytes_after)) +
               "\n");
  }
  std::string times = "  time   load " + report::format_seconds(context.load_seconds) +
                      ", passes " + report::format_seconds(result.pass_seconds);
  if (!context.verification_off)
    times += ", verify " + report::format_seconds(result.verify_seconds);
  output.add(times + ", save " + report::format_seconds(context.save_seconds) + "\n");
  add_proof(output, result, context);
  for (const verify::LeftOut& left : result.left_out) {
    output.add(report::wrap("left out: " + left.pass +
                                (left.at.empty() ? " (whole pass)" : " at '" + left.at + "'") +
                                ": " + left.reason,
                            page, 2));
  }
  if (context.overridable > 0) {
    output.add(report::wrap(
        report::plural(context.overridable, "weight") +
            " are overridable inputs, so they are not constants; --freeze-weights makes them so",
        page, 2));
  }
  for (const std::string& note : result.report.notes)
    output.add(report::wrap("note: " + note, page, 2));
}

void write_simplify_report(const std::string& path, const verify::SimplifyResult& result,
                           const SimplifyContext& context) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << report::dump(to_json(result, context, true));
  file.close();
  if (!file)
    throw Error(ErrorCode::io, "cannot write the report", {.file = path},
                "check the folder and free space");
}

void add_pass_list(Output& output, bool json) {
  if (json) {
    Json list = Json::array();
    for (const auto& [name, doc] : transform::pass_names_and_docs())
      list.push_back({{"name", name}, {"doc", doc}});
    output.add(report::dump(list));
    return;
  }
  report::Table table({{"pass", report::Table::Align::left, report::Table::Cut::never},
                       {"what it does", report::Table::Align::left, report::Table::Cut::never}});
  for (const auto& [name, doc] : transform::pass_names_and_docs())
    table.add({std::string(name), std::string(doc)});
  output.add(table.render(output.page()));
}

}  // namespace opsmith::cli
