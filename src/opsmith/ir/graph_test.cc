#include "opsmith/ir/graph.h"

#include <gtest/gtest.h>

#include "opsmith/base/error.h"
#include "opsmith/ir/model.h"

namespace opsmith::ir {
namespace {

TensorPtr scalar(float value) { return Tensor::of<float>(DataType::float32, {}, {value}); }

// x -> Relu -> r -> If { then: Add(r, w) } -> y; w is an initializer of the main graph.
struct Nested {
  Model model;
  Graph& main = model.graph();
  Value* x = main.add_input("x");
  Value* w = main.add_initializer("w", scalar(2));
  Node* relu = main.insert(nullptr, "Relu", {x}, "r");
  Node* choice = main.insert(nullptr, "If", {x}, "y");
  Graph* branch = nullptr;
  Node* add = nullptr;

  Nested() {
    auto graph = std::make_unique<Graph>(&model, choice);
    branch = graph.get();
    add = branch->insert(nullptr, "Add", {relu->output(0), w}, "sum");
    branch->add_graph_output(add->output(0));
    choice->attributes.emplace_back("then_branch", AttributeType::graph, std::move(graph));
    main.add_graph_output(choice->output(0));
  }
};

TEST(Uses, a_read_in_a_nested_graph_is_a_use) {
  Nested n;
  ASSERT_EQ(n.w->use_count(), 1U);
  for (const Use& use : n.w->uses()) {
    EXPECT_EQ(use.node(), n.add);
    EXPECT_EQ(use.index(), 1U);
    EXPECT_EQ(use.scope(), n.branch);
  }
  EXPECT_TRUE(n.choice->output(0)->is_graph_output());
  EXPECT_TRUE(n.model.verify_links().empty());
}

TEST(Uses, replacing_all_reaches_every_scope) {
  Nested n;
  n.relu->output(0)->replace_all_uses_with(n.x);
  EXPECT_FALSE(n.relu->output(0)->has_uses());
  EXPECT_EQ(n.add->input(0), n.x);
  n.main.erase(n.relu);
  EXPECT_EQ(n.main.node_count(), 1U);
  EXPECT_TRUE(n.model.verify_links().empty());
}

TEST(Uses, growing_an_operand_list_keeps_the_links) {
  Model model;
  Value* x = model.graph().add_input("x");
  Node* sum = model.graph().append("Sum");
  for (int i = 0; i < 100; ++i) sum->inputs().push_back(x);
  EXPECT_EQ(x->use_count(), 100U);
  sum->inputs().erase(0);
  EXPECT_EQ(x->use_count(), 99U);
  sum->inputs().resize(1);
  EXPECT_TRUE(x->has_one_use());
}

TEST(Nodes, may_be_erased_and_inserted_while_walking) {
  Model model;
  Value* x = model.graph().add_input("x");
  for (int i = 0; i < 6; ++i) model.graph().insert(nullptr, "Relu", {x}, "r");
  int visited = 0;
  for (Node& node : model.graph().nodes()) {
    ++visited;
    if (node.is("Abs")) continue;
    model.graph().insert(node.next(), "Abs", {x}, "a");
    Node* after = node.next()->next();
    model.graph().erase(&node);
    if (after && after->is("Relu")) model.graph().erase(after);
  }
  EXPECT_EQ(visited, 6);  // three Relus and the Abs after each
  EXPECT_EQ(model.graph().node_count(), 3U);
  EXPECT_TRUE(model.verify_links().empty());
}

TEST(Nodes, keep_their_order_through_many_insertions_at_one_place) {
  Model model;
  Value* x = model.graph().add_input("x");
  Node* last = model.graph().insert(nullptr, "Relu", {x}, "r");
  Node* previous = nullptr;
  for (int i = 0; i < 200; ++i) {
    Node* node = model.graph().insert(last, "Abs", {x}, "a");
    if (previous) {
      EXPECT_TRUE(model.graph().precedes(previous, node));
    }
    EXPECT_TRUE(model.graph().precedes(node, last));
    previous = node;
  }
  EXPECT_TRUE(model.verify_links().empty());
}

TEST(Nodes, erasing_an_owner_marks_the_nested_nodes_erased) {
  Nested n;
  n.main.remove_graph_output(0);
  Node* nested = n.add;
  n.main.erase(n.choice);
  EXPECT_TRUE(nested->erased());
  EXPECT_FALSE(n.w->has_uses());
  n.model.purge();
}

TEST(Names, are_unique_in_a_scope) {
  Model model;
  model.graph().add_input("x");
  EXPECT_THROW(model.graph().add_initializer("x", scalar(1)), Error);
  EXPECT_EQ(model.fresh_name("x"), "x_1");
  EXPECT_EQ(model.fresh_name("x"), "x_2");
  EXPECT_EQ(model.fresh_name("free"), "free");
  EXPECT_EQ(model.fresh_name("free"), "free_1");
}

TEST(Names, fresh_ones_avoid_nested_graphs_and_former_values) {
  Nested n;
  EXPECT_EQ(n.model.fresh_name("sum"), "sum_1");
  n.relu->output(0)->replace_all_uses_with(n.x);
  n.main.erase(n.relu);
  EXPECT_EQ(n.model.fresh_name("r"), "r_1");
}

TEST(Names, renaming_and_swapping) {
  Nested n;
  n.main.rename(n.x, "input");
  EXPECT_EQ(n.main.find("input"), n.x);
  EXPECT_EQ(n.main.find("x"), nullptr);
  EXPECT_THROW(n.main.rename(n.x, "w"), Error);
  n.main.swap_names(n.x, n.w);
  EXPECT_EQ(n.main.find("w"), n.x);
  EXPECT_EQ(n.branch->resolve("input"), n.w);
}

TEST(Absorb, moves_nodes_and_initializers_and_renames_what_clashes) {
  Nested n;
  n.branch->add_initializer("k", scalar(1));
  n.main.add_initializer("unrelated", scalar(1));
  n.branch->rename(n.add->output(0), "unrelated");  // legal while nested: another scope
  const auto results = n.main.absorb(*n.branch, n.choice, {});
  ASSERT_EQ(results.size(), 1U);
  EXPECT_EQ(results[0]->name(), "unrelated_1");
  EXPECT_EQ(results[0]->graph(), &n.main);
  EXPECT_NE(n.main.find("k"), nullptr);
  EXPECT_TRUE(n.main.precedes(n.add, n.choice));
  EXPECT_EQ(n.branch->node_count(), 0U);
  n.choice->output(0)->replace_all_uses_with(results[0]);
  n.main.erase(n.choice);
  EXPECT_TRUE(n.model.verify_links().empty());
}

TEST(Initializers, can_be_inputs_too) {
  Model model;
  Value* x = model.graph().add_input("x");
  model.graph().set_initializer(x, scalar(1));
  EXPECT_TRUE(x->is_overridable());
  EXPECT_EQ(x->constant(), nullptr);
  model.graph().remove_input(0);
  EXPECT_NE(x->constant(), nullptr);
  model.graph().erase_initializer(x);
  EXPECT_EQ(model.graph().find("x"), nullptr);
  EXPECT_EQ(model.graph().initializer_count(), 0U);
}

TEST(Paths, tell_where_a_nested_graph_is) {
  Nested n;
  n.choice->name = "if_1";
  EXPECT_EQ(n.branch->path(), "main/if_1.then_branch");
  EXPECT_EQ(n.branch->depth(), 1U);
  EXPECT_EQ(n.branch->parent(), &n.main);
}

TEST(BrokenModels, keep_both_values_of_one_name) {
  Model model;
  Value* x = model.graph().add_input("x");
  Node* first = model.graph().append("Relu");
  first->inputs().push_back(x);
  model.graph().add_output(first, "y");
  Node* second = model.graph().append("Abs");
  Value* loser = model.graph().add_output_unchecked(second, "y");
  EXPECT_NE(model.graph().find("y"), loser);
  EXPECT_EQ(model.verify_links().size(), 1U);
  Value* undefined = model.graph().add_undefined("nowhere");
  EXPECT_TRUE(undefined->is_undefined());
}

}  // namespace
}  // namespace opsmith::ir
