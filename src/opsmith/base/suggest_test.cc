#include "opsmith/base/suggest.h"

#include <gtest/gtest.h>

namespace opsmith {
namespace {

TEST(EditDistance, CountsLettersAndSwaps) {
  EXPECT_EQ(edit_distance("inspect", "inspect", 3), 0U);
  EXPECT_EQ(edit_distance("inpsect", "inspect", 3), 1U);
  EXPECT_EQ(edit_distance("kitten", "sitting", 3), 3U);
  EXPECT_EQ(edit_distance("abc", "xyz", 1), 2U);
  EXPECT_EQ(edit_distance("", "ab", 5), 2U);
}

TEST(NearestNames, NearestFirstAndFarOnesLeftOut) {
  const std::vector<std::string_view> known = {"compare", "check", "inspect", "extract"};
  EXPECT_EQ(nearest_names("inspct", known), (std::vector<std::string_view>{"inspect"}));
  EXPECT_TRUE(nearest_names("quantize", known).empty());
}

TEST(NearestNames, CaseDoesNotMatterAndPartsCount) {
  const std::vector<std::string_view> known = {"/encoder/layer.0/MatMul_output_0", "logits"};
  EXPECT_EQ(nearest_names("Logits", known).front(), "logits");
  EXPECT_EQ(nearest_names("matmul_output", known).front(), known[0]);
}

TEST(NearestNames, ShortNamesAreNotAllAlike) {
  EXPECT_TRUE(nearest_names("q", {"a", "b"}).empty());
  EXPECT_EQ(nearest_names("y7", {"y8", "x"}).front(), "y8");
}

TEST(DidYouMean, ReadsAsASentence) {
  EXPECT_EQ(did_you_mean("input", {"input1", "input2"}), "did you mean 'input1' or 'input2'?");
  EXPECT_EQ(did_you_mean("zzz", {"input1"}), "");
}

}  // namespace
}  // namespace opsmith
