#include "opsmith/base/glob.h"

#include <gtest/gtest.h>

#include <string>

namespace opsmith {
namespace {

TEST(Glob, MatchesWholeText) {
  EXPECT_TRUE(matches_glob("conv1", "conv1"));
  EXPECT_FALSE(matches_glob("conv1", "conv10"));
  EXPECT_FALSE(matches_glob("conv10", "conv1"));
  EXPECT_TRUE(matches_glob("", ""));
  EXPECT_FALSE(matches_glob("", "a"));
}

TEST(Glob, StarStandsForAnyRun) {
  EXPECT_TRUE(matches_glob("*", ""));
  EXPECT_TRUE(matches_glob("/layer.*/MatMul", "/layer.0/attention/MatMul"));
  EXPECT_TRUE(matches_glob("a*b*c", "aXbYbZc"));
  EXPECT_FALSE(matches_glob("a*b*c", "aXbYbZ"));
  EXPECT_TRUE(matches_glob("**x**", "x"));
}

TEST(Glob, QuestionMarkStandsForOne) {
  EXPECT_TRUE(matches_glob("conv?", "conv1"));
  EXPECT_FALSE(matches_glob("conv?", "conv"));
}

TEST(Glob, ManyStarsStayFast) {
  const std::string text(5000, 'a');
  std::string pattern;
  for (int i = 0; i < 50; ++i) pattern += "a*";
  EXPECT_FALSE(matches_glob(pattern + "b", text));
}

}  // namespace
}  // namespace opsmith
