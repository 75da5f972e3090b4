#include "opsmith/ir/clone.h"

#include <gtest/gtest.h>

namespace opsmith::ir {
namespace {

std::unique_ptr<Model> sample() {
  auto model = std::make_unique<Model>();
  model->ir_version = 8;
  model->opset_imports.push_back({model->intern(""), 17, {}});
  Graph& graph = model->graph();
  Value* x = graph.add_input("x");
  x->make_info().type = Type::tensor(DataType::float32, Shape{Dim::symbol("N")});
  Value* w = graph.add_initializer("w", Tensor::of<float>(DataType::float32, {1}, {2}));
  Node* choice = graph.insert(nullptr, "If", {x}, "y");
  auto branch = std::make_unique<Graph>(model.get(), choice);
  Node* add = branch->insert(nullptr, "Add", {x, w}, "s");
  branch->add_graph_output(add->output(0));
  choice->attributes.emplace_back("then_branch", AttributeType::graph, std::move(branch));
  graph.add_graph_output(choice->output(0));
  Function* function = model->add_function();
  function->name = "f";
  function->domain = "local";
  Value* in = function->body().add_input("a");
  Node* scaled = function->body().insert(nullptr, "LeakyRelu", {in}, "b");
  Attribute alpha("alpha", AttributeType::float_, std::monostate{});
  alpha.ref_attr_name = "slope";
  scaled->attributes.push_back(std::move(alpha));
  function->body().add_graph_output(scaled->output(0));
  return model;
}

TEST(CloneModel, is_whole_and_shares_tensors) {
  auto source = sample();
  auto copy = clone_model(*source);
  const Tensor* shared = source->graph().find("w")->initializer().get();
  source.reset();  // nothing of the copy may look into the source
  EXPECT_TRUE(copy->verify_links().empty());
  EXPECT_EQ(copy->graph().find("w")->initializer().get(), shared);
  EXPECT_EQ(copy->graph().find("x")->info()->type->text(), "float[N]");
  EXPECT_EQ(copy->total_node_count(), 3U);
  EXPECT_EQ(copy->functions().front()->name, "f");
  const Graph* branch = copy->graph().first_node()->graphs().front();
  EXPECT_EQ(branch->first_node()->input(0), copy->graph().find("x"));
}

TEST(CloneNode, resolves_attribute_references_from_the_caller_then_the_defaults) {
  auto model = sample();
  const Function& function = *model->functions().front();
  Graph& graph = model->graph();
  Node* call = graph.insert(nullptr, "f", {graph.find("x")}, "z");
  auto slope_of_copy = [&](const std::vector<Attribute>* defaults) -> const Attribute* {
    ValueMap map{{function.body().inputs()[0], graph.find("x")}};
    Node* copy = clone_node(*function.body().first_node(), graph, nullptr, map, call, defaults);
    EXPECT_FALSE(copy->has_attribute_references());
    return copy->find_attribute("alpha");
  };
  EXPECT_EQ(slope_of_copy(nullptr), nullptr);  // left out by the caller, no default: absent
  std::vector<Attribute> defaults;
  defaults.emplace_back("slope", AttributeType::float_, 0.5F);
  EXPECT_EQ(*slope_of_copy(&defaults)->get<float>(), 0.5F);
  call->set_attribute({"slope", AttributeType::float_, 0.25F});
  EXPECT_EQ(*slope_of_copy(&defaults)->get<float>(), 0.25F);
}

TEST(CloneNode, gives_fresh_names_within_one_model) {
  auto model = sample();
  Graph& graph = model->graph();
  Node* relu = graph.insert(nullptr, "Relu", {graph.find("x")}, "r");
  ValueMap map;
  Node* copy = clone_node(*relu, graph, nullptr, map);
  EXPECT_EQ(copy->output(0)->name(), "r_1");
  EXPECT_EQ(copy->input(0), graph.find("x"));
  EXPECT_TRUE(model->verify_links().empty());
}

}  // namespace
}  // namespace opsmith::ir
