#include "denoise/channel_cleaner.hpp"

#include <algorithm>
#include <cmath>

#include "dsp/levels.hpp"

namespace sounddesk {

static_assert(model_delay_samples == frame_samples, "the dry path is delayed by handing the last frame on");

CleanedFrame ChannelCleaner::process(float *samples) noexcept {
  std::array<float, frame_samples> input;
  std::array<float, frame_samples> wet;
  for (std::size_t i = 0; i < frame_samples; ++i) {
    input[i] = std::isfinite(samples[i]) ? samples[i] : 0.0F;
    wet[i] = input[i] * model_full_scale;
  }
  const float probability = denoiser_->process(wet.data());
  for (float &sample : wet) sample *= 1.0F / model_full_scale;

  low_tones_.process(wet.data());
  mix_.process(dry_.data(), wet.data(), samples, frame_samples, probability);

  quiet_frames_ = probability < pause_threshold ? std::min(quiet_frames_ + 1, pause_after_frames) : 0;
  const CleanedFrame report{
      probability,
      quiet_frames_ >= pause_after_frames,
      mean_square(dry_.data(), frame_samples),
      mean_square(samples, frame_samples),
  };
  dry_ = input;
  return report;
}

}  // namespace sounddesk
