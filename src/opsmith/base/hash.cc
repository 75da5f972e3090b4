#include "opsmith/base/hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace opsmith {

std::uint64_t hash_bytes(ByteView bytes, std::uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

}  // namespace opsmith
