#include "opsmith/report/table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "opsmith/report/text_width.h"

namespace opsmith::report {
namespace {

std::size_t widest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t widest = 0;
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, display_width(line));
  return widest;
}

TEST(Table, AlignsColumns) {
  Table table({{"name"}, {"count", Table::Align::right}});
  table.add({"conv", "1"});
  table.add({"größe", "12,345"});
  EXPECT_EQ(table.render(Page{}),
            "  name    count\n"
            "  conv        1\n"
            "  größe  12,345\n");
}

TEST(Table, TitlesThatAreEmptyAreLeftOut) {
  Table table({{""}, {""}});
  table.add({"a", "b"});
  EXPECT_EQ(table.render(Page{}), "  a  b\n");
}

TEST(Table, NoLineEndsInSpaces) {
  Table table({{"a"}, {"b"}});
  table.add({"long text", ""});
  EXPECT_EQ(table.render(Page{}), "  a          b\n  long text\n");
}

TEST(Table, ShrinksTheWidestColumnToThePage) {
  Table table({{"name"}, {"type", Table::Align::left, Table::Cut::never}});
  table.add({std::string(300, 'x') + "end", "float[1,3]"});
  const std::string text = table.render(Page{});
  EXPECT_EQ(widest_line(text), 100U);
  EXPECT_NE(text.find("float[1,3]"), std::string::npos);
  EXPECT_NE(text.find("end  float"), std::string::npos);
}

TEST(Table, NamesCannotBreakIt) {
  Table table({{""}});
  table.add({"a\nb\x1b[31m"});
  EXPECT_EQ(table.render(Page{}), "  a\\nb\\x1b[31m\n");
}

TEST(Table, ColourOnlyWhenThePageHasIt) {
  Table table({{""}});
  table.add({{"ok", Style::good}});
  EXPECT_EQ(table.render(Page{100, false}), "  ok\n");
  EXPECT_EQ(table.render(Page{100, true}), "  \x1b[32mok\x1b[0m\n");
}

TEST(Flow, FillsDownwards) {
  EXPECT_EQ(flow({"a", "b", "c"}, Page{9, false}), "  a   c\n  b\n");
  EXPECT_EQ(flow({}, Page{}), "");
}

TEST(Wrap, BreaksAtSpaces) {
  EXPECT_EQ(wrap("one two three four five six seven", Page{26, false}, 4),
            "    one two three four\n    five six seven\n");
  EXPECT_EQ(wrap("", Page{}), "");
}

}  // namespace
}  // namespace opsmith::report
