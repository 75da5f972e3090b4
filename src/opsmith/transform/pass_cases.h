// For tests of passes: tables of small graphs.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "opsmith/transform/testing.h"

namespace opsmith::transform::testing {

// `graph` is ONNX text without the model header: "g (float[N] x) => (float[N] y) { y = Relu (x) }".
inline std::string model_text(int opset, const std::string& graph, int ir_version = 8) {
  return "<ir_version: " + std::to_string(ir_version) +
         ", opset_import: [\"\" : " + std::to_string(opset) + "]>\n" + graph;
}

struct PassCase {
  std::string what;
  int opset = 0;
  std::string graph;
  std::string operators;  // of the main graph, when the pass has run
  bool runs =
      true;  // compare numbers in ONNX Runtime; false where it lacks the operator or the type
};

inline void expect_cases(const std::string& pass, const std::vector<PassCase>& cases) {
  for (const PassCase& one : cases) {
    SCOPED_TRACE(one.what);
    const std::string text = model_text(one.opset, one.graph);
    EXPECT_EQ(operators_after(text, {pass}), one.operators);
    if (one.runs) {
      EXPECT_NO_THROW(expect_same_results(text, {pass}));
    }
  }
}

}  // namespace opsmith::transform::testing
