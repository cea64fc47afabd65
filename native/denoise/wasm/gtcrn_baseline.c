#define SD_MODULE sd_gtcrn_baseline
#define SD_HEADER "gtbaseline.h"
#define SD_W2C(name) w2c_gtbaseline_##name
#define SD_INSTANTIATE wasm2c_gtbaseline_instantiate
#define SD_INSTANCE w2c_gtbaseline
#if defined(__x86_64__) || defined(_M_X64)
#define SD_PATH "sse2"
#elif defined(__aarch64__) || defined(_M_ARM64)
#define SD_PATH "neon"
#else
#define SD_PATH "portable"
#endif

#include "gtcrn_module.inc"
