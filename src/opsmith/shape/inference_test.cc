#include "opsmith/shape/inference.h"

#include <gtest/gtest.h>

#include <string>

#include "opsmith/format/text_parser.h"

namespace opsmith::shape {
namespace {

// A model with its inference; `header` is the graph's line, `body` its nodes.
class Inferred {
 public:
  explicit Inferred(const std::string& text)
      : model_(format::parse_text(text, "test")), inference_(*model_) {
    inference_.run();
  }
  // A main graph at `opset`.
  Inferred(int opset, const std::string& graph)
      : Inferred("<ir_version: 10, opset_import: [\"\" : " + std::to_string(opset) + "]>\n" +
                 graph) {}

  ir::Value* value(std::string_view name) { return model_->graph().find(name); }
  std::string type(std::string_view name) {
    const ir::TypePtr& type = inference_.type(value(name));
    return type ? type->text() : "null";
  }
  std::string elements(std::string_view name) {
    const auto* known = inference_.elements(value(name));
    if (!known) return "null";
    std::string text;
    for (const ir::Dim& element : *known) text += (text.empty() ? "" : ",") + element.text();
    return "{" + text + "}";
  }
  ir::Model& model() { return *model_; }
  Inference& inference() { return inference_; }

 private:
  std::unique_ptr<ir::Model> model_;
  Inference inference_;
};

TEST(Inference, IgnoresRecordedInfos) {
  Inferred m(17, "g (float[N,4] x) => (float[7,7] y) <float[9] h> { h = Relu(x) y = Relu(h) }");
  EXPECT_EQ(m.type("h"), "float[N,4]");
  EXPECT_EQ(m.type("y"), "float[N,4]");
}

TEST(Inference, ShapeTakesStartAndEndClamped) {
  Inferred m(15, R"(g (float[1,3,32,48] x) => (int64[k] a, int64[k] b, int64[k] c, int64[k] d) {
    a = Shape<start: int = 2>(x)
    b = Shape<start: int = -2, end: int = -1>(x)
    c = Shape<start: int = -9, end: int = 99>(x)
    d = Shape<start: int = 3, end: int = 1>(x)
  })");
  EXPECT_EQ(m.elements("a"), "{32,48}");
  EXPECT_EQ(m.elements("b"), "{32}");
  EXPECT_EQ(m.elements("c"), "{1,3,32,48}");
  EXPECT_EQ(m.elements("d"), "{}");
  EXPECT_EQ(m.type("d"), "int64[0]");
}

TEST(Inference, SymbolsFlowThroughShapeArithmetic) {
  Inferred m(17, R"(g (float[N,3,H,W] x) => (float[a,b] y)
    <int64 zero = {0}, int64[1] axis = {0}, int64[1] rest = {-1}> {
    s = Shape(x)
    n = Gather(s, zero)
    u = Unsqueeze(n, axis)
    t = Concat<axis: int = 0>(u, rest)
    y = Reshape(x, t)
  })");
  EXPECT_EQ(m.elements("s"), "{N,3,H,W}");
  EXPECT_EQ(m.elements("t"), "{N,-1}");
  EXPECT_EQ(m.type("y"), "float[N,?]");
}

TEST(Inference, ReshapeDividesSymbolsOut) {
  Inferred m(17, R"(g (float[N,3,8,S] x) => (float[a] p, float[a] q, float[a] r)
    <int64[2] a = {0,-1}, int64[3] b = {0,24,-1}, int64[3] c = {-1,3,8}> {
    p = Reshape(x, a) q = Reshape(x, b) r = Reshape(x, c)
  })");
  EXPECT_EQ(m.type("p"), "float[N,?]");
  EXPECT_EQ(m.type("q"), "float[N,24,S]");
  EXPECT_EQ(m.type("r"), "float[?,3,8]");
}

TEST(Inference, ReshapeHonoursAllowzero) {
  Inferred m(14, R"(g (float[4,0] x, float[2,6] z) => (float[a] y, float[a] w)
    <int64[2] s = {0,2}, int64[2] t = {0,3}, int64[2] u = {3,4}, int64[3] v = {0,2,-1}> {
    m = Reshape<allowzero: int = 1>(x, s) y = Reshape<allowzero: int = 1>(m, t)
    k = Reshape(z, u) w = Reshape(k, v)
  })");
  EXPECT_EQ(m.type("y"), "float[0,3]");
  EXPECT_EQ(m.type("w"), "float[3,2,2]");
}

TEST(Inference, BroadcastingKeepsWhatIsCertain) {
  Inferred m(
      13,
      R"(g (float[1,3] x, float[N,3] z, float scalar) => (float[a] a, float[a] b, float[a] c, float[a] d)
    <float[1,3] ones = {1,1,1}, float[1] one = {1}, int64[2] s = {1,3}, int64[2] t = {4,3}> {
    a = Mul(x, z) b = Expand(z, s) c = Expand(z, t) d = Mul(scalar, one)
  })");
  EXPECT_EQ(m.type("a"), "float[N,3]");
  EXPECT_EQ(m.type("b"), "float[N,3]");
  EXPECT_EQ(m.type("c"), "float[4,3]");
  EXPECT_EQ(m.type("d"), "float[1]");
}

TEST(Inference, QuantizedTypeComesFromZeroPoint) {
  Inferred m(19, R"(g (float[4] x, float s, float8e4m3fn z) => (float[4] y) {
    q = QuantizeLinear(x, s, z) y = DequantizeLinear(q, s, z)
  })");
  EXPECT_EQ(m.type("q"), "float8e4m3fn[4]");
  EXPECT_EQ(m.type("y"), "float[4]");
}

