#include "take/loudness_chain.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sounddesk {

LoudnessChain::LoudnessChain(int rate_hz, std::size_t channels, double gain_db, Take take)
    : channels_(channels),
      gain_(static_cast<float>(std::pow(10.0, gain_db / 20.0))),
      limiter_(rate_hz, channels_, loudness_ceiling_dbtp),
      late_(limiter_.latency_frames()),
      planar_(channels_),
      planes_(channels_),
      take_(std::move(take)) {}

void LoudnessChain::process(float *interleaved, std::size_t frames) {
  for (std::size_t channel = 0; channel < channels_; ++channel) {
    planar_[channel].resize(frames);
    planes_[channel] = planar_[channel].data();
    for (std::size_t i = 0; i < frames; ++i) planar_[channel][i] = gain_ * interleaved[i * channels_ + channel];
  }
  limiter_.process(planes_.data(), frames);
  for (std::size_t channel = 0; channel < channels_; ++channel) {
    for (std::size_t i = 0; i < frames; ++i) interleaved[i * channels_ + channel] = planar_[channel][i];
  }
  const std::size_t skipped = std::min(late_, frames);
  late_ -= skipped;
  if (frames > skipped) take_(interleaved + skipped * channels_, frames - skipped);
}

void LoudnessChain::finish() {
  std::vector<float> silence(limiter_.latency_frames() * channels_);
  process(silence.data(), limiter_.latency_frames());
}

}  // namespace sounddesk
