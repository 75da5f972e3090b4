#include "opsmith/ir/address.h"

#include <gtest/gtest.h>

#include "opsmith/base/error.h"

namespace opsmith::ir {
namespace {

// first:  a = Relu(x)
// pick:   y = If(c) { then: inner: r = Neg(a) } { else: r = local.f(a), only = Abs(a) }
// local.f: q = Abs(p)
std::unique_ptr<Model> make_model() {
  auto model = std::make_unique<Model>();
  Graph& graph = model->graph();
  const auto add = [](Graph& to, std::string_view name, std::string_view op, Value* input,
                      std::string_view output) {
    Node* node = to.append(op);
    node->name = name;
    node->inputs().push_back(input);
    return to.add_output(node, output);
  };
  Value* x = graph.add_input("x");
  Value* c = graph.add_input("c");
  Value* a = add(graph, "first", "Relu", x, "a");
  graph.add_graph_output(add(graph, "pick", "If", c, "y"));
  Node* pick = graph.last_node();
  auto then_branch = std::make_unique<Graph>(model.get(), pick);
  then_branch->add_graph_output(add(*then_branch, "inner", "Neg", a, "r"));
  auto else_branch = std::make_unique<Graph>(model.get(), pick);
  else_branch->add_graph_output(add(*else_branch, "", "f", a, "r"));
  else_branch->last_node()->domain = "local";
  add(*else_branch, "", "Abs", a, "only");
  pick->attributes.emplace_back("then_branch", AttributeType::graph, std::move(then_branch));
  pick->attributes.emplace_back("else_branch", AttributeType::graph, std::move(else_branch));
  Function* function = model->add_function();
  function->name = "f";
  function->domain = "local";
  function->body().add_graph_output(
      add(function->body(), "", "Abs", function->body().add_input("p"), "q"));
  return model;
}

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
  std::unique_ptr<Model> model_ = make_model();
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
