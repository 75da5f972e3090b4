#include "opsmith/report/table.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "opsmith/report/text_width.h"

namespace opsmith::report {
namespace {

constexpr std::size_t kIndent = 2;
constexpr std::size_t kGap = 2;
constexpr std::size_t kLeastColumn = 8;
// Longer cells are cut before anything is measured: a hostile name of a megabyte must cost nothing.
constexpr std::size_t kLongestCell = 4000;

}  // namespace

void Table::add(std::vector<Cell> row) {
  row.resize(columns_.size(), Cell(""));
  for (std::size_t i = 0; i < row.size(); ++i) {
    row[i].text =
        printable(row[i].text.size() > kLongestCell ? truncate_middle(row[i].text, kLongestCell)
                                                    : row[i].text);
  }
  rows_.push_back(std::move(row));
}

std::string Table::render(const Page& page) const {
  std::vector<std::size_t> widths(columns_.size());
  bool titled = false;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    widths[c] = display_width(columns_[c].title);
    titled = titled || !columns_[c].title.empty();
    for (const auto& row : rows_) widths[c] = std::max(widths[c], display_width(row[c].text));
  }

  const std::size_t fixed = kIndent + kGap * (columns_.empty() ? 0 : columns_.size() - 1);
  std::size_t total = fixed + std::accumulate(widths.begin(), widths.end(), std::size_t{0});
  while (total > page.width) {
    // The widest column gives way down to the next widest, so that columns of like width share.
    std::size_t widest = columns_.size(), second = kLeastColumn;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (columns_[c].cut == Cut::never || widths[c] <= kLeastColumn) continue;
      if (widest == columns_.size() || widths[c] > widths[widest]) {
        if (widest != columns_.size()) second = std::max(second, widths[widest]);
        widest = c;
      } else {
        second = std::max(second, widths[c]);
      }
    }
    if (widest == columns_.size()) break;
    const std::size_t excess = total - page.width;
    const std::size_t most = std::max<std::size_t>(1, widths[widest] - second);
    const std::size_t less = std::min({excess, most, widths[widest] - kLeastColumn});
    widths[widest] -= less;
    total -= less;
  }

  std::string out;
  auto line = [&](auto&& text_of, auto&& style_of) {
    std::string row(kIndent, ' ');
    std::size_t pending = 0;  // spaces held back, so that no line ends in them
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      std::string text = text_of(c);
      if (display_width(text) > widths[c]) {
        text = columns_[c].cut == Cut::end ? truncate_end(text, widths[c])
                                           : truncate_middle(text, widths[c]);
      }
      const std::size_t room = widths[c] - std::min(widths[c], display_width(text));
      if (columns_[c].align == Align::right) pending += room;
      if (!text.empty()) {
        row += std::string(pending, ' ') + styled(text, style_of(c), page);
        pending = 0;
      }
      if (columns_[c].align == Align::left) pending += room;
      pending += kGap;
    }
    out += row + "\n";
  };
  if (titled) {
    line([&](std::size_t c) { return columns_[c].title; }, [](std::size_t) { return Style::dim; });
  }
  for (const auto& row : rows_) {
    line([&](std::size_t c) { return row[c].text; }, [&](std::size_t c) { return row[c].style; });
  }
  return out;
}

std::string flow(const std::vector<std::string>& items, const Page& page) {
  if (items.empty()) return {};
  std::size_t width = 0;
  for (const std::string& item : items) width = std::max(width, display_width(item));
  const std::size_t columns =
      std::max<std::size_t>(1, (page.width - kIndent + kGap + 1) / (width + kGap + 1));
  const std::size_t lines = (items.size() + columns - 1) / columns;
  std::string out;
  for (std::size_t l = 0; l < lines; ++l) {
    std::string row(kIndent, ' ');
    for (std::size_t i = l; i < items.size(); i += lines) {
      row += i + lines < items.size() ? pad_right(items[i], width + kGap + 1) : items[i];
    }
    out += row + "\n";
  }
  return out;
}

std::string wrap(const std::string& text, const Page& page, std::size_t indent) {
  std::string out, line;
  std::size_t used = 0;
  std::size_t at = 0;
  const std::size_t width = page.width > indent + 20 ? page.width - indent : 20;
  while (at < text.size()) {
    const std::size_t space = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, space - at);
    at = space + 1;
    if (word.empty()) continue;
    const std::size_t columns = display_width(word);
    if (used > 0 && used + 1 + columns > width) {
      out += std::string(indent, ' ') + line + "\n";
      line.clear();
      used = 0;
    }
    line += (used > 0 ? " " : "") + word;
    used += columns + (used > 0 ? 1 : 0);
  }
  if (used > 0) out += std::string(indent, ' ') + line + "\n";
  return out;
}

}  // namespace opsmith::report
