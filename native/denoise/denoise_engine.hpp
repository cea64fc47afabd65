// Which model cleans a channel: none, RNNoise, or GTCRN.
//
// Threads: a plain value.
#pragma once

#include <cstdint>

namespace sounddesk {

enum class DenoiseEngine : std::uint8_t { off, rnnoise, strong };

}  // namespace sounddesk
