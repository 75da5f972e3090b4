// The passes that take out one operator each, by a rule of a few lines.
#include "opsmith/transform/pass_cases.h"

namespace opsmith::transform::testing {
namespace {

TEST(RemovePad, ByNothing) {
  expect_cases(
      "remove_pad",
      {
          {"zeros", 13,
           "g (float[N,3] x) => (float[] y) <int64[4] p = {0,0,0,0}> { a = Pad (x, p) y = Relu (a) "
           "}",
           "Relu"},
          {"one", 13,
           "g (float[N,3] x) => (float[] y) <int64[4] p = {0,0,0,1}> { a = Pad (x, p) y = Relu (a) "
           "}",
           "Pad Relu"},
          {"cropped and filled", 13,
           "g (float[N,3] x) => (float[] y) <int64[4] p = {0,-1,0,1}> { a = Pad (x, p) y = Relu "
           "(a) }",
           "Pad Relu"},
          {"not constant", 13,
           "g (float[N,3] x, int64[4] p) => (float[] y) { a = Pad (x, p) y = Relu (a) }",
           "Pad Relu", false},
          {"some axes", 18,
           "g (float[N,3] x) => (float[] y) <int64[2] p = {0,0}, int64[1] i = {1}> "
           "{ a = Pad <mode = \"reflect\"> (x, p,, i) y = Relu (a) }",
           "Relu"},
          {"opset 9", 9,
           "g (float[N,3] x) => (float[] y) { a = Pad <pads = [0, 0, 0, 0]> (x) y = Relu (a) }",
           "Relu"},
          {"opset 9, one", 9,
           "g (float[N,3] x) => (float[] y) { a = Pad <pads = [0, 1, 0, 0]> (x) y = Relu (a) }",
           "Pad Relu"},
      });
}

TEST(RemoveExpand, ShapeStays) {
  expect_cases(
      "remove_expand",
      {
          {"ones", 13,
           "g (float[N,3] x) => (float[] y) <int64[2] s = {1,3}> { a = Expand (x, s) y = Relu (a) "
           "}",
           "Relu"},
          {"a number for a symbol", 13,
           "g (float[N,3] x) => (float[] y) <int64[2] s = {4,3}> { a = Expand (x, s) y = Relu (a) "
           "}",
           "Expand Relu", false},
          {"unknown sizes", 13,
           "g (float[?,?] x) => (float[] y) <int64[2] s = {1,1}> { a = Expand (x, s) y = Relu (a) "
           "}",
           "Relu", false},
          {"rank grows", 13,
           "g (float[N,3] x) => (float[] y) <int64[3] s = {1,1,1}> { a = Expand (x, s) y = Relu "
           "(a) }",
           "Expand Relu"},
          {"no shape", 13,
           "g (float[] x) => (float[] y) <int64[0] s = {}> { a = Expand (x, s) y = Relu (a) }",
           "Relu", false},
          {"own shape", 13,
           "g (float[] x) => (float[] y) { s = Shape (x) a = Expand (x, s) y = Relu (a) }", "Relu",
           false},
          {"shape of another", 13,
           "g (float[N,1] x, float[N,M] w) => (float[] y) { s = Shape (w) a = Expand (x, s) y = "
           "Relu (a) }",
           "Shape Expand Relu"},
          {"shape of an equal", 13,
           "g (float[N,M] x, float[N,M] w) => (float[] y) { s = Shape (w) a = Expand (x, s) y = "
           "Relu (a) }",
           "Relu"},
      });
}

TEST(RemoveTile, RepeatsNothing) {
  expect_cases(
      "remove_tile",
      {
          {"ones", 13,
           "g (float[N,3] x) => (float[] y) <int64[2] r = {1,1}> { a = Tile (x, r) y = Relu (a) }",
           "Relu"},
          {"two", 13,
           "g (float[N,3] x) => (float[] y) <int64[2] r = {1,2}> { a = Tile (x, r) y = Relu (a) }",
           "Tile Relu"},
          {"zero", 13,
           "g (float[N,3] x) => (float[] y) <int64[2] r = {1,0}> { a = Tile (x, r) y = Relu (a) }",
           "Tile Relu"},
          {"not constant", 13,
           "g (float[N,3] x, int64[2] r) => (float[] y) { a = Tile (x, r) y = Relu (a) }",
           "Tile Relu", false},
      });
}

TEST(RemoveSplit, OnePart) {
  expect_cases(
      "remove_split",
      {
          {"opset 11", 11,
           "g (float[N,3] x) => (float[] y) { a = Split <axis = 1> (x) y = Relu (a) }", "Relu"},
          {"sizes given", 13,
           "g (float[N,3] x) => (float[] y) <int64[1] s = {3}> { a = Split <axis = 1> (x, s) y = "
           "Relu (a) }",
           "Relu"},
          {"num_outputs", 18,
           "g (float[N,3] x) => (float[] y) { a = Split <axis = 1, num_outputs = 1> (x) y = Relu "
           "(a) }",
           "Relu"},
          {"two parts", 13,
           "g (float[N,4] x) => (float[] y) { a, b = Split <axis = 1> (x) y = Relu (a) }",
           "Split Relu"},
      });
}

TEST(RemoveGather, EverythingInOrder) {
  expect_cases(
      "remove_gather",
      {
          {"in order", 13,
           "g (float[N,3] x) => (float[] y) <int64[3] i = {0,1,-1}> { a = Gather <axis = 1> (x, i) "
           "y = Relu (a) }",
           "Relu"},
          {"reversed", 13,
           "g (float[N,3] x) => (float[] y) <int64[3] i = {2,1,0}> { a = Gather <axis = 1> (x, i) "
           "y = Relu (a) }",
           "Gather Relu"},
          {"a part", 13,
           "g (float[N,3] x) => (float[] y) <int64[2] i = {0,1}> { a = Gather <axis = 1> (x, i) y "
           "= Relu (a) }",
           "Gather Relu"},
          {"one of one", 13,
           "g (float[1,3] x) => (float[] y) <int64[1] i = {0}> { a = Gather (x, i) y = Relu (a) }",
           "Relu"},
          {"scalar index", 13,
           "g (float[1,3] x) => (float[] y) <int64 i = {0}> { a = Gather (x, i) y = Relu (a) }",
           "Gather Relu"},
          {"index of rank 2", 13,
           "g (float[1,3] x) => (float[] y) <int64[1,1] i = {0}> { a = Gather (x, i) y = Relu (a) "
           "}",
           "Gather Relu"},
          {"symbol", 13,
           "g (float[N,3] x) => (float[] y) <int64[1] i = {0}> { a = Gather (x, i) y = Relu (a) }",
           "Gather Relu"},
      });
}

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

TEST(RemovePool, WindowsOfOne) {
  expect_cases(
      "remove_pool",
      {
          {"max", 13,
           "g (float[N,2,3,4] x) => (float[] y) { a = MaxPool <kernel_shape = [1, 1]> (x) y = Relu "
           "(a) }",
           "Relu"},
          {"average", 11,
           "g (float[N,2,3,4] x) => (float[] y) "
           "{ a = AveragePool <kernel_shape = [1, 1], strides = [1, 1], pads = [0, 0, 0, 0]> (x) y "
           "= Relu (a) }",
           "Relu"},
          {"kernel 2", 13,
           "g (float[N,2,3,4] x) => (float[] y) { a = MaxPool <kernel_shape = [1, 2]> (x) y = Relu "
           "(a) }",
           "MaxPool Relu"},
          {"stride 2", 13,
           "g (float[N,2,3,4] x) => (float[] y) { a = MaxPool <kernel_shape = [1, 1], strides = "
           "[2, 1]> (x) y = Relu (a) }",
           "MaxPool Relu"},
          {"padded", 13,
           "g (float[N,2,3,4] x) => (float[] y) "
           "{ a = AveragePool <kernel_shape = [1, 1], pads = [0, 0, 0, 1], count_include_pad = 1> "
           "(x) y = Relu (a) }",
           "AveragePool Relu", false},
          {"indices read", 13,
           "g (float[1,2,3,4] x) => (float[] y, int64[] i) { a, i = MaxPool <kernel_shape = [1, "
           "1]> (x) y = Relu (a) }",
           "MaxPool Relu"},
          {"global of one pixel", 13,
           "g (float[N,C,1,1] x) => (float[] y) { a = GlobalAveragePool (x) y = Relu (a) }",
           "Relu"},
          {"global of more", 13,
           "g (float[N,C,1,2] x) => (float[] y) { a = GlobalAveragePool (x) y = Relu (a) }",
           "GlobalAveragePool Relu"},
          {"global of perhaps more", 13,
           "g (float[N,C,1,W] x) => (float[] y) { a = GlobalMaxPool (x) y = Relu (a) }",
           "GlobalMaxPool Relu"},
      });
}

TEST(RemoveReduction, NothingToReduce) {
  const std::string x23 = "g (float[2,3] x) => (float[] y) ";
  expect_cases(
      "remove_reduction",
      {
          {"sum, no axes, noop", 13,
           x23 + "{ a = ReduceSum <noop_with_empty_axes = 1> (x) y = Relu (a) }", "Relu"},
          {"sum, no axes, all", 13, x23 + "{ a = ReduceSum (x) y = Relu (a) }", "ReduceSum Relu"},
          {"sum, no axes, noop, no keepdims", 13,
           x23 + "{ a = ReduceSum <noop_with_empty_axes = 1, keepdims = 0> (x) y = Relu (a) }",
           "Relu"},
          {"sum, empty axes, noop", 13,
           x23 +
               "<int64[0] i = {}> { a = ReduceSum <noop_with_empty_axes = 1> (x, i) y = Relu (a) }",
           "Relu"},
          {"sum, axes, noop", 13,
           x23 + "<int64[1] i = {0}> { a = ReduceSum <noop_with_empty_axes = 1> (x, i) y = Relu "
                 "(a) }",
           "ReduceSum Relu"},
          {"sum, axes a runtime input", 13,
           "g (float[2,3] x, int64[1] i) => (float[] y) { a = ReduceSum <noop_with_empty_axes = 1> "
           "(x, i) y = Relu (a) }",
           "ReduceSum Relu", false},
          {"mean, no axes, noop", 18,
           x23 + "{ a = ReduceMean <noop_with_empty_axes = 1> (x) y = Relu (a) }", "Relu"},
          {"L1, no axes, noop", 18,
           x23 + "{ a = ReduceL1 <noop_with_empty_axes = 1> (x) y = Relu (a) }", "ReduceL1 Relu",
           false},
          {"mean over a 1", 13,
           "g (float[N,1,M] x) => (float[] y) { a = ReduceMean <axes = [-2]> (x) y = Relu (a) }",
           "Relu"},
          {"mean over a 1, which goes", 13,
           "g (float[N,1,M] x) => (float[] y) { a = ReduceMean <axes = [1], keepdims = 0> (x) y = "
           "Relu (a) }",
           "ReduceMean Relu"},
          {"mean over a symbol", 13,
           "g (float[N,1,M] x) => (float[] y) { a = ReduceMean <axes = [0]> (x) y = Relu (a) }",
           "ReduceMean Relu"},
          {"max over a 1, axes an operand", 18,
           "g (float[N,1,M] x) => (float[] y) <int64[1] i = {1}> { a = ReduceMax (x, i) y = Relu "
           "(a) }",
           "Relu"},
      });
}

TEST(RemoveSingleOperand, OfVariadicOperators) {
  expect_cases(
      "remove_single_operand",
      {
          {"sum of one", 13, "g (float[N] x) => (float[] y) { a = Sum (x) y = Relu (a) }", "Relu"},
          {"mean of one", 8, "g (float[N] x) => (float[] y) { a = Mean (x) y = Relu (a) }", "Relu"},
          {"max of two", 13, "g (float[N] x) => (float[] y) { a = Max (x, x) y = Relu (a) }",
           "Max Relu"},
      });
}

TEST(RemoveBlockShuffle, BlocksOfOne) {
  expect_cases("remove_block_shuffle", {
                                           {"one", 13,
                                            "g (float[N,4,2,2] x) => (float[] y) { a = "
                                            "DepthToSpace <blocksize = 1> (x) y = Relu (a) }",
                                            "Relu"},
                                           {"two", 13,
                                            "g (float[N,4,2,2] x) => (float[] y) { a = "
                                            "SpaceToDepth <blocksize = 2> (x) y = Relu (a) }",
                                            "SpaceToDepth Relu"},
                                       });
}

TEST(RemoveClip, WithoutBounds) {
  expect_cases(
      "remove_clip",
      {
          {"integers", 13, "g (int32[N] x) => (int32[] y) { a = Clip (x) y = Abs (a) }", "Abs"},
          {"integers, one bound", 13,
           "g (int32[N] x) => (int32[] y) <int32 m = {3}> { a = Clip (x,, m) y = Abs (a) }",
           "Clip Abs"},
          // Infinities become the largest finite numbers.
          {"floats", 13, "g (float[N] x) => (float[] y) { a = Clip (x) y = Abs (a) }", "Clip Abs"},
      });
}

}  // namespace
}  // namespace opsmith::transform::testing