TEST(Inference, SequencesKeepTheirElementType) {
  Inferred m(13, R"(g (float[2] a, float[3] b, int64 i) => (float[k] y) {
    s = SequenceConstruct(a, b) y = SequenceAt(s, i)
  })");
  EXPECT_EQ(m.type("s"), "seq(float[?])");
  EXPECT_EQ(m.type("y"), "float[?]");
}

TEST(Inference, ASplitWithIgnoredKeepdimsHasAnOpenRank) {
  Inferred m(13, R"(g (float[2,3] x, int64 i) => (float[k] y) <int64 one = {1}> {
    s = SplitToSequence<axis: int = 1, keepdims: int = 0>(x, one) y = SequenceAt(s, i)
  })");
  EXPECT_EQ(m.type("y"), "float");
}

TEST(Inference, ReductionsTakeAxesWhereTheOpsetPutsThem) {
  Inferred m(
      13,
      R"(g (float[2,3] x) => (float[a] a, float[a] b, float[a] c, float[a] d) <int64[1] one = {1}> {
    a = ReduceSum<noop_with_empty_axes: int = 1>(x)
    b = ReduceSum<keepdims: int = 0>(x)
    c = ReduceSum<keepdims: int = 0>(x, one)
    d = ReduceMean<axes: ints = [1], keepdims: int = 0>(x)
  })");
  EXPECT_EQ(m.type("a"), "float[2,3]");
  EXPECT_EQ(m.type("b"), "float[]");
  EXPECT_EQ(m.type("c"), "float[2]");
  EXPECT_EQ(m.type("d"), "float[2]");
}

TEST(Inference, WindowsKeepSymbolsThatPaddingRestores) {
  Inferred m(17, R"(g (float[N,3,H,W] x, float[8,3,3,3] w) => (float[a] a, float[a] b, float[a] c) {
    a = Conv<pads: ints = [1,1,1,1]>(x, w)
    b = Conv<auto_pad: string = "SAME_UPPER">(x, w)
    c = Conv<strides: ints = [2,2]>(x, w)
  })");
  EXPECT_EQ(m.type("a"), "float[N,8,H,W]");
  EXPECT_EQ(m.type("b"), "float[N,8,H,W]");
  EXPECT_EQ(m.type("c"), "float[N,8,?,?]");
}

TEST(Inference, BranchesAreJoined) {
  Inferred m(17, R"(g (bool c, float[N,4] x, float[2,4] z) => (float[a,b] y) {
    y = If<then_branch: graph = t () => (float[a] p) { p = Relu(x) },
           else_branch: graph = e () => (float[a] q) { q = Relu(z) }>(c)
  })");
  EXPECT_EQ(m.type("y"), "float[?,4]");
}

TEST(Inference, LoopStateThatGrowsIsUnknown) {
  Inferred m(
      17,
      R"(g (int64 trips, bool go, float[1,4] x, float[2] z) => (float[a,b] y, float[a] w, float[a] all) {
    y, w, all = Loop<body: graph = b (int64 i, bool c, float[9,9] s, float[9] k) => (bool d, float t, float k2, float r) {
      d = Identity(c) t = Concat<axis: int = 0>(s, s) k2 = Relu(k) r = Identity(k)
    }>(trips, go, x, z)
  })");
  EXPECT_EQ(m.type("y"), "float[?,4]");
  EXPECT_EQ(m.type("w"), "float[2]");
  EXPECT_EQ(m.type("all"), "float[?,2]");
}

