// One channel through the model and the mix, frame by frame, with what meters and statistics need.
//
// Threads: an object belongs to one thread at a time. Real-time safety: `process` and `set` are; the
// constructor allocates.
#pragma once

#include <array>
#include <memory>

#include "denoise/denoiser.hpp"
#include "denoise/low_tones.hpp"
#include "denoise/mix.hpp"

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

class ChannelCleaner {
 public:
  ChannelCleaner(std::unique_ptr<Denoiser> denoiser, const DenoiseSettings &settings)
      : denoiser_(std::move(denoiser)), low_tones_(settings), mix_(settings) {}

  void set(const DenoiseSettings &settings) noexcept {
    mix_.set(settings);
    low_tones_.set(settings);
  }

  /** `frame_samples` samples in ±1, in place; what comes out is `model_delay_samples` older than what went in. */
  CleanedFrame process(float *samples) noexcept;

  /** Below this a frame counts as free of speech, above `speech_threshold` as speech. */
  static constexpr float pause_threshold = 0.2F;
  /** How long nobody must have spoken: the ends of words are quiet, but not noise. */
  static constexpr int pause_after_frames = 20;
  static constexpr float speech_threshold = 0.5F;

 private:
  std::unique_ptr<Denoiser> denoiser_;
  LowToneRestorer low_tones_;
  DryWetMix mix_;
  std::array<float, model_delay_samples> dry_{};
  int quiet_frames_ = 0;
};

}  // namespace sounddesk
