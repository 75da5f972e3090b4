#include "opsmith/runtime/session.h"

#include "opsmith/base/error.h"
#include "opsmith/runtime/testing_model.h"

namespace opsmith::runtime {
namespace {

using SessionTest = WithLibrary;

TEST_F(SessionTest, RunsAndReturnsExtraOutputsAfterTheModelsOwn) {
  const auto model =
      graph_of("(float[N] x) => (float[N] y) <float[1] two = {2}> { m = Mul(x, two) y = Neg(m) }");
  SessionOptions options;
  options.extra_outputs = {"m", "x", "two", "y"};
  const Session session(library, *model, options);
  const NamedArrays outputs = session.run({{"x", floats({3}, {1, 2, 3})}});
  ASSERT_EQ(outputs.size(), 4U);
  EXPECT_EQ(outputs[0].first, "y");
  EXPECT_EQ(values_of<float>(outputs[0].second), (std::vector<float>{-2, -4, -6}));
  EXPECT_EQ(outputs[1].first, "m");
  EXPECT_EQ(values_of<float>(outputs[1].second), (std::vector<float>{2, 4, 6}));
  EXPECT_EQ(values_of<float>(outputs[2].second), (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(values_of<float>(outputs[3].second), (std::vector<float>{2}));
  EXPECT_EQ(values_of<float>(session.run({{"x", floats({1}, {5})}}, {"m"})[0].second),
            std::vector<float>{10});
}

TEST_F(SessionTest, LargeWeightsAreHandedOverWithoutACopy) {
  auto model = graph_of("(float[N, 1000] x) => (float[N, 1000] y) { y = Add(x, w) }");
  ir::Value* undefined = nullptr;
  for (ir::Node& node : model->graph().nodes()) undefined = node.input(1);
  ASSERT_NE(undefined, nullptr);
  std::vector<float> weights(1000);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<float>(i);
  model->graph().set_initializer(undefined, ir::Tensor::of(ir::DataType::float32, {1000}, weights));
  const Session session(library, *model);
  EXPECT_EQ(session.note(), "");
  const auto y = values_of<float>(
      session.run({{"x", floats({1, 1000}, std::vector<float>(1000, 1))}})[0].second);
  EXPECT_EQ(y[0], 1);
  EXPECT_EQ(y[999], 1000);
}

TEST_F(SessionTest, LargeDefaultsOfOldModelsAreHandedOverToo) {
  const auto model = model_of(
      "<ir_version: 3, opset_import: [\"\" : 8]> g (float[1000] x, float[1000] w) => (float[1000] "
      "y) {"
      " y = Add(x, w) }");
  model->graph().set_initializer(
      model->graph().find("w"),
      ir::Tensor::of(ir::DataType::float32, {1000}, std::vector<float>(1000, 2)));
  const Session session(library, *model);
  EXPECT_EQ(session.note(), "");
  const Array x = floats({1000}, std::vector<float>(1000, 1));
  EXPECT_EQ(values_of<float>(session.run({{"x", x}})[0].second)[999], 3);
}

TEST_F(SessionTest, ErrorsNameTheValueOrTheNode) {
  const auto model = graph_of("(float[2] x, int64[1] i) => (float[1] y) { y = Gather(x, i) }");
  const Session session(library, *model);
  const Array x = floats({2}, {1, 2});
  auto error_of = [&session](const NamedArrays& inputs) -> Error {
    try {
      session.run(inputs);
    } catch (const Error& error) {
      return error;
    }
    return {ErrorCode::usage, "nothing was thrown"};
  };
  EXPECT_EQ(error_of({{"x", x}}).place().value, "i");
  EXPECT_EQ(error_of({{"x", x}, {"i", floats({1}, {0})}}).place().value, "i");
  EXPECT_EQ(error_of({{"x", x}, {"i", int64s({1}, {0})}, {"z", x}}).place().value, "z");
  const Error out_of_range = error_of({{"x", x}, {"i", int64s({1}, {7})}});
  EXPECT_EQ(out_of_range.code(), ErrorCode::runtime);
  EXPECT_NE(out_of_range.message().find("out of"), std::string::npos) << out_of_range.message();
  EXPECT_EQ(out_of_range.message().find(".cc:"), std::string::npos) << out_of_range.message();
}

TEST_F(SessionTest, RefusedModelAndUnknownOutputThrow) {
  const auto model = graph_of("(float[2] x) => (float[2] y) { y = NoSuchOperator(x) }");
  EXPECT_THROW(Session(library, *model), Error);
  const auto good = graph_of("(float[2] x) => (float[2] y) { y = Neg(x) }");
  SessionOptions options;
  options.extra_outputs = {"nothing"};
  EXPECT_THROW(Session(library, *good, options), Error);
}

TEST_F(SessionTest, StringsSequencesAndEmptyTensorsPass) {
  const auto model = graph_of(
      "(string[N] s, float[M] x) => (string[N] t, seq(float[M]) q, float[0] e)"
      " <int64[1] zero = {0}> { t = Identity(s) q = SequenceConstruct(x, x) e = Slice(x, zero, "
      "zero) }");
  const Session session(library, *model);
  const std::string odd("a\0b", 3);
  const NamedArrays outputs =
      session.run({{"s", Array::of_strings({2}, {odd, ""})}, {"x", floats({2}, {1, 2})}});
  EXPECT_EQ(outputs[0].second.strings, (std::vector<std::string>{odd, ""}));
  EXPECT_EQ(outputs[1].second.kind, Array::Kind::sequence);
  ASSERT_EQ(outputs[1].second.elements.size(), 2U);
  EXPECT_EQ(values_of<float>(outputs[1].second.elements[1]), (std::vector<float>{1, 2}));
  EXPECT_EQ(outputs[2].second.dims, std::vector<std::int64_t>{0});
}

TEST_F(SessionTest, AnInputWithADefaultMayBeLeftOut) {
  const auto model = model_of(
      "<ir_version: 8, opset_import: [\"\" : 17]> g (float[1] x, float[1] b = {3}) => (float[1] y) "
      "{ y = Add(x, b) }");
  const Session session(library, *model);
  EXPECT_EQ(values_of<float>(session.run({{"x", floats({1}, {1})}})[0].second),
            std::vector<float>{4});
  const NamedArrays both = {{"x", floats({1}, {1})}, {"b", floats({1}, {10})}};
  EXPECT_EQ(values_of<float>(session.run(both)[0].second), std::vector<float>{11});
}

TEST_F(SessionTest, ARunThatTakesTooLongIsStopped) {
  const auto model = graph_of(R"((int64 n, float[1] x) => (float[1] y) <bool yes = {1}> {
    y = Loop(n, yes, x) <body = b (int64 i, bool c, float[1] a) => (bool d, float[1] o) { d = Identity(c) o = Add(a, a) }>
  })");
  SessionOptions options;
  options.time_limit = 0.2;
  const Session session(library, *model, options);
  EXPECT_THROW(session.run({{"n", int64s({}, {std::int64_t{1} << 40})}, {"x", floats({1}, {1})}}),
               Error);
}

TEST(Library, MessagesLoseSourcePlacesAndStackTraces) {
  EXPECT_EQ(shorten_message("/src/core/graph.cc:12 void onnxruntime::Graph::F(int, bool) const x "
                            "was false. Bad input\n"
                            "Stacktrace:\n/lib/x"),
            "x was false. Bad input");
  EXPECT_EQ(shorten_message("plain"), "plain");
  EXPECT_EQ(shorten_message(""), "unknown failure");
}

TEST(Library, AFileThatIsNoLibraryIsRefusedWithTheRemedy) {
  try {
    Library::open("/dev/null");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::runtime);
    EXPECT_NE(error.remedy().find("OPSMITH_ORT"), std::string::npos);
  }
}

}  // namespace
}  // namespace opsmith::runtime
