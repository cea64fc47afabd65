// The studio network that every processor of the build's kind runs.
#define SD_LANES 4
#define SD_LANES_ISA baseline
#include "denoise/studio_network.hpp"

namespace sounddesk::studio {

#if defined(__x86_64__) || defined(_M_X64)
static constexpr const char *path = "sse2";
#elif defined(__aarch64__) || defined(_M_ARM64)
static constexpr const char *path = "neon";
#else
static constexpr const char *path = "portable";
#endif

const Kernel baseline_kernel{path, sizeof(lanes::baseline::StudioState), sizeof(lanes::baseline::StudioScratch),
                             lanes::baseline::run_studio};

}  // namespace sounddesk::studio
