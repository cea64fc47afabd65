// The lane kernel that every processor of the build's kind runs.
#define SD_LANES 4
#define SD_LANES_ISA baseline
#include "denoise/lanes_run.hpp"

namespace sounddesk::lanes {

#if defined(__x86_64__) || defined(_M_X64)
static constexpr const char *path = "sse2";
#elif defined(__aarch64__) || defined(_M_ARM64)
static constexpr const char *path = "neon";
#else
static constexpr const char *path = "portable";
#endif

const Kernel baseline_kernel{path,
                          baseline::width,
                          sizeof(baseline::State),
                          sizeof(baseline::Scratch),
                          baseline::process,
                          sizeof(baseline::RunState),
                          sizeof(baseline::RunScratch),
                          baseline::process_run};

}  // namespace sounddesk::lanes
