// GTCRN for processors with AVX2; without it in the build there is nothing here.
#if defined(SD_MODELS_HAVE_AVX2)

#define SD_LANES 8
#define SD_LANES_ISA avx2
#include "denoise/gtcrn_voice.hpp"

namespace sounddesk::gtcrn {

const Kernel avx2_kernel{"avx2", sizeof(lanes::avx2::Voice), sizeof(lanes::avx2::NetworkScratch), lanes::avx2::begin_voice,
                         lanes::avx2::run_voice};

}  // namespace sounddesk::gtcrn

#endif
