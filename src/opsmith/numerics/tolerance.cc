#include "opsmith/numerics/tolerance.h"

#include "opsmith/base/error.h"

namespace opsmith::numerics {

std::optional<Tolerance> find_tolerance(std::string_view name) {
  if (name == "exact") return Tolerance{};
  if (name == "strict") return Tolerance{.atol = 1e-6, .rtol = 1e-6};
  if (name == "general") return Tolerance{.atol = 1e-5, .rtol = 1e-5};
  if (name == "quantized")
    return Tolerance{.atol = 1e-2, .rtol = 1e-2, .cosine = 0.99, .by_cosine = true};
  return std::nullopt;
}

Tolerance tolerance_named(std::string_view name) {
  if (const auto tolerance = find_tolerance(name)) return *tolerance;
  throw Error(ErrorCode::usage, "unknown tolerance '" + std::string(name) + "'", {},
              "use exact, strict, general or quantized");
}

}  // namespace opsmith::numerics
