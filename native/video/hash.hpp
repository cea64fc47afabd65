#pragma once

#include <stddef.h>
#include <stdint.h>

namespace sounddesk::video {

/// XXH64 with seed 0, as `xxhsum -H1` prints it. https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md
uint64_t hash_of(const uint8_t *data, size_t bytes);

}  // namespace sounddesk::video
