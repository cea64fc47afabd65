#include "denoise/auto_denoiser.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "denoise/low_tones.hpp"
#include "denoise/model_samples.hpp"

namespace sounddesk {

AutoDenoiser::AutoDenoiser(std::unique_ptr<RunDenoiser> rnnoise, std::size_t delay_samples)
    : delay_samples_(delay_samples),
      rnnoise_(std::move(rnnoise)),
      strong_(delay_samples),
      low_tones_(low_tone_restoration),
      dry_(delay_samples),
      late_rnnoise_(delay_samples - model_delay_samples),
      late_speech_((delay_samples - model_delay_samples) / frame_samples + 1, 0.0F),
      run_(rnnoise_->frames() * frame_samples) {}

void AutoDenoiser::process(float *samples, float *speech_probability) noexcept {
  remove_what_is_no_sound(samples, run_.size());
  std::copy_n(samples, run_.size(), run_.data());
  rnnoise_->process(run_.data(), speech_probability);
  for (std::size_t frame = 0; frame < frames(); ++frame) {
    const std::size_t at = frame * frame_samples;
    speech_probability[frame] = process_frame(samples + at, run_.data() + at, speech_probability[frame]);
  }
}

/** Returns the speech probability of what comes out. */
float AutoDenoiser::process_frame(float *frame, const float *rnnoise, float speech_probability) noexcept {
  float *dry = dry_.newest();
  float *late = late_rnnoise_.newest();
  for (std::size_t i = 0; i < frame_samples; ++i) {
    dry[i] = frame[i] * (1.0F / model_full_scale);
    late[i] = low_tones_.process(rnnoise[i] * (1.0F / model_full_scale));
  }
  strong_.process(frame);
  for (std::size_t i = 0; i < frame_samples; ++i) frame[i] *= 1.0F / model_full_scale;
  late_speech_.back() = speech_probability;
  const float speech = late_speech_.front();
  std::rotate(late_speech_.begin(), late_speech_.begin() + 1, late_speech_.end());
  const float by_both = blend_.process(dry_.oldest(), late_rnnoise_.oldest(), late_rnnoise_.oldest() + frame_samples, frame, speech);
  for (std::size_t i = 0; i < frame_samples; ++i) frame[i] *= model_full_scale;
  dry_.advance();
  late_rnnoise_.advance();
  return by_both;
}

void AutoDenoiser::Delay::advance() noexcept { std::memmove(line_.data(), line_.data() + frame_samples, samples_ * sizeof(float)); }

}  // namespace sounddesk
