// GTCRN for a page: what src-renderer/media/chain/gtcrn.ts calls. One voice an instance. Built by scripts/build-kernel.mjs.
#define SD_LANES 4
#define SD_LANES_ISA page
#include "denoise/gtcrn_voice.hpp"

using namespace sounddesk;

namespace {
lanes::page::Voice voice;
lanes::page::NetworkScratch scratch;
float samples[gtcrn::block];
}  // namespace

#define SD_EXPORT(name) extern "C" __attribute__((export_name(#name)))

SD_EXPORT(begin) void begin() { lanes::page::begin_voice(&voice, 0); }
/// Where a block lies, before and after.
SD_EXPORT(block) float *block() { return samples; }
SD_EXPORT(run) void run() { lanes::page::run_voice(&voice, &scratch, samples); }
