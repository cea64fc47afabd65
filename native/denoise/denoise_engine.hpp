// Which model cleans a channel: none, RNNoise, GTCRN, DeepFilterNet3 (by installed weights), or RNNoise and GTCRN together.
//
// Threads: a plain value.
#pragma once

#include <cstdint>

namespace sounddesk {

enum class DenoiseEngine : std::uint8_t { off, rnnoise, strong, studio, automatic };

}  // namespace sounddesk
