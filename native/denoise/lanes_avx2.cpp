// The lane kernel for processors with AVX2; without it in the build there is nothing here.
#if defined(SD_MODELS_HAVE_AVX2)

#define SD_LANES 8
#define SD_LANES_ISA avx2
#include "denoise/lanes_run.hpp"

namespace sounddesk::lanes {

const Kernel avx2_kernel{"avx2",
                          avx2::width,
                          sizeof(avx2::State),
                          sizeof(avx2::Scratch),
                          avx2::process,
                          sizeof(avx2::RunState),
                          sizeof(avx2::RunScratch),
                          avx2::process_run};

}  // namespace sounddesk::lanes

#endif
