#include "opsmith/transform/pass_manager.h"

#include <gtest/gtest.h>

#include <array>
#include <set>

#include "opsmith/base/error.h"
#include "opsmith/format/serialize.h"
#include "opsmith/format/text_parser.h"

namespace opsmith::transform {
namespace {

std::unique_ptr<ir::Model> parse(const std::string& body) {
  return format::parse_text("<ir_version: 8, opset_import: [\"\": 17]>\n" + body, "test");
}

const char* const kChain =
    "g (float[N,4] x) => (float[N,4] y) <float one = {1}> { a = Identity (x)  b = Mul (a, one)  c "
    "= Relu (b)  y = Identity (c) }";

class Flip : public NodePass {
 public:
  std::string_view name() const override { return "flip"; }
  std::string_view doc() const override { return "Neg and Abs in turn, for ever."; }
  std::span<const std::string_view> operators() const override { return kOperators; }
  bool apply(ir::Node& node, PassContext& context) const override {
    if (!context.rewriter.begin(name(), node)) return false;
    node.op_type = node.is("Neg") ? "Abs" : "Neg";
    return true;
  }

 private:
  static constexpr std::array<std::string_view, 2> kOperators = {"Neg", "Abs"};
};

class Duplicate : public NodePass {
 public:
  std::string_view name() const override { return "duplicate"; }
  std::string_view doc() const override { return "Makes two values of one name."; }
  std::span<const std::string_view> operators() const override { return kOperators; }
  bool apply(ir::Node& node, PassContext& context) const override {
    if (node.outputs().size() > 1 || !context.rewriter.begin(name(), node)) return false;
    node.graph()->add_output_unchecked(&node, node.output(0)->name());
    return true;
  }

 private:
  static constexpr std::array<std::string_view, 1> kOperators = {"Neg"};
};

TEST(PassManager, names_are_unique_and_documented) {
  std::set<std::string_view> names;
  for (const auto& [name, doc] : pass_names_and_docs()) {
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_FALSE(doc.empty()) << name;
  }
}

TEST(PassManager, refuses_a_pass_that_does_not_exist) {
  auto model = parse(kChain);
  PassManager::Options options;
  options.skip = {"no_such_pass"};
  EXPECT_THROW(PassManager(options).run(*model), Error);
}

TEST(PassManager, skip_and_only) {
  auto skipped = parse(kChain);
  PassManager::Options options;
  options.skip = {"remove_neutral"};
  PassManager(options).run(*skipped);
  EXPECT_EQ(skipped->graph().node_count(), 2U);
  auto chosen = parse(kChain);
  PassManager::Options only;
  only.only = {"remove_neutral"};
  PassManager(only).run(*chosen);
  EXPECT_EQ(chosen->graph().node_count(), 3U);
}

TEST(PassManager, reports_what_each_pass_did) {
  auto model = parse(kChain);
  std::vector<Rewrite> log;
  const RunReport report = PassManager({}).run(*model, &log);
  EXPECT_EQ(report.nodes_before, 4U);
  EXPECT_EQ(report.nodes_after, 1U);
  EXPECT_GE(report.rewrites_asked, log.size());
  std::size_t removed = 0;
  for (const PassReport& pass : report.passes) removed += pass.nodes_removed;
  EXPECT_EQ(removed, 3U);
}

TEST(PassManager, a_veto_by_number_keeps_the_first_rewrites) {
  std::vector<std::size_t> nodes;
  for (std::size_t limit = 0; limit <= 3; ++limit) {
    auto model = parse(kChain);
    PassManager::Options options;
    options.veto = [limit](std::string_view, std::string_view, std::size_t number) {
      return number >= limit;
    };
    PassManager(options).run(*model);
    nodes.push_back(model->graph().node_count());
  }
  EXPECT_EQ(nodes, (std::vector<std::size_t>{4, 3, 2, 1}));
}

TEST(PassManager, a_second_run_changes_nothing) {
  auto model = parse(kChain);
  PassManager({}).run(*model);
  const std::string once = format::serialize_model(*model);
  const RunReport again = PassManager({}).run(*model);
  EXPECT_EQ(format::serialize_model(*model), once);
  for (const PassReport& pass : again.passes) EXPECT_EQ(pass.applied, 0U) << pass.name;
}

TEST(PassManager, sorts_and_names_a_cycle) {
  auto unsorted = parse("g (float[2] x) => (float[2] y) { y = Relu (a)  a = Neg (x) }");
  PassManager({}).run(*unsorted);
  EXPECT_EQ(unsorted->graph().first_node()->op_type, "Neg");
  auto cyclic =
      parse("g (float[2] x) => (float[2] y) { a = Add (x, b)  b = Neg (a)  y = Relu (b) }");
  try {
    PassManager({}).run(*cyclic);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("b -> a -> b"), std::string::npos) << error.what();
  }
}

TEST(PassManager, stops_a_pass_that_goes_in_circles) {
  auto model = parse("g (float[2] x) => (float[2] y) { y = Neg (x) }");
  PassManager::Options options;
  options.extra_node_passes.push_back(std::make_shared<Flip>());
  const RunReport report = PassManager(options).run(*model);
  ASSERT_FALSE(report.notes.empty());
  EXPECT_NE(report.notes[0].find("kept changing"), std::string::npos);
}

TEST(PassManager, names_the_pass_that_breaks_the_graph) {
  auto model = parse("g (float[2] x) => (float[2] y) { y = Neg (x) }");
  PassManager::Options options;
  options.check_links = true;
  options.extra_node_passes.push_back(std::make_shared<Duplicate>());
  try {
    PassManager(options).run(*model);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::verification);
    EXPECT_NE(std::string(error.what()).find("'duplicate'"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace opsmith::transform
