#define SD_MODULE sd_rnnoise_avx2
#define SD_HEADER "rnavx2.h"
#define SD_W2C(name) w2c_rnavx2_##name
#define SD_INSTANTIATE wasm2c_rnavx2_instantiate
#define SD_INSTANCE w2c_rnavx2
#define SD_PATH "avx2"

#include "rnnoise_module.inc"
