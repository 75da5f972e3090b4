// What compare tells.
#pragma once

#include <string>
#include <vector>

#include "opsmith/numerics/compare.h"
#include "opsmith/report/style.h"

namespace opsmith::cli {

struct OutputComparison {
  std::string name_a, name_b;  // empty: missing on that side
  std::string type_a, type_b;  // as computed, of the last sample
  ir::DataType dtype = ir::DataType::undefined;
  std::vector<std::int64_t> dims;
  bool compared = false;
  bool within = true;
  // Over all samples.
  double max_abs = 0, max_rel = 0, cosine = 1;
  numerics::Difference worst;  // of the sample that differs most
  std::string sample;          // its name

  bool equal() const { return compared && within; }
  const std::string& name() const { return name_a.empty() ? name_b : name_a; }
};

struct Comparison {
  std::string a, b;
  numerics::Tolerance tolerance;
  std::vector<std::string> samples;
  std::vector<OutputComparison> outputs;
  std::string obstacle;  // why B could not be run on A's inputs; empty when it could

  bool equal() const;
};

std::string comparison_json(const Comparison& comparison);
std::string comparison_text(const Comparison& comparison, const report::Page& page);

}  // namespace opsmith::cli
