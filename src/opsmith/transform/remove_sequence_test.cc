#include "opsmith/transform/pass_cases.h"

namespace opsmith::transform::testing {
namespace {

TEST(RemoveSequence, Element) {
  const std::string head = "g (float[2] a, float[3] b) => (float[] y) ";
  expect_cases("remove_sequence",
               {
                   {"second", 13,
                    head + "<int64 i = {1}> { s = SequenceConstruct (a, b) e = SequenceAt (s, i) y "
                           "= Relu (e) }",
                    "Relu"},
                   {"last but one", 13,
                    head + "<int64 i = {-2}> { s = SequenceConstruct (a, b) e = SequenceAt (s, i) "
                           "y = Relu (e) }",
                    "Relu"},
                   {"outside", 13,
                    head + "<int64 i = {2}> { s = SequenceConstruct (a, b) e = SequenceAt (s, i) y "
                           "= Relu (e) }",
                    "SequenceConstruct SequenceAt Relu", false},
                   {"not constant", 13,
                    "g (float[2] a, float[2] b, int64 i) => (float[] y) "
                    "{ s = SequenceConstruct (a, b) e = SequenceAt (s, i) y = Relu (e) }",
                    "SequenceConstruct SequenceAt Relu", false},
               });
}

}  // namespace
}  // namespace opsmith::transform::testing
