// Which model cleans a channel.
//
// Threads: a plain value.
#pragma once

#include <cstdint>

namespace sounddesk {

enum class DenoiseEngine : std::uint8_t { off, rnnoise };

}  // namespace sounddesk
