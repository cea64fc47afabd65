// GTCRN as every processor of the build's kind runs it.
#define SD_LANES 4
#define SD_LANES_ISA baseline
#include "denoise/gtcrn_voice.hpp"

namespace sounddesk::gtcrn {

#if defined(__x86_64__) || defined(_M_X64)
static constexpr const char *path = "sse2";
#elif defined(__aarch64__) || defined(_M_ARM64)
static constexpr const char *path = "neon";
#elif defined(__wasm__)
static constexpr const char *path = "wasm";
#else
static constexpr const char *path = "portable";
#endif

const Kernel baseline_kernel{path, sizeof(lanes::baseline::Voice), sizeof(lanes::baseline::NetworkScratch),
                             lanes::baseline::begin_voice, lanes::baseline::run_voice};

}  // namespace sounddesk::gtcrn
