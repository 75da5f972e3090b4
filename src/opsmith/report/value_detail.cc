#include "opsmith/report/value_detail.h"

#include <exception>

#include "opsmith/ir/address.h"
#include "opsmith/report/attribute_text.h"
#include "opsmith/report/model_listing.h"
#include "opsmith/report/model_summary.h"
#include "opsmith/report/table.h"
#include "opsmith/report/text_width.h"
#include "opsmith/report/units.h"

namespace opsmith::report {
namespace {

constexpr std::size_t kFirstElements = 16;

std::string producer_text(const ir::Value& value) {
  const ir::Node* producer = value.producer();
  if (!producer) return {};
  std::string text = operator_name(*producer) + " '" + ir::address_of(*producer) + "'";
  if (producer->outputs().size() > 1) text += ", output " + std::to_string(value.output_index());
  return text;
}

}  // namespace

ValueDetail detail_of(const ir::Value& value) {
  ValueDetail detail;
  detail.value = &value;
  detail.tensor = value.initializer() ? value.initializer() : value.constant();
  if (!detail.tensor || detail.tensor->is_string() || detail.tensor->is_sparse()) return detail;
  try {
    const ByteView bytes = detail.tensor->bytes();
    const auto count = static_cast<std::uint64_t>(detail.tensor->element_count().value_or(0));
    detail.statistics = statistics_of(detail.tensor->type(), bytes, count);
  } catch (const std::exception& error) {
    detail.unreadable = error.what();
  }
  return detail;
}

Json to_json(const ValueDetail& detail) {
  const ir::Value& value = *detail.value;
  Json json = values_json({&value}, value.inferred() != nullptr).front();
  if (const ir::Node* producer = value.producer()) {
    json["producer"] = {{"name", json_text(producer->name)},
                        {"op", json_text(operator_name(*producer))},
                        {"address", json_text(ir::address_of(*producer))},
                        {"output", value.output_index()}};
  }
  json["doc_string"] = value.info() ? json_text(value.info()->doc_string) : Json("");
  if (!detail.tensor) return json;
  json["bytes"] = detail.tensor->byte_size().value_or(0);
  if (const ir::ExternalData* external = detail.tensor->external()) {
    json["external"] = {{"location", json_text(external->location)}, {"offset", external->offset}};
  }
  if (!detail.unreadable.empty()) json["unreadable"] = json_text(detail.unreadable);
  if (!detail.statistics || !detail.statistics->numeric) return json;
  const Statistics& s = *detail.statistics;
  const bool any = s.finite() > 0;
  json["statistics"] = {{"count", s.count},
                        {"min", any ? Json(s.minimum) : Json(nullptr)},
                        {"max", any ? Json(s.maximum) : Json(nullptr)},
                        {"mean", any ? Json(s.mean) : Json(nullptr)},
                        {"std", any ? Json(s.deviation) : Json(nullptr)},
                        {"zeros", s.zeros},
                        {"nan", s.nans},
                        {"inf", s.infinities}};
  Json first = Json::array();
  const ByteView bytes = detail.tensor->bytes();
  for (std::size_t i = 0; i < kFirstElements && i < s.count; ++i) {
    const double element = ir::element_as_double(detail.tensor->type(), bytes, i);
    if (ir::is_floating(detail.tensor->type())) {
      first.push_back(json_number(element));
    } else {
      first.push_back(static_cast<std::int64_t>(element));
    }
  }
  json["first"] = std::move(first);
  return json;
}

std::string to_text(const ValueDetail& detail, const Page& page) {
  const ir::Value& value = *detail.value;
  std::string out =
      styled(truncate_middle(printable(ir::address_of(value)), page.width), Style::title, page) +
      "\n";
  Table table({Table::Column{""}, Table::Column{"", Table::Align::left, Table::Cut::end}});
  auto row = [&table](const char* name, const std::string& text) {
    if (!text.empty()) table.add({{name, Style::dim}, text});
  };
  row("kind", std::string(kind_of(value)));
  const ir::TypePtr type = recorded_type(value);
  row("type", type ? type->text() : "not recorded");
  if (value.inferred()) row("inferred", value.inferred()->text());
  if (value.graph() != &value.graph()->model().graph()) row("graph", value.graph()->path());
  row("made by", producer_text(value));
  const std::vector<std::string> readers = readers_of(value);
  constexpr std::size_t kMostReaders = 20;
  for (std::size_t i = 0; i < readers.size() && i < kMostReaders; ++i) {
    table.add({{i == 0 ? "read by" : "", Style::dim}, readers[i]});
  }
  if (readers.size() > kMostReaders)
    row("", "… " + format_count(readers.size() - kMostReaders) + " more");
  if (readers.empty()) row("read by", "nothing");
  if (value.info()) row("doc", std::string(value.info()->doc_string));
  if (detail.tensor) {
    row("bytes", format_bytes(detail.tensor->byte_size().value_or(0)));
    if (const ir::ExternalData* external = detail.tensor->external()) {
      row("external", external->location + " at byte " + format_count(external->offset));
    }
    row("unreadable", detail.unreadable);
  }
  if (detail.statistics && detail.statistics->numeric) {
    const Statistics& s = *detail.statistics;
    if (s.finite() > 0) {
      row("range", format_number(s.minimum) + " to " + format_number(s.maximum));
      row("mean", format_number(s.mean) + ", standard deviation " + format_number(s.deviation));
    }
    row("elements", format_count(s.count) + ": " + format_count(s.zeros) + " zero, " +
                        format_count(s.nans) + " NaN, " + format_count(s.infinities) + " infinite");
  }
  if (detail.tensor) row("first", elements_text(*detail.tensor, kFirstElements));
  return out + table.render(page);
}

}  // namespace opsmith::report
