#include "opsmith/transform/prepare.h"

#include <gtest/gtest.h>

#include "opsmith/base/error.h"
#include "opsmith/format/text_parser.h"
#include "opsmith/format/text_printer.h"

namespace opsmith::transform {
namespace {

TEST(SetDimensions, fixes_the_symbol_everywhere) {
  auto model = format::parse_text(
      "<ir_version: 8, opset_import: [\"\": 17]>\ng (float[N,M] x) => (float[N,M] y) { y = Relu "
      "(x) }",
      "test");
  set_dimensions(*model, {{"N", 4}});
  const auto text = format::print_text(*model);
  EXPECT_NE(text.find("(float[4, M] x) => (float[4, M] y)"), std::string::npos) << text;
}

TEST(SetDimensions, refuses_a_symbol_that_no_input_has) {
  auto model = format::parse_text(
      "<ir_version: 8, opset_import: [\"\": 17]>\ng (float[N] x) => (float[N] y) { y = Relu (x) }",
      "test");
  EXPECT_THROW(set_dimensions(*model, {{"K", 4}}), Error);
  EXPECT_THROW(set_dimensions(*model, {{"N", -1}}), Error);
}

TEST(RequireSoundLinks, names_the_first_broken_link) {
  auto model = format::parse_text(
      "<ir_version: 8, opset_import: [\"\": 17]>\ng (float[2] x) => (float[2] y) { y = Add (x, "
      "nowhere) }",
      "test");
  try {
    require_sound_links(*model);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("nowhere"), std::string::npos) << error.what();
    EXPECT_EQ(error.code(), ErrorCode::malformed);
  }
}

}  // namespace
}  // namespace opsmith::transform
