#include <gtest/gtest.h>

#include <cstring>
#include <span>

#include "opsmith/base/error.h"
#include "opsmith/format/load.h"
#include "opsmith/format/wire_writer.h"

namespace opsmith::format {
namespace {

// A model whose one initializer "t" has what `fill` writes.
template <typename Fill>
ir::TensorPtr tensor_of(Fill fill, std::uint32_t graph_field = 5) {
  WireWriter out;
  out.integer(1, 8);
  const auto graph = out.begin(7);
  const auto tensor = out.begin(graph_field);
  fill(out);
  out.end(tensor);
  out.end(graph);
  const auto model = parse_model(MappedFile::from_memory("test.onnx", out.joined()));
  // The tensor holds what it needs of the file; the model may go.
  return (*model->graph().initializers().begin()).initializer();
}

void header(WireWriter& out, std::int64_t type, std::int64_t count) {
  out.integer(1, count);
  out.integer(2, type);
  out.text(8, "t");
}

std::vector<int> bytes_of(const ir::Tensor& tensor) {
  std::vector<int> numbers;
  for (const std::byte b : tensor.bytes()) numbers.push_back(std::to_integer<int>(b));
  return numbers;
}

TEST(TensorDecoder, NarrowsInt32Data) {
  auto fill = [](std::int64_t type) {
    return [type](WireWriter& out) {
      header(out, type, 2);
      out.integer(5, 0x3c01);
      out.integer(5, -2);
    };
  };
  EXPECT_EQ(bytes_of(*tensor_of(fill(10))), (std::vector<int>{0x01, 0x3c, 0xfe, 0xff}));  // float16
  EXPECT_EQ(bytes_of(*tensor_of(fill(3))), (std::vector<int>{0x01, 0xfe}));               // int8
  EXPECT_EQ(bytes_of(*tensor_of(fill(6))),
            (std::vector<int>{1, 0x3c, 0, 0, 0xfe, 0xff, 0xff, 0xff}));
}

TEST(TensorDecoder, FourAndTwoBitElementsShareAByte) {
  const auto four = tensor_of([](WireWriter& out) {
    header(out, 22, 3);  // int4
    out.integer(5, 0x21);
    out.integer(5, 0x0f);
  });
  EXPECT_EQ(bytes_of(*four), (std::vector<int>{0x21, 0x0f}));
  EXPECT_EQ(four->as_int64s(), (std::vector<std::int64_t>{1, 2, -1}));
  const auto two = tensor_of([](WireWriter& out) {
    header(out, 25, 4);  // uint2
    out.integer(5, 0xe4);
  });
  EXPECT_EQ(two->as_int64s(), (std::vector<std::int64_t>{0, 1, 2, 3}));
}

TEST(TensorDecoder, UsesOnePackedChunkInPlace) {
  const float values[] = {1.5F, -2.0F};
  const auto tensor = tensor_of([&](WireWriter& out) {
    header(out, 1, 2);
    out.text(4, as_text(std::as_bytes(std::span(values))));
  });
  EXPECT_TRUE(tensor->has_ready_bytes());
  EXPECT_EQ(tensor->as_doubles(), (std::vector<double>{1.5, -2.0}));
}

TEST(TensorDecoder, JoinsUnpackedFloats) {
  const auto tensor = tensor_of([](WireWriter& out) {
    header(out, 1, 2);
    out.float32(4, 1.5F);
    out.float32(4, -2.0F);
  });
  EXPECT_EQ(tensor->as_doubles(), (std::vector<double>{1.5, -2.0}));
}

TEST(TensorDecoder, UnsignedNumbersComeFromUint64Data) {
  const auto tensor = tensor_of([](WireWriter& out) {
    header(out, 12, 2);  // uint32
    out.integer(11, 7);
    out.integer(11, 0xffffffff);
  });
  EXPECT_EQ(tensor->as_int64s(), (std::vector<std::int64_t>{7, 0xffffffff}));
}

TEST(TensorDecoder, Strings) {
  const auto tensor = tensor_of([](WireWriter& out) {
    header(out, 8, 2);
    out.text(6, "one");
    out.text(6, std::string("\xff\0", 2));
  });
  EXPECT_EQ(tensor->strings(), (std::vector<std::string>{"one", std::string("\xff\0", 2)}));
}

TEST(TensorDecoder, AWrongElementCountIsAnError) {
  const auto tensor = tensor_of([](WireWriter& out) {
    header(out, 6, 3);
    out.integer(5, 1);
  });
  EXPECT_THROW(tensor->bytes(), Error);
  const auto raw = tensor_of([](WireWriter& out) {
    header(out, 6, std::int64_t{1} << 62);
    out.text(9, "abcd");
  });
  EXPECT_EQ(raw->byte_size(), std::nullopt);
  EXPECT_THROW(raw->bytes(), Error);
}

TEST(TensorDecoder, SparseIsWrittenOutDensely) {
  const float values[] = {1.0F, 2.0F};
  const std::int64_t indices[] = {1, 5};
  auto fill = [&](std::int64_t columns) {
    return [&, columns](WireWriter& out) {
      const auto value_mark = out.begin(1);
      header(out, 1, 2);
      out.text(9, as_text(std::as_bytes(std::span(values))));
      out.end(value_mark);
      const auto index_mark = out.begin(2);
      header(out, 7, 2);
      out.text(9, as_text(std::as_bytes(std::span(indices))));
      out.end(index_mark);
      out.integer(3, 2);
      out.integer(3, columns);
    };
  };
  const auto tensor = tensor_of(fill(3), 15);
  EXPECT_TRUE(tensor->is_sparse());
  std::vector<float> dense(6);
  ASSERT_EQ(tensor->bytes().size(), sizeof(float) * 6);
  std::memcpy(dense.data(), tensor->bytes().data(), sizeof(float) * 6);
  EXPECT_EQ(dense, (std::vector<float>{0, 1, 0, 0, 0, 2}));
  EXPECT_THROW(tensor_of(fill(2), 15)->bytes(), Error);        // index 5 of 4
  EXPECT_THROW(tensor_of(fill(1 << 30), 15)->bytes(), Error);  // too large
}

}  // namespace
}  // namespace opsmith::format
