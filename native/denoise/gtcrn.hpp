// GTCRN, the engine "strong": a model at 16 kHz that lowers more noise than RNNoise does, later and for more work.
//
// It takes 768 samples at 48 kHz (16 ms) at a time, brings them to 16 kHz and back itself, and gives them back 890
// samples later, exact to the sample (measured over five voices and all bands from 150 Hz to 7 kHz); nothing above 8 kHz is
// left. Frames of 480 samples go through a queue on either side, which costs at least another 672 samples: 1562 in
// all, 32.5 ms, and 42.5 ms with the frame itself.
//
// It reports no speech probability. What `process` returns is an estimate for the mix alone: how much of the power
// from 200 Hz to 4 kHz the model left, 0 at -24 dB, 1 from -12 dB on. (In pauses of 25 mixtures 95 of 100 frames lie
// below -24 dB; in speech 95 of 100 above -16 dB.)
//
// Threads: an object belongs to one thread at a time; different objects run in parallel.
// Real-time safety: `process`, `reset` and `facts` are; construction and destruction are not.
#pragma once

#include <array>
#include <vector>

#include "denoise/aligned_memory.hpp"
#include "denoise/denoiser.hpp"
#include "dsp/biquad.hpp"

namespace sounddesk {

class Gtcrn final : public RestartableDenoiser {
 public:
  static constexpr std::size_t block_samples = 768;
  /** Of the model with its resamplers. */
  static constexpr std::size_t block_delay_samples = 890;
  /** Frames of 480 in and out of blocks of 768: 480 k modulo 768 is at most 672. */
  static constexpr std::size_t least_delay_samples = block_delay_samples + 672;

  /**
   * `delay_samples` from `least_delay_samples` on; `turn`: which of several channels it is. Throws `std::bad_alloc`,
   * `std::invalid_argument`.
   */
  explicit Gtcrn(std::size_t delay_samples, std::size_t turn = 0);

  DenoiserFacts facts() const noexcept override { return {delay_samples_, false, false}; }
  float process(float *frame) noexcept override;
  void reset() noexcept override;

 private:
  void run_block() noexcept;
  float speech_estimate(const float *dry, const float *wet) noexcept;

  const std::size_t delay_samples_;
  const unsigned turn_;
  const AlignedMemory voice_;
  const AlignedMemory scratch_;
  /** What has not made up a block yet. */
  std::array<float, block_samples + frame_samples> waiting_{};
  std::size_t waiting_count_ = 0;
  /** What came out of the model and has not been fetched. */
  std::vector<float> ready_;
  std::size_t ready_count_ = 0;
  /** The input, from what comes out next on. */
  std::vector<float> dry_;
  std::array<Biquad, 4> speech_band_;
  bool is_new_ = true;
};

/** The code path that this processor runs: `avx2`, `sse2`, `neon` or `portable`. */
const char *gtcrn_path() noexcept;

}  // namespace sounddesk
