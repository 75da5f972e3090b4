// Which sizes the dimensions of a model's inputs can take. Internal to this room.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "opsmith/ir/model.h"
#include "opsmith/runtime/generate_inputs.h"

namespace opsmith::runtime {

// The inputs that a caller must give, in order: those without a default.
std::vector<const ir::Value*> required_inputs(const ir::Model& model);

// The declared tensor type inside an input's type: of the tensor itself, of a sequence's elements,
// of an optional's value. Null when there is none.
const ir::Type* tensor_type_of(const ir::Type* type);

// The name under which a binding holds dimension `axis` of `input`; empty when the dimension is a
// number.
std::string dim_key(const ir::Value& input, std::size_t axis, const ir::Dim& dim);

// The size of a dimension: its number, its bound symbol, or an expression over bound symbols ("past
// + sequence", "2*n", "floor(h/2)"). nullopt when something in it is not bound.
std::optional<std::int64_t> size_of(const ir::Dim& dim, const Binding& binding);
std::optional<std::int64_t> evaluate_expression(std::string_view text, const Binding& binding);

// The dims that an input gets under `binding`; `unranked` inputs count as rank 1 with a key for
// axis 0.
std::vector<std::int64_t> bound_dims(const ir::Value& input, const Binding& binding);

}  // namespace opsmith::runtime
