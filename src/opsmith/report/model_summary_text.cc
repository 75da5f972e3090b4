// The summary as people read it; see model_summary.cc for what it holds.
#include <algorithm>

#include "opsmith/report/attribute_text.h"
#include "opsmith/report/model_summary.h"
#include "opsmith/report/table.h"
#include "opsmith/report/text_width.h"
#include "opsmith/report/units.h"

namespace opsmith::report {
namespace {

using Column = Table::Column;
using Align = Table::Align;

// Longer lists are cut unless -v asks for everything.
constexpr std::size_t kMostPorts = 30;
constexpr std::size_t kMostScopes = 20;
constexpr std::size_t kMostOperators = 60;
constexpr std::size_t kMostFiles = 5;

class Writer {
 public:
  Writer(const ModelSummary& summary, const ir::Model& model, const Page& page, bool verbose)
      : summary_(summary), model_(model), page_(page), verbose_(verbose) {}

  std::string text() {
    header();
    ports("Inputs", summary_.inputs);
    ports("Outputs", summary_.outputs);
    if (summary_.overridable > 0) {
      out_ += styled(
          "  " + plural(summary_.overridable, "weight") +
              (summary_.overridable == 1 ? " is an overridable input" : " are overridable inputs") +
              ": a caller may replace " + (summary_.overridable == 1 ? "it" : "them") + "\n",
          Style::warning, page_);
    }
    operators();
    scopes();
    weights();
    metadata();
    if (summary_.link_problems > 0) {
      out_ += "\n" + styled("  " + plural(summary_.link_problems, "broken link") +
                                ": opsmith check tells more\n",
                            Style::bad, page_);
    }
    return out_;
  }

 private:
  std::size_t limit(std::size_t most) const {
    return verbose_ ? static_cast<std::size_t>(-1) : most;
  }

  void title(const std::string& name, const std::string& remark = {}) {
    out_ += "\n" + styled(name, Style::title, page_);
    if (!remark.empty()) out_ += "  " + remark;
    out_ += "\n";
  }

  void more(std::size_t shown, std::size_t all) {
    if (shown < all) out_ += "  … " + format_count(all - shown) + " more (-v shows all)\n";
  }

  void header() {
    const std::string path = summary_.path.empty() ? "standard input" : summary_.path;
    const std::string size =
        summary_.file_bytes > 0 ? "  " + format_bytes(summary_.file_bytes) : "";
    out_ += styled(truncate_middle(printable(path), page_.width - display_width(size)),
                   Style::title, page_) +
            size + "\n";
    std::string line =
        model_.ir_version ? "IR " + std::to_string(*model_.ir_version) : "no IR version";
    for (const auto& [domain, version] : summary_.opsets) {
      const bool standard = domain.empty() || domain == "ai.onnx";
      line += standard ? ", opset " : ", " + printable(domain) + " ";
      line += std::to_string(version);
    }
    if (!model_.producer_name.empty()) {
      line += ", made by " + printable(model_.producer_name);
      if (!model_.producer_version.empty()) line += " " + printable(model_.producer_version);
    }
    out_ += wrap(line, page_, 2);
  }

  void ports(const char* name, const std::vector<ModelSummary::Port>& list) {
    title(name);
    if (list.empty()) {
      out_ += "  none\n";
      return;
    }
    Table table({Column{""}, Column{""}, Column{"", Align::left, Table::Cut::never}});
    std::size_t shown = 0;
    // What a caller must give comes first; weights that he may override are only counted.
    const bool all_default =
        std::all_of(list.begin(), list.end(), [](const auto& p) { return p.has_default; });
    std::size_t candidates = 0;
    for (const ModelSummary::Port& port : list) {
      if (port.has_default && !verbose_ && !all_default) continue;
      ++candidates;
      if (shown == limit(kMostPorts)) continue;
      ++shown;
      table.add({{port.name, Style::accent},
                 port.type ? port.type->text() : "?",
                 port.has_default ? "default" : ""});
    }
    out_ += table.render(page_);
    more(shown, candidates);
  }

