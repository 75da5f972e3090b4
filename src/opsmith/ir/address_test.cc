#include "opsmith/ir/address.h"

#include <gtest/gtest.h>

#include "opsmith/base/error.h"
#include "opsmith/format/text_parser.h"

namespace opsmith::ir {
namespace {

constexpr const char* kModel = R"(
<ir_version: 9, opset_import: ["" : 17, "local" : 1]>
g (float[N] x, bool c) => (float[N] y) {
  [first] a = Relu (x)
  [pick] y = If (c) <
    then_branch = t () => (float[N] r) { [inner] r = Neg (a) },
    else_branch = e () => (float[N] r) { r = local.f (a) only = Abs (a) }
  >
}
<domain: "local", opset_import: ["" : 17]>
f (p) => (q) { q = Abs (p) }
)";

class Address : public testing::Test {
 protected:
  std::string message_of(std::string_view text) {
    try {
      find_value(*model_, text);
    } catch (const Error& error) {
      return error.what();
    }
    return "found";
  }
  std::unique_ptr<Model> model_ = format::parse_text(kModel, "test");
};

TEST_F(Address, OfEveryScope) {
  std::vector<std::string> prefixes;
  for (const ScopeEntry& scope : scopes_of(*model_)) {
    prefixes.push_back(scope.prefix);
    EXPECT_EQ(address_prefix(*scope.graph), scope.prefix);
  }
  EXPECT_EQ(prefixes,
            (std::vector<std::string>{"", "pick/then_branch/", "pick/else_branch/", "local::f/"}));
}

TEST_F(Address, FindsValuesAnywhere) {
  EXPECT_EQ(find_value(*model_, "a"), model_->graph().find("a"));
  EXPECT_EQ(address_of(*find_value(*model_, "pick/then_branch/r")), "pick/then_branch/r");
  EXPECT_EQ(address_of(*find_value(*model_, "pick/else_branch/r")), "pick/else_branch/r");
  EXPECT_EQ(address_of(*find_value(*model_, "local::f/q")), "local::f/q");
  EXPECT_EQ(address_of(*find_value(*model_, "only")), "pick/else_branch/only");
}

TEST_F(Address, AmbiguousNamesAreListed) {
  const std::string message = message_of("r");
  EXPECT_NE(message.find("'pick/then_branch/r', 'pick/else_branch/r'"), std::string::npos)
      << message;
}

TEST_F(Address, UnknownNamesNameTheScopeAndSuggest) {
  EXPECT_NE(message_of("pick/then_branch/nope").find("main/pick.then_branch"), std::string::npos);
  EXPECT_NE(message_of("onlyy").find("did you mean"), std::string::npos);
}

TEST_F(Address, FindsNodesByGlob) {
  EXPECT_EQ(find_nodes(*model_, "pick/*").size(), 3U);
  EXPECT_EQ(find_nodes(*model_, "first").size(), 1U);
  EXPECT_EQ(find_nodes(*model_, "inner").front()->op_type, "Neg");
  EXPECT_EQ(address_of(*find_nodes(*model_, "only").front()), "pick/else_branch/only");
  EXPECT_THROW(find_nodes(*model_, "conv*"), Error);
}

}  // namespace
}  // namespace opsmith::ir
