// Which model cleans a channel: none, RNNoise, GTCRN, or DeepFilterNet3 (files alone, by installed weights).
//
// Threads: a plain value.
#pragma once

#include <cstdint>

namespace sounddesk {

enum class DenoiseEngine : std::uint8_t { off, rnnoise, strong, studio };

}  // namespace sounddesk
