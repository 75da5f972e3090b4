#include "opsmith/ir/topology.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "opsmith/ir/model.h"

namespace opsmith::ir {
namespace {

// Levels of two nodes, each reading both of the level above: 2^levels paths.
void make_ladder(Model& model, int levels) {
  Graph& graph = model.graph();
  Value* a = graph.add_input("x");
  Value* b = a;
  for (int i = 0; i < levels; ++i) {
    Node* left = graph.insert(nullptr, "Add", {a, b}, "l");
    Node* right = graph.insert(nullptr, "Mul", {a, b}, "r");
    a = left->output(0);
    b = right->output(0);
  }
  graph.add_graph_output(a);
}

void reverse(Graph& graph) {
  std::vector<Node*> nodes;
  for (Node& node : graph.nodes()) nodes.push_back(&node);
  for (Node* node : nodes) graph.move_before(node, graph.first_node());
}

TEST(Sort, a_reversed_ladder_takes_linear_time) {
  Model model;
  make_ladder(model, 5000);
  reverse(model.graph());
  EXPECT_FALSE(is_sorted(model.graph()));
  EXPECT_TRUE(sort_topologically(model.graph()).empty());
  EXPECT_TRUE(is_sorted(model.graph()));
  EXPECT_TRUE(model.verify_links().empty());
}

TEST(Sort, leaves_a_sorted_graph_alone) {
  Model model;
  make_ladder(model, 20);
  std::vector<const Node*> before;
  for (const Node& node : model.graph().nodes()) before.push_back(&node);
  EXPECT_TRUE(sort_topologically(model.graph()).empty());
  std::vector<const Node*> after;
  for (const Node& node : model.graph().nodes()) after.push_back(&node);
  EXPECT_EQ(before, after);
}

TEST(Sort, a_diamond_is_no_cycle) {
  Model model;
  Graph& graph = model.graph();
  Value* x = graph.add_input("x");
  Node* identity = graph.insert(nullptr, "Identity", {x}, "i");
  Node* negative = graph.insert(nullptr, "Neg", {identity->output(0)}, "n");
  graph.insert(nullptr, "Mul", {identity->output(0), negative->output(0)}, "y");
  reverse(graph);
  EXPECT_TRUE(sort_topologically(graph).empty());
  EXPECT_EQ(graph.first_node(), identity);
}

TEST(Sort, names_the_cycle) {
  Model model;
  Graph& graph = model.graph();
  Value* x = graph.add_input("x");
  Node* before = graph.insert(nullptr, "Relu", {x}, "r");
  Node* a = graph.insert(nullptr, "Add", {before->output(0), x}, "a");
  Node* b = graph.insert(nullptr, "Neg", {a->output(0)}, "b");
  a->set_input(1, b->output(0));
  const auto cycle = sort_topologically(graph);
  EXPECT_EQ(cycle.size(), 2U);
  EXPECT_NE(std::find(cycle.begin(), cycle.end(), a), cycle.end());
  EXPECT_NE(std::find(cycle.begin(), cycle.end(), b), cycle.end());
}

TEST(Sort, a_capture_is_a_dependency) {
  Model model;
  Graph& graph = model.graph();
  Value* x = graph.add_input("x");
  Node* choice = graph.insert(nullptr, "If", {x}, "y");
  auto branch = std::make_unique<Graph>(&model, choice);
  Node* captured = graph.insert(nullptr, "Relu", {x}, "r");  // after its reader
  Node* inner = branch->insert(nullptr, "Neg", {captured->output(0)}, "n");
  branch->add_graph_output(inner->output(0));
  Graph* nested = branch.get();
  choice->attributes.emplace_back("then_branch", AttributeType::graph, std::move(branch));
  EXPECT_FALSE(is_sorted(graph));
  EXPECT_TRUE(sort_topologically(graph).empty());
  EXPECT_EQ(graph.first_node(), captured);
  EXPECT_EQ(captured_values(*nested), std::vector<Value*>{captured->output(0)});
}

}  // namespace
}  // namespace opsmith::ir
