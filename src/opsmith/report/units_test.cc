#include "opsmith/report/units.h"

#include <gtest/gtest.h>

#include <cmath>

namespace opsmith::report {
namespace {

TEST(FormatBytes, PowersOfAThousand) {
  EXPECT_EQ(format_bytes(0), "0 B");
  EXPECT_EQ(format_bytes(999), "999 B");
  EXPECT_EQ(format_bytes(4'500'000), "4.5 MB");
  EXPECT_EQ(format_bytes(99'960), "100 kB");
  EXPECT_EQ(format_bytes(999'600), "1.0 MB");
  EXPECT_EQ(format_bytes(18'446'744'073'709'551'615ULL), "18.4 EB");
}

TEST(FormatCount, GroupsOfThree) {
  EXPECT_EQ(format_count(0), "0");
  EXPECT_EQ(format_count(999), "999");
  EXPECT_EQ(format_count(12345), "12,345");
  EXPECT_EQ(format_count(1234567), "1,234,567");
}

TEST(FormatSeconds, UnitsThatFit) {
  EXPECT_EQ(format_seconds(0.000085), "85 us");
  EXPECT_EQ(format_seconds(0.012), "12 ms");
  EXPECT_EQ(format_seconds(1.3), "1.3 s");
  EXPECT_EQ(format_seconds(125), "2 min 5 s");
  EXPECT_EQ(format_seconds(7260), "2 h 1 min");
  EXPECT_EQ(format_seconds(std::nan("")), "?");
}

TEST(FormatNumber, FourDigits) {
  EXPECT_EQ(format_number(0), "0");
  EXPECT_EQ(format_number(1.23456e-7), "1.235e-07");
  EXPECT_EQ(format_number(-INFINITY), "-inf");
  EXPECT_EQ(format_number(NAN), "NaN");
}

TEST(Plural, OneAndMany) {
  EXPECT_EQ(plural(1, "node"), "1 node");
  EXPECT_EQ(plural(1234, "node"), "1,234 nodes");
}

}  // namespace
}  // namespace opsmith::report