TEST(Inference, CallsAreInferredForEachCaller) {
  Inferred m(R"(<ir_version: 10, opset_import: ["" : 17, "my" : 1]>
    g (float[N,4] x, int32[3] z) => (float[a] y, int32[a] w) { y = my.f(x) w = my.f(z) }
    <domain: "my", opset_import: ["" : 17]> f (a) => (b) { t = Neg(a) b = Add(t, t) })");
  EXPECT_EQ(m.type("y"), "float[N,4]");
  EXPECT_EQ(m.type("w"), "int32[3]");
}

TEST(Inference, RecursiveFunctionsEnd) {
  Inferred m(R"(<ir_version: 10, opset_import: ["" : 17, "my" : 1]>
    g (float[4] x) => (float[a] y) { y = my.f(x) }
    <domain: "my", opset_import: ["" : 17, "my" : 1]> f (a) => (b) { t = my.f(a) b = my.f(t) })");
  EXPECT_EQ(m.type("y"), "null");
}

TEST(Inference, UnknownOperatorsHideNothingElse) {
  Inferred m(
      11,
      "g (float[1,3] x) => (float[a] y, float[a] z) { k = DCNv2_TRT(x) y = Relu(k) z = Relu(x) }");
  EXPECT_EQ(m.type("k"), "null");
  EXPECT_EQ(m.type("z"), "float[1,3]");
}

TEST(Inference, NonsenseEndsInUnknownTypes) {
  Inferred m(17, R"(g (float x, float[7,6,1,5] i, float[3] c, float[4611686018427387904,4] huge) =>
      (float[a] a, float[a] b, float[a] d, float[a] f) {
    a = Einsum<equation: string = "i->i">(x)
    b = Conv(i, x)
    d = Gemm(c, c, x)
    f = Flatten<axis: int = 2>(huge)
    u, v, w = Relu(x)
  })");
  EXPECT_EQ(m.type("b"), "null");
  EXPECT_EQ(m.type("d"), "float[?,?]");
  EXPECT_EQ(m.type("f"), "float[?,1]");
  EXPECT_FALSE(m.inference().complaints().empty());
}

TEST(Inference, UnsortedAndCyclicGraphsAreSurvived) {
  Inferred m(17,
             "g (float[2] x) => (float[a] y) { y = Relu(h) h = Neg(x) p = Add(q, x) q = Neg(p) }");
  EXPECT_EQ(m.type("y"), "float[2]");
}

TEST(Inference, RangeTakesElementsOfAnyShape) {
  Inferred m(
      17,
      R"(g (float[N] x, int64[1] zero_in) => (int64[a] y, int64[a] z) <int64 a = {5}, int64 b = {0}, int64 d = {-2}, int64 one = {1}, int64[1] z1 = {0}> {
    s = Shape(x) y = Range(z1, s, one) z = Range(a, b, d)
  })");
  EXPECT_EQ(m.type("y"), "int64[N]");
  EXPECT_EQ(m.elements("z"), "{5,3,1}");
}

TEST(Inference, UpdateReachesAllThatChanges) {
  Inferred m(17, R"(g (bool c, float[2,3] x) => (float[a] y, float[a] w) {
    h = Transpose(x)
    s = Shape(h)
    w = ConstantOfShape(s)
    y = If<then_branch: graph = t () => (float[a] p) { p = Relu(h) },
           else_branch: graph = e () => (float[a] q) { q = Relu(h) }>(c)
  })");
  EXPECT_EQ(m.type("y"), "float[3,2]");
  ir::Node* transpose = m.value("h")->producer();
  transpose->set_ints("perm", {0, 1});
  m.inference().update(*transpose);
  EXPECT_EQ(m.type("y"), "float[2,3]");
  EXPECT_EQ(m.type("w"), "float[2,3]");
  EXPECT_EQ(m.elements("s"), "{2,3}");
}

TEST(Inference, UpdateInsideABranchReachesTheOutside) {
  Inferred m(17, R"(g (bool c, float[2,3] x) => (float[a] y) {
    k = If<then_branch: graph = t () => (float[a] p) { p = Transpose(x) },
           else_branch: graph = e () => (float[a] q) { q = Transpose(x) }>(c)
    y = Relu(k)
  })");
  for (ir::Graph* branch : m.value("k")->producer()->graphs()) {
    ir::Node* transpose = branch->first_node();
    transpose->set_ints("perm", {0, 1});
    m.inference().update(*transpose);
  }
  EXPECT_EQ(m.type("y"), "float[2,3]");
}

}  // namespace
}  // namespace opsmith::shape
