// One channel through the model and the mix, frame by frame, with what meters and statistics need.
//
// Threads: an object belongs to one thread at a time. Real-time safety: `process` and `set` are; the
// constructor allocates.
#pragma once

#include <array>
#include <memory>

#include "denoise/denoiser.hpp"
#include "denoise/mix.hpp"
#include "dsp/biquad.hpp"

namespace sounddesk {

struct CleanedFrame {
  /** Of the newest frame that went in. */
  float speech_probability;
  /** Nobody speaks in what just came out: then its two powers say how far noise was lowered. */
  bool is_pause;
  /** Mean squares of what just came out and of the same stretch of the input. */
  double input_power;
  double output_power;
};

/**
 * RNNoise begins with a high-pass at 30 Hz (poles 1 - 1.99599 z^-1 + 0.99600 z^-2) that turns the phase of all low
 * tones: a man's voice comes out a sample or two early, and no longer fits the dry sound that is mixed in. This
 * takes it back and puts a high-pass at 8 Hz in its place: +0.3 dB SI-SDR in noise, +5 dB without.
 */
inline constexpr BiquadCoefficients low_tone_restoration{1.0, -1.99599, 0.99600, -1.998, 0.998001};

/** Sensitivity and reduction at their ends ask for the model's own samples, with nothing added. */
constexpr bool is_model_alone(const DenoiseSettings &settings) noexcept {
  return settings.is_on && settings.sensitivity >= 100.0F && settings.reduction >= 100.0F;
}

class ChannelCleaner {
 public:
  ChannelCleaner(std::unique_ptr<Denoiser> denoiser, const DenoiseSettings &settings)
      : denoiser_(std::move(denoiser)), mix_(settings), restored_share_(is_model_alone(settings) ? 0.0F : 1.0F) {
    set(settings);
  }

  void set(const DenoiseSettings &settings) noexcept {
    mix_.set(settings);
    restored_target_ = is_model_alone(settings) ? 0.0F : 1.0F;
  }

  /** `frame_samples` samples in ±1, in place; what comes out is `model_delay_samples` older than what went in. */
  CleanedFrame process(float *samples) noexcept;

  /** Below this a frame counts as free of speech, above `speech_threshold` as speech. */
  static constexpr float pause_threshold = 0.2F;
  /** So long must nobody have spoken: the ends of words are quiet, but not noise. */
  static constexpr int pause_after_frames = 20;
  static constexpr float speech_threshold = 0.5F;

 private:
  void restore_low_tones(float *wet) noexcept;

  std::unique_ptr<Denoiser> denoiser_;
  DryWetMix mix_;
  Biquad low_tones_{low_tone_restoration};
  float restored_share_;
  float restored_target_ = 1.0F;
  std::array<float, model_delay_samples> dry_{};
  int quiet_frames_ = 0;
};

}  // namespace sounddesk
