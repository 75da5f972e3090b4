// Everything about one value: type, where it comes from, who reads it, and what a constant holds.
#pragma once

#include <optional>
#include <string>

#include "opsmith/ir/model.h"
#include "opsmith/report/json.h"
#include "opsmith/report/statistics.h"
#include "opsmith/report/style.h"

namespace opsmith::report {

struct ValueDetail {
  const ir::Value* value = nullptr;
  ir::TensorPtr tensor;  // of a constant, or the default of an input
  std::optional<Statistics> statistics;
  std::string unreadable;  // why the elements could not be read; empty when they could
};

// Reads the elements of a constant.
ValueDetail detail_of(const ir::Value& value);

Json to_json(const ValueDetail& detail);
std::string to_text(const ValueDetail& detail, const Page& page);

}  // namespace opsmith::report
