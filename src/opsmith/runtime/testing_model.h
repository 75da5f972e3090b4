// Helpers that the tests of this room share.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "opsmith/format/text_parser.h"
#include "opsmith/runtime/array.h"
#include "opsmith/runtime/library.h"

namespace opsmith::runtime {

inline std::unique_ptr<ir::Model> model_of(std::string_view text) {
  return format::parse_text(text, "test.onnxtxt");
}

// Opsets and a name around a graph's signature and body.
inline std::unique_ptr<ir::Model> graph_of(std::string_view signature_and_body) {
  return model_of("<ir_version: 8, opset_import: [\"\" : 17]>\ng " +
                  std::string(signature_and_body));
}

template <typename T>
std::vector<T> values_of(const Array& array) {
  std::vector<T> values(array.bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), array.bytes.data(), values.size() * sizeof(T));
  return values;
}

inline Array floats(std::vector<std::int64_t> dims, const std::vector<float>& values) {
  return Array::of(ir::DataType::float32, std::move(dims), values);
}
inline Array int64s(std::vector<std::int64_t> dims, const std::vector<std::int64_t>& values) {
  return Array::of(ir::DataType::int64, std::move(dims), values);
}

// A test that needs ONNX Runtime, skipped where the machine has none.
class WithLibrary : public ::testing::Test {
 protected:
  void SetUp() override {
    try {
      library = Library::load();
    } catch (const std::exception& error) {
      FAIL() << error.what();
    }
  }
  std::shared_ptr<const Library> library;
};

}  // namespace opsmith::runtime
