#define SD_MODULE sd_gtcrn_avx2
#define SD_HEADER "gtavx2.h"
#define SD_W2C(name) w2c_gtavx2_##name
#define SD_INSTANTIATE wasm2c_gtavx2_instantiate
#define SD_INSTANCE w2c_gtavx2
#define SD_PATH "avx2"

#include "gtcrn_module.inc"
