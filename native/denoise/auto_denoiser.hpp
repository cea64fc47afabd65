// The engine "auto": RNNoise and GTCRN hear the same sound, and what comes out is put together from both (auto_blend.hpp).
//
// Threads: an object belongs to one thread at a time. Real-time safety: `process` is; making one is not.
#pragma once

#include <memory>
#include <vector>

#include "denoise/auto_blend.hpp"
#include "denoise/gtcrn.hpp"
#include "denoise/run_denoiser.hpp"
#include "dsp/biquad.hpp"

namespace sounddesk {

class AutoDenoiser final : public RunDenoiser {
 public:
  /** As late as whole frames allow, for files. */
  static constexpr std::size_t file_delay_samples = 4 * frame_samples;
  static_assert(file_delay_samples >= Gtcrn::least_delay_samples);
  static_assert(Gtcrn::least_delay_samples >= model_delay_samples + AutoBlend::ahead_samples);

  /** Takes as many frames at once as `rnnoise`; `delay_samples` as of `Gtcrn`. Throws what that throws. */
  AutoDenoiser(std::unique_ptr<RunDenoiser> rnnoise, std::size_t delay_samples);

  DenoiserFacts facts() const noexcept override { return {delay_samples_, false, true}; }
  std::size_t frames() const noexcept override { return rnnoise_->frames(); }
  void process(float *samples, float *speech_probability) noexcept override;

 private:
  /** In ±1; the newest sample last. */
  class Delay {
   public:
    explicit Delay(std::size_t samples) : samples_(samples), line_(samples + frame_samples, 0.0F) {}
    /** The newest frame goes here, `oldest` comes out, `advance` makes room. */
    float *newest() noexcept { return line_.data() + samples_; }
    const float *oldest() const noexcept { return line_.data(); }
    void advance() noexcept;

   private:
    std::size_t samples_;
    std::vector<float> line_;
  };

  float process_frame(float *frame, const float *rnnoise, float speech_probability) noexcept;

  const std::size_t delay_samples_;
  std::unique_ptr<RunDenoiser> rnnoise_;
  Gtcrn strong_;
  AutoBlend blend_;
  Biquad low_tones_;
  Delay dry_;
  Delay late_rnnoise_;
  std::vector<float> late_speech_;
  std::vector<float> run_;
};

}  // namespace sounddesk
