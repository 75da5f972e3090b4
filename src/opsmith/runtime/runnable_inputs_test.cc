#include "opsmith/runtime/runnable_inputs.h"

#include "opsmith/base/error.h"
#include "opsmith/runtime/testing_model.h"

namespace opsmith::runtime {
namespace {

using RunnableInputs = WithLibrary;

TEST_F(RunnableInputs, SizesThatFailArePassedOver) {
  // Two names that have to be equal, which only the later candidates are.
  const auto model =
      graph_of("(float[left] a, float[2, right] b) => (float[2, m] y) { y = Add(a, b) }");
  const Session session(library, *model);
  const auto samples = find_runnable_inputs(session, *model, 3);
  ASSERT_EQ(samples.size(), 3U);
  EXPECT_EQ(samples[0].outputs[0].first, "y");
  EXPECT_NE(samples[0].sizes, samples[1].sizes);
}

TEST_F(RunnableInputs, AStaticModelGetsOtherValues) {
  const auto model = graph_of("(float[3] x) => (float[3] y) { y = Neg(x) }");
  const Session session(library, *model);
  const auto samples = find_runnable_inputs(session, *model, 2);
  ASSERT_EQ(samples.size(), 2U);
  EXPECT_NE(samples[0].inputs[0].second.bytes, samples[1].inputs[0].second.bytes);
}

TEST_F(RunnableInputs, AModelThatNeverRunsThrowsWithARemedy) {
  const auto model =
      graph_of("(float[3] x) => (float[1] y) <int64[1] far = {9}> { y = Gather(x, far) }");
  const Session session(library, *model);
  try {
    find_runnable_inputs(session, *model, 2);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(error.remedy().find("--data"), std::string::npos);
  }
}

}  // namespace
}  // namespace opsmith::runtime
