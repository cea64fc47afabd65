#include "video/memory.hpp"

#include <cstdlib>

namespace sounddesk::video {

// malloc aligns to 16 bytes on every 64-bit system.
void *take_memory(size_t bytes) { return std::malloc(bytes > 0 ? bytes : 1); }
void give_memory(void *memory) { std::free(memory); }

}  // namespace sounddesk::video
