#include "opsmith/runtime/npz.h"

#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "opsmith/base/error.h"
#include "opsmith/runtime/dataset.h"
#include "opsmith/runtime/tensor_pb.h"
#include "opsmith/runtime/testing_model.h"

namespace opsmith::runtime {
namespace {

namespace fs = std::filesystem;
using ir::DataType;

class FilesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / "opsmith_npz_test_XXXXXX";
    std::string name = folder_.string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  static void write(const std::string& file, const std::string& content) {
    std::ofstream(file, std::ios::binary) << content;
  }
  static std::string read(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  fs::path folder_;
};

std::string npy(const std::string& header, const std::string& data) {
  std::string image = "\x93NUMPY";
  image += '\x01';
  image += '\0';
  image += static_cast<char>(header.size());
  image += '\0';
  return image + header + data;
}

Array parse(const std::string& image) { return parse_npy(as_bytes(image), "test.npy"); }

TEST_F(FilesTest, ArraysOfEveryTypeComeBack) {
  NamedArrays arrays;
  for (const DataType type :
       {DataType::float32, DataType::float64, DataType::float16, DataType::int8, DataType::uint8,
        DataType::int16, DataType::uint16, DataType::int32, DataType::uint32, DataType::int64,
        DataType::uint64, DataType::complex64, DataType::complex128}) {
    Array array;
    array.type = type;
    array.dims = {2, 3};
    array.bytes.resize(packed_bytes(type, array.dims));
    for (std::size_t i = 0; i < array.bytes.size(); ++i)
      array.bytes[i] = static_cast<std::byte>(i + 1);
    arrays.emplace_back(std::string(ir::name_of(type)), array);
  }
  arrays.emplace_back("scalar", floats({}, {3}));
  arrays.emplace_back("empty", floats({0, 4}, {}));
  arrays.emplace_back("strings",
                      Array::of_strings({3}, {"a", "na\xc3\xafve \xf0\x9f\x98\x80", ""}));
  write_npz(path("a.npz"), arrays);
  const NamedArrays back = read_npz(path("a.npz"));
  ASSERT_EQ(back.size(), arrays.size());
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    EXPECT_EQ(back[i].first, arrays[i].first);
    EXPECT_EQ(back[i].second.type, arrays[i].second.type) << arrays[i].first;
    EXPECT_EQ(back[i].second.dims, arrays[i].second.dims) << arrays[i].first;
    EXPECT_EQ(back[i].second.bytes, arrays[i].second.bytes) << arrays[i].first;
    EXPECT_EQ(back[i].second.strings, arrays[i].second.strings) << arrays[i].first;
  }
}

TEST_F(FilesTest, StandInTypesComeBackThroughFitToType) {
  Array four = Array::of<std::uint8_t>(DataType::int4, {3}, {0x7f, 0x08});  // -1, 7, -8
  Array half = Array::of<std::uint16_t>(DataType::bfloat16, {2}, {0x3f80, 0x4000});
  write_npz(path("a.npz"), {{"four", four}, {"half", half}});
  NamedArrays back = read_npz(path("a.npz"));
  EXPECT_EQ(back[0].second.type, DataType::int8);
  EXPECT_TRUE(fit_to_type(back[0].second, DataType::int4));
  EXPECT_EQ(back[0].second.bytes, four.bytes);
  EXPECT_TRUE(fit_to_type(back[1].second, DataType::bfloat16));
  EXPECT_EQ(back[1].second.bytes, half.bytes);
}

TEST(FitToType, ChangesNoInteger) {
  Array big = int64s({1}, {300});
  EXPECT_FALSE(fit_to_type(big, DataType::uint8));
  EXPECT_EQ(big.type, DataType::int64);
  EXPECT_TRUE(fit_to_type(big, DataType::int32));
  Array real = Array::of<double>(DataType::float64, {1}, {0.1});
  EXPECT_FALSE(fit_to_type(real, DataType::int32));
  EXPECT_TRUE(fit_to_type(real, DataType::float32));
}

TEST(Npy, ReadsBigEndianFortranOrderAndBytes) {
  const Array big = parse(npy("{'descr': '>i2', 'fortran_order': False, 'shape': (2,), }",
                              std::string("\0\x01\x01\0", 4)));
  EXPECT_EQ(values_of<std::int16_t>(big), (std::vector<std::int16_t>{1, 256}));
  const Array fortran =
      parse(npy("{'descr': '|i1', 'fortran_order': True, 'shape': (2, 3), }", "\1\2\3\4\5\6"));
  EXPECT_EQ(values_of<std::int8_t>(fortran), (std::vector<std::int8_t>{1, 3, 5, 2, 4, 6}));
  const Array bytes = parse(
      npy("{'descr': '|S3', 'fortran_order': False, 'shape': (2,), }", std::string("ab\0cde", 6)));
  EXPECT_EQ(bytes.strings, (std::vector<std::string>{"ab", "cde"}));
}

TEST(Npy, RefusesObjectsRecordsAndLies) {
  for (const char* header :
       {"{'descr': '|O', 'fortran_order': False, 'shape': (1,), }",
        "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1000000000000,), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775807, "
        "9223372036854775807), }",
        "{'descr': '<U0', 'fortran_order': False, 'shape': (1000000000000,), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }", "{'descr': '<f4'", ""}) {
    EXPECT_THROW(parse(npy(header, "1234")), Error) << header;
  }
}

TEST_F(FilesTest, DamagedArchivesNeverCrash) {
  write_npz(path("a.npz"),
            {{"x", floats({2, 2}, {1, 2, 3, 4})}, {"s", Array::of_strings({1}, {"hello"})}});
  const std::string good = read(path("a.npz"));
  auto try_read = [this](const std::string& content) {
    write(path("b.npz"), content);
    try {
      read_npz(path("b.npz"));
    } catch (const Error&) {
    }
  };
  for (std::size_t length = 0; length < good.size(); length += 7) try_read(good.substr(0, length));
  const char values[] = {'\0', '\x7f', '\xff'};
  for (std::size_t i = 0; i < good.size(); i += 2) {
    std::string bad = good;
    bad[i] = values[i % 3];
    try_read(bad);
  }
}

TEST_F(FilesTest, DatasetReadsAFolderOfSamplesInNaturalOrder) {
  const auto model = graph_of("(float[N, 2] x) => (float[N, 2] y) { y = Neg(x) }");
  fs::create_directory(folder_ / "data");
  for (const int i : {10, 2, 1}) {
    write_npz(path("data/s" + std::to_string(i) + ".npz"),
              {{"x", floats({1, 2}, {static_cast<float>(i), 0})}});
  }
  const Dataset dataset = Dataset::open(path("data"), *model);
  ASSERT_EQ(dataset.size(), 3U);
  EXPECT_EQ(dataset.sample_name(2), "s10.npz");
  EXPECT_EQ(values_of<float>(dataset.sample(1)[0].second)[0], 2);
}

TEST_F(FilesTest, DatasetReadsAStackAndASingleSample) {
  const auto model = graph_of("(float[N, 2] x) => (float[N, 2] y) { y = Neg(x) }");
  write_npz(path("stack.npz"), {{"x", floats({3, 4, 2}, std::vector<float>(24, 5))}});
  const Dataset stack = Dataset::open(path("stack.npz"), *model);
  ASSERT_EQ(stack.size(), 3U);
  EXPECT_EQ(stack.sample(2)[0].second.dims, (std::vector<std::int64_t>{4, 2}));
  write_npz(path("one.npz"), {{"x", floats({3, 2}, {1, 2, 3, 4, 5, 6})}});
  EXPECT_EQ(Dataset::open(path("one.npz"), *model).size(), 1U);
  const auto fixed = graph_of("(float[1, 2] x) => (float[1, 2] y) { y = Neg(x) }");
  const Dataset batches = Dataset::open(path("one.npz"), *fixed);
  ASSERT_EQ(batches.size(), 3U);
  EXPECT_EQ(values_of<float>(batches.sample(1)[0].second), (std::vector<float>{3, 4}));
}

TEST_F(FilesTest, DatasetReadsOnnxTestData) {
  const auto model = graph_of("(float[2] x, int64[1] i) => (float[2] y) { y = Neg(x) }");
  fs::create_directories(folder_ / "t" / "test_data_set_0");
  write(path("t/test_data_set_0/input_0.pb"), format_tensor_pb(floats({2}, {1, 2}), "other"));
  write(path("t/test_data_set_0/input_1.pb"), format_tensor_pb(int64s({1}, {7}), "i"));
  write(path("t/test_data_set_0/output_0.pb"), format_tensor_pb(floats({2}, {-1, -2}), "y"));
  const Dataset dataset = Dataset::open(path("t"), *model);
  ASSERT_EQ(dataset.size(), 1U);
  const NamedArrays sample = dataset.sample(0);
  EXPECT_EQ(sample[0].first, "x");
  EXPECT_EQ(values_of<std::int64_t>(sample[1].second)[0], 7);
  EXPECT_EQ(values_of<float>(dataset.expected(0)[0].second)[0], -1);
  EXPECT_EQ(Dataset::open(path("t/test_data_set_0"), *model).size(), 1U);
  write(path("t/test_data_set_0/input_0.pb"), "\xff\xff garbage");
  EXPECT_THROW(dataset.sample(0), Error);
}

TEST_F(FilesTest, DatasetErrorsNameFileAndInput) {
  const auto model = graph_of("(float[2] x) => (float[2] y) { y = Neg(x) }");
  fs::create_directory(folder_ / "d");
  write_npz(path("d/a.npz"), {{"wrong", floats({2}, {1, 2})}});
  try {
    Dataset::open(path("d"), *model).sample(0);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_EQ(error.place().value, "x");
    EXPECT_FALSE(error.place().file.empty());
  }
  EXPECT_THROW(Dataset::open(path("nowhere"), *model), Error);
}

}  // namespace
}  // namespace opsmith::runtime
