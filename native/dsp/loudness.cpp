#include "dsp/loudness.hpp"

#include <ebur128.h>

#include <cmath>
#include <new>

namespace sounddesk {

struct LoudnessMeter::State {
  ebur128_state *ebur = nullptr;
};

LoudnessMeter::LoudnessMeter(int channels, int rate_hz) : state_(std::make_unique<State>()) {
  state_->ebur =
      ebur128_init(static_cast<unsigned>(channels), static_cast<unsigned long>(rate_hz), EBUR128_MODE_I);
  if (state_->ebur == nullptr) throw std::bad_alloc();
  // A single channel is one loudspeaker's worth here, not two: the figure that ffmpeg and sox show for mono.
}

LoudnessMeter::~LoudnessMeter() { ebur128_destroy(&state_->ebur); }

void LoudnessMeter::add(const float *interleaved, std::size_t frames) {
  if (ebur128_add_frames_float(state_->ebur, interleaved, frames) != EBUR128_SUCCESS) throw std::bad_alloc();
}

void LoudnessMeter::add(const double *interleaved, std::size_t frames) {
  if (ebur128_add_frames_double(state_->ebur, interleaved, frames) != EBUR128_SUCCESS) throw std::bad_alloc();
}

std::optional<double> LoudnessMeter::integrated_lufs() const {
  double lufs = 0.0;
  if (ebur128_loudness_global(state_->ebur, &lufs) != EBUR128_SUCCESS || !std::isfinite(lufs)) return std::nullopt;
  return lufs;
}

}  // namespace sounddesk
