#include "opsmith/schema/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "opsmith/format/text_parser.h"

namespace opsmith::schema {
namespace {

// Reasons found in a model given as text.
std::vector<std::string> reasons(const std::string& text) {
  const auto model = format::parse_text(text, "test");
  std::vector<std::string> result;
  for (const Problem& problem : check_model(*model)) result.push_back(problem.reason);
  return result;
}

std::vector<std::string> reasons(int opset, const std::string& graph) {
  return reasons("<ir_version: 10, opset_import: [\"\" : " + std::to_string(opset) + "]>\n" +
                 graph);
}

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Check, AcceptsAValidModel) {
  EXPECT_THAT(reasons(17, "g (float[N] x) => (float[N] y) { y = Relu(x) }"), IsEmpty());
}

TEST(Check, FindsEveryProblemAtOnce) {
  const auto found = reasons(13, R"(g (float[N] x) => (float[N] y) {
    a = Gelu(x)
    b = NoSuch(a)
    c = Concat(b)
    d = Transpose<perm: float = 1.0, other: int = 2>(c, c)
    y = my.Custom(d)
  })");
  EXPECT_THAT(found, Contains(HasSubstr("exists only from opset 20")));
  EXPECT_THAT(found, Contains(HasSubstr("has no operator of this name")));
  EXPECT_THAT(found, Contains(HasSubstr("required attribute 'axis' is missing")));
  EXPECT_THAT(found, Contains(HasSubstr("'perm' is of type float")));
  EXPECT_THAT(found, Contains(HasSubstr("has no attribute 'other'")));
  EXPECT_THAT(found, Contains(HasSubstr("has 2 inputs; the operator takes 1")));
  EXPECT_THAT(found, Contains(HasSubstr("no opset import for domain 'my'")));
}

TEST(Check, AcceptsCustomOperatorsWithAnImport) {
  EXPECT_THAT(reasons(R"(<ir_version: 10, opset_import: ["" : 17, "my" : 1]>
    g (float[N] x) => (float[N] y) { y = my.Custom(x) })"),
              IsEmpty());
}

TEST(Check, NamesTheCycle) {
  EXPECT_THAT(reasons(17,
                      "g (float[2] x) => (float[2] y) { y = Relu(x) [first] p = Add(q, x) [second] "
                      "q = Neg(p) }"),
              ElementsAre(AllOf(HasSubstr("cycle"), HasSubstr("'first'"), HasSubstr("'second'"))));
}

TEST(Check, NamesTheNodeThatReadsTooEarly) {
  EXPECT_THAT(reasons(17, "g (float[2] x) => (float[2] y) { y = Relu(h) h = Neg(x) }"),
              ElementsAre(HasSubstr("reads 'h' before")));
}

TEST(Check, ReportsDeprecatedOperators) {
  EXPECT_THAT(reasons(11, R"(g (float[1,1,2,2] x) => (float[1,1,4,4] y) <float[4] s = {1,1,2,2}> {
    y = Upsample(x, s) })"),
              ElementsAre(HasSubstr("deprecated since opset 10")));
}

TEST(Check, ReportsVersions) {
  EXPECT_THAT(reasons(R"(<ir_version: 10, opset_import: ["" : 17, "" : 18]>
    g (float[N] x) => (float[N] y) { y = Relu(x) })"),
              Contains(HasSubstr("more than once")));
  EXPECT_THAT(reasons(999, "g (float[N] x) => (float[N] y) { y = Relu(x) }"),
              Contains(HasSubstr("knows opsets up to")));
}

TEST(Check, ComparesInferredTypes) {
  const auto model = format::parse_text(R"(<ir_version: 10, opset_import: ["" : 17]>
    g (float[2] x, int64[2] i) => (float[3] y, float[2] z) { y = Relu(x) z = Add(x, i) })",
                                        "test");
  // What shape inference would set.
  for (ir::Value* input : model->graph().inputs()) input->set_inferred(input->info()->type);
  model->graph().find("y")->set_inferred(model->graph().inputs()[0]->info()->type);
  std::vector<std::string> found;
  for (const Problem& problem : check_model(*model)) found.push_back(problem.reason);
  EXPECT_THAT(found, Contains(HasSubstr("says float[3], but the graph makes float[2]")));
  EXPECT_THAT(found, Contains(HasSubstr("another input of the same type variable")));
}

}  // namespace
}  // namespace opsmith::schema
