#include "opsmith/numerics/compare.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "opsmith/base/error.h"
#include "opsmith/runtime/encode_element.h"

namespace opsmith::numerics {
namespace {

using ir::DataType;
using runtime::Array;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

Array floats(std::vector<std::int64_t> dims, const std::vector<float>& values) {
  return Array::of(DataType::float32, std::move(dims), values);
}
Array numbers(DataType type, const std::vector<double>& values) {
  Array array;
  array.type = type;
  array.dims = {static_cast<std::int64_t>(values.size())};
  array.bytes.resize(runtime::packed_bytes(type, array.dims));
  for (std::size_t i = 0; i < values.size(); ++i) {
    runtime::encode_element(type, array.bytes, i, values[i]);
  }
  return array;
}

TEST(Compare, FindsLargestDifferencesAndWhere) {
  const Array a = floats({2, 3}, {1, 2, 3, 4, 5.5F, 0.2F});
  const Array b = floats({2, 3}, {1, 2, 3, 4, 5, 0.1F});
  const Difference d = compare_arrays(a, b, tolerance_named("general"));
  EXPECT_FALSE(d.within);
  EXPECT_EQ(d.count, 6U);
  EXPECT_EQ(d.unequal, 2U);
  EXPECT_EQ(d.violations, 2U);
  EXPECT_DOUBLE_EQ(d.max_abs, 0.5);
  EXPECT_EQ(d.max_abs_index, (std::vector<std::int64_t>{1, 1}));
  EXPECT_DOUBLE_EQ(d.max_abs_a, 5.5);
  EXPECT_DOUBLE_EQ(d.max_abs_b, 5);
  EXPECT_NEAR(d.max_rel, 1, 1e-6);
  EXPECT_EQ(d.max_rel_index, (std::vector<std::int64_t>{1, 2}));
  EXPECT_NEAR(d.mean_abs, 0.1, 1e-7);
  EXPECT_NEAR(d.cosine, 0.9985, 1e-3);
  EXPECT_NE(d.reason.find("[1,1]"), std::string::npos) << d.reason;
}

TEST(Compare, EqualArraysHaveInfiniteSignalToNoise) {
  const Array a = floats({3}, {1, -2, 0});
  const Difference d = compare_arrays(a, a, tolerance_named("exact"));
  EXPECT_TRUE(d.within);
  EXPECT_EQ(d.max_abs, 0);
  EXPECT_EQ(d.cosine, 1);
  EXPECT_TRUE(std::isinf(d.sqnr_db));
  EXPECT_TRUE(d.reason.empty());
}

TEST(Compare, NonFiniteElementsMustAgreeInKindAndPlace) {
  const Array b = floats({4}, {kNan, kInf, -kInf, 1});
  const Difference same = compare_arrays(b, b, tolerance_named("exact"));
  EXPECT_TRUE(same.within);
  EXPECT_EQ(same.nan_b, 1U);
  EXPECT_EQ(same.inf_b, 2U);
  for (const auto& wrong :
       {floats({4}, {1, kInf, -kInf, 1}), floats({4}, {kNan, -kInf, -kInf, 1}),
        floats({4}, {kNan, kNan, -kInf, 1}), floats({4}, {kNan, kInf, -kInf, kNan})}) {
    const Difference d = compare_arrays(wrong, b, tolerance_named("quantized"));
    EXPECT_FALSE(d.within);
    EXPECT_EQ(d.nonfinite_mismatches, 1U);
    EXPECT_EQ(d.first_nonfinite_index.size(), 1U);
  }
}

TEST(Compare, SignedZeroAndNanPayloadDoNotCount) {
  const float other_nan = std::bit_cast<float>(0xffc12345U);
  const Difference d =
      compare_arrays(floats({2}, {-0.0F, other_nan}), floats({2}, {0.0F, kNan}), Tolerance{});
  EXPECT_TRUE(d.within) << d.reason;
  EXPECT_EQ(d.unequal, 0U);
}

TEST(Compare, ExactRefusesOneUlp) {
  const Difference d =
      compare_arrays(floats({1}, {std::nextafter(1.0F, 2.0F)}), floats({1}, {1}), Tolerance{});
  EXPECT_FALSE(d.within);
  EXPECT_EQ(d.max_ulp, 1U);
}

TEST(Compare, RelativeErrorHasAFloor) {
  const Difference d = compare_arrays(floats({2}, {1000, 1e-9F}), floats({2}, {1000, 0}),
                                      tolerance_named("general"));
  EXPECT_TRUE(d.within);
  EXPECT_NEAR(d.max_rel, 1e-6, 1e-9);
}

TEST(Compare, UlpCountsRepresentableNumbersOfTheType) {
  const double step = 0x1p-10;
  EXPECT_EQ(compare_arrays(numbers(DataType::float16, {1 + 3 * step}),
                           numbers(DataType::float16, {1}), {})
                .max_ulp,
            3U);
  EXPECT_EQ(
      compare_arrays(numbers(DataType::bfloat16, {1.0078125}), numbers(DataType::bfloat16, {1}), {})
          .max_ulp,
      1U);
  EXPECT_EQ(compare_arrays(floats({1}, {-1e-45F}), floats({1}, {1e-45F}), {}).max_ulp, 2U);
}

TEST(Compare, EveryNumericTypeSeesADifferenceAndEquality) {
  for (const DataType type :
       {DataType::float32,    DataType::float64,        DataType::float16,
        DataType::bfloat16,   DataType::float8e4m3fn,   DataType::float8e4m3fnuz,
        DataType::float8e5m2, DataType::float8e5m2fnuz, DataType::float4e2m1,
        DataType::int8,       DataType::uint8,          DataType::int16,
        DataType::uint16,     DataType::int32,          DataType::uint32,
        DataType::int64,      DataType::uint64,         DataType::boolean,
        DataType::int4,       DataType::uint4,          DataType::int2,
        DataType::uint2}) {
    const Array a = numbers(type, {0, 1, 1}), b = numbers(type, {0, 1, 0});
    EXPECT_TRUE(compare_arrays(a, a, Tolerance{}).within) << ir::name_of(type);
    const Difference d = compare_arrays(a, b, tolerance_named("strict"));
    EXPECT_FALSE(d.within) << ir::name_of(type);
    EXPECT_EQ(d.max_abs_index, std::vector<std::int64_t>{2}) << ir::name_of(type);
    EXPECT_EQ(d.max_abs, 1) << ir::name_of(type);
  }
}

TEST(Compare, IntegersAreExactUnderEveryElementwiseTolerance) {
  const Array a = Array::of<std::int64_t>(DataType::int64, {1}, {1000000001});
  const Array b = Array::of<std::int64_t>(DataType::int64, {1}, {1000000000});
  EXPECT_FALSE(compare_arrays(a, b, tolerance_named("general")).within);
  const auto huge = std::int64_t{1} << 60;
  EXPECT_FALSE(compare_arrays(Array::of<std::int64_t>(DataType::int64, {1}, {huge + 1}),
                              Array::of<std::int64_t>(DataType::int64, {1}, {huge}), Tolerance{})
                   .within);
}

TEST(Compare, QuantizedJudgesByDirection) {
  const Array b = floats({4}, {1, 2, 3, 4});
  EXPECT_TRUE(
      compare_arrays(floats({4}, {1.05F, 2.02F, 2.9F, 4.1F}), b, tolerance_named("quantized"))
          .within);
  EXPECT_FALSE(compare_arrays(floats({4}, {-1, 2, -3, 4}), b, tolerance_named("quantized")).within);
  const Array tiny = floats({2}, {1e-6F, -1e-6F}), zero = floats({2}, {0, 0});
  EXPECT_TRUE(compare_arrays(tiny, zero, tolerance_named("quantized")).within);
}

TEST(Compare, StringsComplexShapesTypesAndSequences) {
  const Array words = Array::of_strings({2}, {"a", "b"});
  EXPECT_TRUE(compare_arrays(words, words, Tolerance{}).within);
  EXPECT_FALSE(compare_arrays(Array::of_strings({2}, {"a", "c"}), words, Tolerance{}).within);

  const Array complex = Array::of<float>(DataType::complex64, {2}, {1, 2, 3, 4});
  const Array moved = Array::of<float>(DataType::complex64, {2}, {1, 2, 3, 5});
  const Difference d = compare_arrays(moved, complex, Tolerance{});
  EXPECT_FALSE(d.within);
  EXPECT_EQ(d.max_abs_index, std::vector<std::int64_t>{1});

  EXPECT_FALSE(
      compare_arrays(floats({2, 1}, {1, 2}), floats({1, 2}, {1, 2}), Tolerance{}).same_shape);
  EXPECT_FALSE(
      compare_arrays(numbers(DataType::float64, {1}), floats({1}, {1}), Tolerance{}).same_type);

  const Array one = Array::sequence_of(DataType::float32, {floats({1}, {1}), floats({1}, {2})});
  const Array two = Array::sequence_of(DataType::float32, {floats({1}, {1}), floats({1}, {3})});
  EXPECT_TRUE(compare_arrays(one, one, Tolerance{}).within);
  const Difference sequence = compare_arrays(one, two, Tolerance{});
  EXPECT_FALSE(sequence.within);
  EXPECT_EQ(sequence.max_abs_index, (std::vector<std::int64_t>{1, 0}));
}

TEST(Compare, EmptyAndScalarArrays) {
  const Array empty = floats({0, 3}, {});
  EXPECT_TRUE(compare_arrays(empty, empty, tolerance_named("strict")).within);
  EXPECT_FALSE(compare_arrays(floats({}, {1}), floats({}, {2}), tolerance_named("strict")).within);
}

TEST(Compare, HugeDoublesDoNotOverflowTheCosine) {
  const Array a = Array::of<double>(DataType::float64, {2}, {1e300, 2e300});
  const Array b = Array::of<double>(DataType::float64, {2}, {1e300, 2.1e300});
  EXPECT_NEAR(compare_arrays(a, b, Tolerance{}).cosine, 1, 1e-2);
}

TEST(Compare, NamedPairsReportMissingSides) {
  const auto differences =
      compare_named({{"x", floats({1}, {1})}, {"z", floats({1}, {1})}},
                    {{"x", floats({1}, {1})}, {"y", floats({1}, {1})}}, Tolerance{});
  ASSERT_EQ(differences.size(), 3U);
  EXPECT_TRUE(differences[0].difference.within);
  EXPECT_FALSE(differences[1].difference.within);
  EXPECT_FALSE(differences[2].difference.within);
}

TEST(Tolerance, UnknownNameListsTheKnownOnes) {
  try {
    tolerance_named("loose");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_NE(std::string(error.what()).find("quantized"), std::string::npos);
  }
}

TEST(Compare, ArraysWithoutElements) {
  for (const ir::DataType type : {ir::DataType::int64, ir::DataType::float32}) {
    runtime::Array nothing;
    nothing.type = type;
    nothing.dims = {0};
    const auto difference = compare_arrays(nothing, nothing, tolerance_named("exact"));
    EXPECT_TRUE(difference.within);
    EXPECT_EQ(difference.count, 0U);
  }
}

}  // namespace
}  // namespace opsmith::numerics
