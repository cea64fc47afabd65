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

  restore_low_tones(wet.data());
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

/** The filter always runs, so that a change of settings finds it settled; the change ramps over a frame. */
void ChannelCleaner::restore_low_tones(float *wet) noexcept {
  const float step = (restored_target_ - restored_share_) / static_cast<float>(frame_samples);
  for (std::size_t i = 0; i < frame_samples; ++i) {
    const float restored = low_tones_.process(wet[i]);
    if (step == 0.0F) {
      if (restored_share_ != 0.0F) wet[i] = restored;
    } else {
      const float share = restored_share_ + step * static_cast<float>(i + 1);
      wet[i] += share * (restored - wet[i]);
    }
  }
  restored_share_ = restored_target_;
}

}  // namespace sounddesk
