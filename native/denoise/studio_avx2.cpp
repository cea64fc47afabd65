// The studio network for processors with AVX2; without it in the build there is nothing here.
#if defined(SD_MODELS_HAVE_AVX2)

#define SD_LANES 8
#define SD_LANES_ISA avx2
#include "denoise/studio_network.hpp"

namespace sounddesk::studio {

const Kernel avx2_kernel{"avx2", sizeof(lanes::avx2::StudioState), sizeof(lanes::avx2::StudioScratch),
                         lanes::avx2::run_studio};

}  // namespace sounddesk::studio

#endif
