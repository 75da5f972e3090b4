#include <gmock/gmock.h>

#include "opsmith/transform/pass_cases.h"

namespace opsmith::transform::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(RemoveIdentity, FollowsNamesOfTheInterface) {
  expect_cases("remove_identity",
               {
                   {"in the middle", 13,
                    "g (float[N] x) => (float[N] y) { a = Identity (x) y = Relu (a) }", "Relu"},
                   {"before an output", 13,
                    "g (float[N] x) => (float[N] y) { a = Relu (x) y = Identity (a) }", "Relu"},
                   {"input to output", 13, "g (float[N] x) => (float[N] y) { y = Identity (x) }",
                    "Identity"},
                   {"the same value twice", 13,
                    "g (float[N] x) => (float[N] y, float[N] z) { a = Relu (x) y = Identity (a) z "
                    "= Identity (a) }",
                    "Relu Identity"},
                   {"of an output", 13,
                    "g (float[N] x) => (float[N] a, float[N] y) { a = Relu (x) y = Identity (a) }",
                    "Relu Identity"},
                   {"a chain", 13,
                    "g (float[N] x) => (float[N] y) { a = Identity (x) b = Identity (a) c = Neg "
                    "(b) y = Identity (c) }",
                    "Neg"},
                   {"of a sequence", 14,
                    "g (float[2] a, float[3] b) => (float[3] y) "
                    "<int64 i = {1}> { s = SequenceConstruct (a, b) t = Identity (s) y = "
                    "SequenceAt (t, i) }",
                    "SequenceConstruct SequenceAt"},
                   {"of an initializer that becomes the output", 13,
                    "g (float[2] x) => (float[2] z, float[2] y) <float[2] w = {1, 2}> { z = Relu "
                    "(x) y = Identity (w) }",
                    "Relu"},
                   {"of another domain", 13,
                    "g (float[N] x) => (float[N] y) { a = my.Identity (x) y = Relu (a) }",
                    "Identity Relu", false},
               });
}

TEST(RemoveIdentity, NamesOfOutputsStay) {
  const std::string result =
      simplified(model_text(13, "g (float[N] x) => (float[N] y) { a = Relu (x) y = Identity (a) }"),
                 {"remove_identity"});
  EXPECT_THAT(result, HasSubstr("y = Relu (x)"));
}

TEST(RemoveIdentity, KeepsWhatABodyNeeds) {
  // A branch may not return a value of the graph around it, and a loop body's input is no result of
  // it.
  const std::string branch = model_text(13, R"(
g (bool c, float[2] x) => (float[2] y) {
  y = If (c) <then_branch = t () => (float[2] p) { p = Identity (x) },
              else_branch = e () => (float[2] q) { r = Neg (x) q = Identity (r) }>
})");
  const std::string result = simplified(branch, {"remove_identity"});
  EXPECT_THAT(result, HasSubstr("p = Identity (x)"));
  EXPECT_THAT(result, HasSubstr("q = Neg (x)"));
  EXPECT_THAT(result, Not(HasSubstr("Identity (r)")));
  EXPECT_NO_THROW(expect_same_results(branch, {"remove_identity"}));
}

TEST(RemoveIdentity, ReachesReadersInBodies) {
  const std::string text = model_text(13, R"(
g (bool c, float[2] x) => (float[2] y) {
  a = Identity (x)
  y = If (c) <then_branch = t () => (float[2] p) { p = Neg (a) }, else_branch = e () => (float[2] q) { q = Abs (a) }>
})");
  const std::string result = simplified(text, {"remove_identity"});
  EXPECT_THAT(result, HasSubstr("p = Neg (x)"));
  EXPECT_THAT(result, Not(HasSubstr("Identity")));
  EXPECT_NO_THROW(expect_same_results(text, {"remove_identity"}));
}

}  // namespace
}  // namespace opsmith::transform::testing
