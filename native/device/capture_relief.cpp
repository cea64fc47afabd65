#include "device/capture_relief.hpp"

#include "engine/latency_mode.hpp"

namespace sounddesk {

CaptureRelief relief_of(const CaptureBurden &burden) {
  using Kind = CaptureRelief::Kind;
  const std::string begin = "The computer cannot keep up with the session. ";
  if (burden.has_strong) {
    // It costs four times what RNNoise does, so it goes first.
    return {Kind::rnnoise, burden.mode_ms,
            begin + "RNNoise has taken the place of the advanced noise engines; choose one again for fewer channels."};
  }
  // Above 20 ms the chains carry the noise models, which cost more: from there longer blocks help, not a longer mode.
  if (burden.mode_ms == 5 || burden.mode_ms == 10 || burden.mode_ms == 50) {
    return {Kind::longer_mode, *longer_mode(burden.mode_ms), begin + "The latency was raised; takes continue without a gap."};
  }
  if (burden.is_direct) {
    return {Kind::reserve, burden.mode_ms,
            begin + "The sound now waits a few milliseconds longer before it is played; takes continue without a gap."};
  }
  if (burden.block_frames < largest_relief_block) {
    return {Kind::longer_blocks, burden.mode_ms,
            begin + "The device blocks were made longer (" + std::to_string(2 * burden.block_frames) + " frames)."};
  }
  return {Kind::none, burden.mode_ms, begin + "Close other programs, or switch off noise reduction on some channels."};
}

}  // namespace sounddesk
