#include "opsmith/transform/tensor_identity.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "opsmith/base/error.h"

namespace opsmith::transform {
namespace {

using ir::DataType;
using ir::Tensor;
using ir::TensorPtr;

TensorPtr floats(std::size_t count, std::size_t changed = SIZE_MAX) {
  std::vector<float> elements(count, 1);
  if (changed < count) elements[changed] = 2;
  return Tensor::of<float>(DataType::float32, {static_cast<std::int64_t>(count)}, elements);
}

// A data file that is not there.
class Missing : public ir::TensorSource {
 public:
  ByteView bytes(const Tensor&, std::vector<std::byte>&) const override {
    throw Error(ErrorCode::missing_file, "not there");
  }
  std::vector<std::string> strings(const Tensor&) const override { return {}; }
};

TensorPtr missing(std::uint64_t offset, std::shared_ptr<const ir::TensorSource> source) {
  Tensor::Loaded parts;
  parts.type = DataType::float32;
  parts.dims = {1024};
  parts.external = std::make_unique<ir::ExternalData>();
  parts.external->location = "weights";
  parts.external->offset = offset;
  parts.source = std::move(source);
  return Tensor::loaded(std::move(parts));
}

TEST(TensorIdentity, ComparesEveryByte) {
  for (const std::size_t count : {std::size_t{3}, std::size_t{1000}, std::size_t{1000000}}) {
    const TensorPtr a = floats(count);
    const TensorPtr b = floats(count);
    EXPECT_EQ(tensor_fingerprint(*a), tensor_fingerprint(*b));
    EXPECT_TRUE(is_same_tensor(*a, *b));
    for (const std::size_t changed : {std::size_t{0}, count / 2, count - 1}) {
      EXPECT_FALSE(is_same_tensor(*a, *floats(count, changed)));
    }
  }
}

TEST(TensorIdentity, LooksAtTheMiddleOfALargeTensor) {
  EXPECT_NE(tensor_fingerprint(*floats(1000000)), tensor_fingerprint(*floats(1000000, 500001)));
  EXPECT_EQ(tensor_fingerprint(*floats(1000000)), tensor_fingerprint(*floats(1000000, 1)));
}

TEST(TensorIdentity, TellsTypesAndDimsApart) {
  const TensorPtr i32 = Tensor::of<std::int32_t>(DataType::int32, {1}, {1});
  const TensorPtr u32 = Tensor::of<std::int32_t>(DataType::uint32, {1}, {1});
  const TensorPtr scalar = Tensor::of<std::int32_t>(DataType::int32, {}, {1});
  EXPECT_NE(tensor_fingerprint(*i32), tensor_fingerprint(*u32));
  EXPECT_FALSE(is_same_tensor(*i32, *u32));
  EXPECT_FALSE(is_same_tensor(*i32, *scalar));
}

TEST(TensorIdentity, TellsUnreadableTensorsByTheirPlace) {
  const auto source = std::make_shared<Missing>();
  const TensorPtr a = missing(0, source);
  EXPECT_EQ(tensor_fingerprint(*a), tensor_fingerprint(*missing(0, source)));
  EXPECT_TRUE(is_same_tensor(*a, *missing(0, source)));
  EXPECT_FALSE(is_same_tensor(*a, *missing(4096, source)));
  EXPECT_FALSE(is_same_tensor(*a, *missing(0, std::make_shared<Missing>())));
}

}  // namespace
}  // namespace opsmith::transform