  void operators() {
    title("Operators", plural(summary_.nodes_total, "node"));
    std::vector<std::string> items;
    std::size_t width = 0;
    for (const auto& [_, count] : summary_.operators)
      width = std::max(width, format_count(count).size());
    for (const auto& [name, count] : summary_.operators) {
      if (items.size() == limit(kMostOperators)) break;
      items.push_back(pad_left(format_count(count), width) + " " +
                      truncate_middle(printable(name), page_.width / 2));
    }
    out_ += flow(items, page_);
    more(items.size(), summary_.operators.size());
  }

  void scopes() {
    if (summary_.scopes.size() < 2) return;
    title("Graphs", format_count(summary_.scopes.size()));
    Table table({Column{"graph"}, Column{"nodes", Align::right, Table::Cut::never},
                 Column{"weights", Align::right, Table::Cut::never},
                 Column{"reads from outside", Align::left, Table::Cut::end}});
    std::size_t shown = 0;
    for (const ModelSummary::Scope& scope : summary_.scopes) {
      if (shown == limit(kMostScopes)) break;
      ++shown;
      std::string name = scope.path;
      // A nested graph is shown by the last step of its path, under the one that it stands in.
      if (scope.depth > 0) {
        if (const std::string* parent =
                parents_.size() >= scope.depth ? &parents_[scope.depth - 1] : nullptr;
            parent && name.starts_with(*parent)) {
          name = name.substr(parent->size() + 1);
        }
      }
      parents_.resize(scope.depth);
      parents_.push_back(scope.path);
      std::string captures;
      for (const std::string& capture : scope.captures)
        captures += (captures.empty() ? "" : ", ") + capture;
      table.add({std::string(2 * scope.depth, ' ') + name, format_count(scope.nodes),
                 scope.initializers ? format_count(scope.initializers) : "", captures});
    }
    out_ += table.render(page_);
    more(shown, summary_.scopes.size());
  }

  void weights() {
    if (summary_.weights.count == 0) return;
    title("Weights", plural(summary_.weights.count, "tensor") + ", " +
                         plural(summary_.weight_elements, "element") + ", " +
                         format_bytes(summary_.weights.bytes));
    Table table(
        {Column{""}, Column{"", Align::right}, Column{"", Align::right, Table::Cut::never}});
    if (summary_.weights_by_type.size() > 1) {
      for (const auto& [type, amount] : summary_.weights_by_type) {
        table.add({{"all " + type, Style::dim},
                   plural(amount.count, "tensor"),
                   format_bytes(amount.bytes)});
      }
    }
    for (const ModelSummary::Weight& weight : summary_.largest) {
      table.add({weight.address, tensor_type_text(*weight.tensor), format_bytes(weight.bytes)});
    }
    out_ += table.render(page_);
    std::size_t shown = 0;
    for (const ModelSummary::ExternalFile& file : summary_.external_files) {
      if (shown == limit(kMostFiles)) break;
      ++shown;
      const std::string line = "external data " + printable(file.location) + ": " +
                               plural(file.tensors.count, "tensor") + ", " +
                               format_bytes(file.tensors.bytes);
      out_ += wrap(line, page_, 2);
      if (!file.exists) out_ += styled("    this file is missing\n", Style::bad, page_);
    }
    more(shown, summary_.external_files.size());
  }

  void metadata() {
    if (summary_.metadata.empty()) return;
    title("Metadata");
    Table table({Column{""}, Column{"", Align::left, Table::Cut::end}});
    for (const auto& [key, value] : summary_.metadata) table.add({key, value});
    out_ += table.render(page_);
  }

  const ModelSummary& summary_;
  const ir::Model& model_;
  const Page& page_;
  bool verbose_;
  std::string out_;
  std::vector<std::string> parents_;
};

}  // namespace

std::string to_text(const ModelSummary& summary, const ir::Model& model, const Page& page,
                    bool verbose) {
  return Writer(summary, model, page, verbose).text();
}

}  // namespace opsmith::report
