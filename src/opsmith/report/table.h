// A table for a terminal: aligned columns, no lines, nothing wider than the page.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "opsmith/report/style.h"

namespace opsmith::report {

class Table {
 public:
  enum class Align { left, right };
  // How a column that must shrink is cut; `never`: it keeps its width.
  enum class Cut { middle, end, never };
  struct Column {
    std::string title;
    Align align = Align::left;
    Cut cut = Cut::middle;
  };
  struct Cell {
    std::string text;
    Style style = Style::plain;
    // NOLINTNEXTLINE(google-explicit-constructor): rows are written as lists of texts
    Cell(std::string t, Style s = Style::plain) : text(std::move(t)), style(s) {}
    Cell(const char* t) : text(t) {}  // NOLINT(google-explicit-constructor): likewise
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}
  // Text is made printable. Missing cells are empty.
  void add(std::vector<Cell> row);
  bool empty() const { return rows_.empty(); }
  std::size_t row_count() const { return rows_.size(); }

  // Every line indented by two columns and ended by '\n', at most `page.width` wide. Titles are
  // left out when all of them are empty. Columns shrink widest first, down to 8 columns.
  std::string render(const Page& page) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

// Short items side by side in as many columns as fit, filled downwards: "  62 Conv     30 Add".
std::string flow(const std::vector<std::string>& items, const Page& page);

// Text broken at spaces to the page's width, with `indent` columns before every line.
std::string wrap(const std::string& text, const Page& page, std::size_t indent = 0);

}  // namespace opsmith::report
