// For tests of passes: ONNX text in, ONNX text out, and the numbers compared.
#pragma once

#include <string>
#include <vector>

#include "opsmith/transform/pass_manager.h"

namespace opsmith::transform::testing {

// Parses, runs the passes named (all when empty) with the IR's invariants checked after each, and
// prints.
std::string simplified(const std::string& text, const std::vector<std::string>& only = {},
                       const PassOptions& options = {});

// Operators of the main graph in order, as "Relu Add": what most tests want to see of the result.
std::string operators_after(const std::string& text, const std::vector<std::string>& only = {},
                            const PassOptions& options = {});

// Runs original and result in ONNX Runtime on generated inputs (two bindings of symbolic
// dimensions) and demands equal outputs, bit for bit but for signed zero and NaN payload. Without
// ONNX Runtime the test fails: tests need it.
void expect_same_results(const std::string& text, const std::vector<std::string>& only = {},
                         const PassOptions& options = {});

}  // namespace opsmith::transform::testing
