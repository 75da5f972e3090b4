#include "opsmith/transform/reshape_target.h"

namespace opsmith::transform {

std::optional<std::vector<std::int64_t>> reshape_target(const ir::Shape& from,
                                                        const ir::Shape& to) {
  std::vector<std::int64_t> target;
  std::size_t copied = 0, inferred = 0;
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (to[i].known() && to[i].value > 0) {
      target.push_back(to[i].value);
    } else if (i < from.size() && to[i].same_as(from[i])) {
      ++copied;
      target.push_back(0);
    } else if (to[i].known()) {
      return std::nullopt;
    } else {
      ++inferred;
      target.push_back(-1);
    }
  }
  if (inferred > 1 || (inferred == 1 && copied > 0)) return std::nullopt;
  return target;
}

}  // namespace opsmith::transform
