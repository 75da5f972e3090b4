#include "opsmith/format/external_data.h"

#include <gtest/gtest.h>

#include "opsmith/base/error.h"
#include "opsmith/format/load.h"
#include "opsmith/format/serialize.h"
#include "opsmith/format/testing_folder.h"

namespace opsmith::format {
namespace {

// Loads add_model(4) from `folder` with its weight at `data`.
ir::TensorPtr weight_at(const testing::Folder& folder, const ir::ExternalData& data) {
  SerializeOptions options;
  options.externalize = [&](const ir::Value&, const ir::Tensor&) { return std::optional(data); };
  folder.write("m.onnx", serialize_model(*testing::add_model(4), options));
  return load_model(folder.path("m.onnx"))->graph().find("w")->initializer();
}

std::string failure_of(const ir::Tensor& tensor) {
  try {
    tensor.bytes();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(ExternalData, IsReadWhenAskedFor) {
  const testing::Folder folder;
  const ir::TensorPtr tensor = weight_at(folder, {"w.bin", 4, 16, ""});
  EXPECT_TRUE(tensor->is_external());
  folder.write("w.bin", std::string(4, 'x') + std::string(16, '\0'));
  EXPECT_EQ(tensor->as_doubles(), (std::vector<double>{0, 0, 0, 0}));
}

TEST(ExternalData, TheLengthFollowsFromTheDims) {
  const testing::Folder folder;
  folder.write("w.bin", std::string(100, '\0'));
  EXPECT_EQ(weight_at(folder, {"w.bin", 10, std::nullopt, ""})->bytes().size(), 16U);
}

TEST(ExternalData, SaysWhichFileIsMissingOrShort) {
  const testing::Folder folder;
  EXPECT_NE(failure_of(*weight_at(folder, {"gone.bin", 0, 16, ""})).find("need 16 bytes"),
            std::string::npos);
  folder.write("w.bin", "abc");
  const std::string message = failure_of(*weight_at(folder, {"w.bin", 0, 16, ""}));
  EXPECT_NE(message.find("external data short: " + folder.path("w.bin") + " has 3 bytes, need 16"),
            std::string::npos)
      << message;
  EXPECT_NE(message.find("'w'"), std::string::npos) << message;
  EXPECT_NE(failure_of(*weight_at(folder, {"w.bin", ~0ULL, 16, ""})), "");
  EXPECT_NE(failure_of(*weight_at(folder, {"w.bin", 1, ~0ULL, ""})), "");
}

TEST(ExternalData, StaysInTheFolder) {
  const testing::Folder outside;
  outside.write("secret.bin", std::string(16, 's'));
  const testing::Folder folder;
  std::filesystem::create_directory(folder.path("sub"));
  std::filesystem::create_symlink(outside.path("secret.bin"), folder.path("link.bin"));
  std::filesystem::create_directory_symlink(outside.path("."), folder.path("linked"));
  const std::string climbing =
      "../" + std::filesystem::path(outside.path("")).parent_path().filename().string() +
      "/secret.bin";
  for (const std::string& location :
       {outside.path("secret.bin"), climbing, "sub/../" + climbing, std::string("link.bin"),
        std::string("linked/secret.bin"), std::string(".."), std::string("."), std::string()}) {
    EXPECT_NE(failure_of(*weight_at(folder, {location, 0, 16, ""})), "") << location;
  }
}

TEST(ExternalData, LinksWithinTheFolderAreFollowed) {
  const testing::Folder folder;
  folder.write("real.bin", std::string(16, '\0'));
  std::filesystem::create_symlink("real.bin", folder.path("link.bin"));
  EXPECT_EQ(failure_of(*weight_at(folder, {"link.bin", 0, 16, ""})), "");
}

// A store that keeps model and data side by side under other names, and links both.
TEST(ExternalData, LinksToBesideTheRealModelAreFollowed) {
  const testing::Folder store;
  const testing::Folder folder;
  weight_at(store, {"w.bin", 0, 16, ""});
  store.write("blob", std::string(16, '\0'));
  std::filesystem::create_symlink(store.path("m.onnx"), folder.path("m.onnx"));
  std::filesystem::create_symlink(store.path("blob"), folder.path("w.bin"));
  const auto model = load_model(folder.path("m.onnx"));
  EXPECT_EQ(failure_of(*model->graph().find("w")->initializer()), "");
}

TEST(ExternalData, OneMapForAllTensorsOfAFile) {
  const testing::Folder folder;
  folder.write("w.bin", std::string(16, '\0'));
  const ExternalFiles files(folder.path("m.onnx"));
  EXPECT_EQ(files.open("w.bin", 1), files.open("w.bin", 2));
  EXPECT_EQ(files.opened().size(), 1U);
}

}  // namespace
}  // namespace opsmith::format
