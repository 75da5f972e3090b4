#include "opsmith/transform/pass_cases.h"

namespace opsmith::transform::testing {
namespace {

TEST(SplitSequence, ElementsAtKnownPlaces) {
  const std::string ends = "a = SequenceAt (s, i) b = SequenceAt (s, j) y = Relu (a) z = Neg (b) }";
  const std::string places = "int64 i = {0}, int64 j = {-1}";
  expect_cases(
      "split_sequence",
      {
          {"sizes", 13,
           "g (float[N,5] x) => (float[] y, float[] z) <int64[2] n = {2, 3}, " + places +
               "> { s = SplitToSequence <axis = 1> (x, n) " + ends,
           "Split Relu Neg"},
          {"sizes, opset 11", 11,
           "g (float[N,5] x) => (float[] y, float[] z) <int64[2] n = {2, 3}, " + places +
               "> { s = SplitToSequence <axis = -1> (x, n) " + ends,
           "Split Relu Neg"},
          {"one size", 13,
           "g (float[N,5] x) => (float[] y, float[] z) <int64 n = {2}, " + places +
               "> { s = SplitToSequence <axis = 1> (x, n) " + ends,
           "Split Relu Neg"},
          {"one size of an unknown whole", 13,
           "g (float[N,5] x) => (float[] y, float[] z) <int64 n = {2}, " + places +
               "> { s = SplitToSequence <axis = 0> (x, n) " + ends,
           "SplitToSequence SequenceAt SequenceAt Relu Neg", false},
          {"elements are outputs", 13,
           "g (float[N,5] x) => (float[] y, float[] z) <int64[2] n = {2, 3}, " + places +
               "> { s = SplitToSequence <axis = 1> (x, n) y = SequenceAt (s, i) z = SequenceAt (s, "
               "j) }",
           "Split"},
          {"one element is two outputs", 13,
           "g (float[N,5] x) => (float[] y, float[] z) <int64[2] n = {2, 3}, " + places +
               "> { s = SplitToSequence <axis = 1> (x, n) y = SequenceAt (s, i) z = SequenceAt (s, "
               "i) }",
           "SplitToSequence SequenceAt SequenceAt"},
          {"no sizes", 13,
           "g (float[2,5] x) => (float[] y, float[] z) <" + places +
               "> { s = SplitToSequence (x) " + ends,
           "SplitToSequence SequenceAt SequenceAt Relu Neg"},
          {"keepdims of 0", 13,
           "g (float[N,2] x) => (float[] y, float[] z) <int64 n = {1}, " + places +
               "> { s = SplitToSequence <axis = 1, keepdims = 0> (x, n) " + ends,
           "SplitToSequence SequenceAt SequenceAt Relu Neg"},
          {"the sequence is read", 13,
           "g (float[N,5] x) => (float[] y, int64 z) <int64[2] n = {2, 3}, int64 i = {1}> "
           "{ s = SplitToSequence <axis = 1> (x, n) y = SequenceAt (s, i) z = SequenceLength (s) }",
           "SplitToSequence SequenceAt SequenceLength"},
          {"a place not known", 13,
           "g (float[N,4] x, int64 i) => (float[] y) <int64[2] n = {2, 2}> "
           "{ s = SplitToSequence <axis = 1> (x, n) y = SequenceAt (s, i) }",
           "SplitToSequence SequenceAt", false},
      });
}

}  // namespace
}  // namespace opsmith::transform::testing
