// An attribute's value, short enough for a listing.
#pragma once

#include <string>

#include "opsmith/ir/attribute.h"
#include "opsmith/report/json.h"

namespace opsmith::report {

// "kernel_shape=[3,3]", "value=float[2] {0.5, 1}", "then_branch=graph of 4 nodes". Lists show their
// first 8 elements; strings their first 40 characters. External tensors are not opened.
std::string attribute_text(const ir::Attribute& attribute);

// The value as JSON: numbers, strings and lists as such (lists beyond 1,000 elements, tensors,
// graphs and types as objects that describe them).
Json attribute_json(const ir::Attribute& attribute);

// "float[2,3]"
std::string tensor_type_text(const ir::Tensor& tensor);
// "{0.5, 1}" or "{0.5, 1, …}"; empty when the tensor is external or nothing can be shown.
std::string elements_text(const ir::Tensor& tensor, std::size_t most = 8);

}  // namespace opsmith::report
