#include "opsmith/format/save.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "opsmith/base/error.h"
#include "opsmith/format/load.h"
#include "opsmith/format/serialize.h"
#include "opsmith/format/testing_folder.h"

namespace opsmith::format {
namespace {

using Names = std::vector<std::string>;
constexpr std::int64_t kMany = 50'000;

SaveOptions with(ExternalMode mode) {
  SaveOptions options;
  options.external = mode;
  return options;
}

ir::TensorPtr weight(const ir::Model& model) { return model.graph().find("w")->initializer(); }

std::vector<double> elements(const std::string& path) {
  return weight(*load_model(path))->as_doubles(1'000'000).value_or(std::vector<double>());
}

ino_t inode(const std::string& path) {
  struct stat info = {};
  return ::stat(path.c_str(), &info) == 0 ? info.st_ino : 0;
}

TEST(Save, OneFileByDefault) {
  const testing::Folder folder;
  const auto model = testing::add_model(kMany);
  save_model(*model, folder.path("m.onnx"));
  EXPECT_EQ(folder.names(), Names{"m.onnx"});
  EXPECT_EQ(folder.read("m.onnx"), serialize_model(*model));
}

TEST(Save, AnUntouchedFileIsCopiedByteForByte) {
  const testing::Folder folder;
  save_model(*testing::add_model(kMany), folder.path("a.onnx"));
  save_model(*load_model(folder.path("a.onnx")), folder.path("b.onnx"));
  EXPECT_EQ(folder.read("a.onnx"), folder.read("b.onnx"));
}

TEST(Save, WeightsAreCopiedWhereverTheyMove) {
  const testing::Folder folder;
  save_model(*testing::add_model(kMany, 7), folder.path("a.onnx"));
  const auto model = load_model(folder.path("a.onnx"));
  for (const char* name : {"x_", "xy", "xyz", "a much longer name than before"}) {
    model->graph().rename(model->graph().find("w"), name);
    save_model(*model, folder.path("b.onnx"));
    model->graph().rename(model->graph().find(name), "w");
    EXPECT_EQ(folder.read("b.onnx"), serialize_model(*load_model(folder.path("b.onnx")))) << name;
    const auto again = load_model(folder.path("b.onnx"));
    EXPECT_TRUE(ir::same_elements(*again->graph().find(name)->initializer(), *weight(*model)));
  }
}

TEST(Save, AlwaysPushesLargeWeightsOut) {
  const testing::Folder folder;
  const auto model = testing::add_model(kMany, 3);
  model->graph().add_initializer("small", testing::filled(4, 1));
  save_model(*model, folder.path("m.onnx"), with(ExternalMode::always));
  EXPECT_EQ(folder.names(), (Names{"m.onnx", "m.onnx.data"}));
  const auto again = load_model(folder.path("m.onnx"));
  ASSERT_TRUE(weight(*again)->is_external());
  EXPECT_EQ(weight(*again)->external()->location, "m.onnx.data");
  EXPECT_FALSE(again->graph().find("small")->initializer()->is_external());
  EXPECT_EQ(elements(folder.path("m.onnx")), std::vector<double>(kMany, 3.0));
}

TEST(Save, TiedWeightsShareOneRangeOnAPage) {
  const testing::Folder folder;
  const auto model = testing::add_model(400, 3);
  const ir::TensorPtr tied = testing::filled(kMany, 2);
  model->graph().add_initializer("a", tied);
  model->graph().add_initializer("b", tied);
  save_model(*model, folder.path("m.onnx"), with(ExternalMode::always));
  const auto again = load_model(folder.path("m.onnx"));
  const ir::ExternalData* a = again->graph().find("a")->initializer()->external();
  const ir::ExternalData* b = again->graph().find("b")->initializer()->external();
  EXPECT_EQ(a->offset, b->offset);
  EXPECT_EQ(a->offset, 4096U);
  EXPECT_EQ(folder.read("m.onnx.data").size(), 4096 + kMany * sizeof(float));
}

TEST(Save, ExternalWeightsStayExternalElsewhere) {
  const testing::Folder folder;
  const testing::Folder other;
  save_model(*testing::add_model(kMany, 3), folder.path("m.onnx"), with(ExternalMode::always));
  save_model(*load_model(folder.path("m.onnx")), other.path("n.onnx"));
  EXPECT_EQ(other.names(), (Names{"n.onnx", "n.onnx.data"}));
  EXPECT_EQ(elements(other.path("n.onnx")), std::vector<double>(kMany, 3.0));
}

TEST(Save, NeverPullsThemIn) {
  const testing::Folder folder;
  const std::string path = folder.path("m.onnx");
  save_model(*testing::add_model(kMany, 3), path, with(ExternalMode::always));
  save_model(*load_model(path), path, with(ExternalMode::never));
  EXPECT_EQ(folder.names(), Names{"m.onnx"});
  EXPECT_EQ(elements(path), std::vector<double>(kMany, 3.0));
}

TEST(Save, InPlaceTheSameDataIsLeftAlone) {
  const testing::Folder folder;
  const std::string path = folder.path("m.onnx");
  save_model(*testing::add_model(kMany, 3), path, with(ExternalMode::always));
  const ino_t before = inode(folder.path("m.onnx.data"));
  const auto model = load_model(path);
  model->graph().rename(model->graph().find("w"), "renamed");
  save_model(*model, path);
  EXPECT_EQ(inode(folder.path("m.onnx.data")), before);
  EXPECT_EQ(load_model(path)->graph().find("renamed")->initializer()->bytes().size(),
            kMany * sizeof(float));
}

TEST(Save, InPlaceChangedDataTakesAnotherName) {
  const testing::Folder folder;
  const std::string path = folder.path("m.onnx");
  save_model(*testing::add_model(kMany, 3), path, with(ExternalMode::always));
  const auto model = load_model(path);
  model->graph().add_initializer("new", testing::filled(kMany, 4));
  save_model(*model, path);
  const Names names = folder.names();
  ASSERT_EQ(names.size(), 2U);
  EXPECT_EQ(names[1].size(), std::string("m.onnx.01234567.data").size());
  EXPECT_EQ(elements(path), std::vector<double>(kMany, 3.0));
  // The model in memory goes on working with the data that is gone from the disk.
  EXPECT_EQ(weight(*model)->bytes().size(), kMany * sizeof(float));
  save_model(*testing::add_model(kMany, 5), path, with(ExternalMode::always));
  EXPECT_EQ(folder.names(), (Names{"m.onnx", "m.onnx.data"}));
}

TEST(Save, NobodyElsesDataIsTouched) {
  const testing::Folder folder;
  folder.write("m.onnx.data", "somebody's");
  save_model(*testing::add_model(kMany, 3), folder.path("m.onnx"), with(ExternalMode::always));
  EXPECT_EQ(folder.read("m.onnx.data"), "somebody's");
  EXPECT_EQ(folder.names().size(), 3U);
  save_model(*testing::add_model(3), folder.path("m.onnx"));
  EXPECT_EQ(folder.names(), (Names{"m.onnx", "m.onnx.data"}));
}

TEST(Save, WritesThroughLinksAndKeepsModeBits) {
  const testing::Folder folder;
  folder.write("real.onnx", "old");
  ::chmod(folder.path("real.onnx").c_str(), 0600);
  std::filesystem::create_symlink("real.onnx", folder.path("link.onnx"));
  save_model(*testing::add_model(3), folder.path("link.onnx"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link.onnx")));
  struct stat info = {};
  ASSERT_EQ(::stat(folder.path("real.onnx").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777U, 0600U);
  EXPECT_EQ(load_model(folder.path("real.onnx"))->graph().node_count(), 1U);
}

TEST(Save, AFailureLeavesTheOldFile) {
  const testing::Folder folder;
  const std::string path = folder.path("m.onnx");
  save_model(*testing::add_model(kMany, 3), path, with(ExternalMode::always));
  const auto model = load_model(path);
  const std::string before = folder.read("m.onnx");
  std::filesystem::remove(folder.path("m.onnx.data"));
  EXPECT_THROW(save_model(*model, path, with(ExternalMode::never)), Error);
  EXPECT_EQ(folder.names(), Names{"m.onnx"});
  EXPECT_EQ(folder.read("m.onnx"), before);
  EXPECT_THROW(save_model(*model, folder.path("no/such/folder.onnx")), Error);
  EXPECT_THROW(save_model(*testing::add_model(1), folder.path("")), Error);
}

TEST(Save, TextWithItsWeightsBesideIt) {
  const testing::Folder folder;
  SaveOptions options;
  options.text_inline_weights = false;
  save_model(*testing::add_model(kMany, 3), folder.path("m.onnxtxt"), options);
  EXPECT_EQ(folder.names(), (Names{"m.onnxtxt", "m.onnxtxt.data"}));
  EXPECT_LT(folder.read("m.onnxtxt").size(), 1000U);
  EXPECT_EQ(elements(folder.path("m.onnxtxt")), std::vector<double>(kMany, 3.0));
}

TEST(Save, DevicesAreWrittenStraight) { save_model(*testing::add_model(kMany), "/dev/null"); }

}  // namespace
}  // namespace opsmith::format
