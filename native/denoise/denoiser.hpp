// One channel of a noise model.
//
// Threads: an object belongs to one thread at a time; different objects run in parallel.
// Real-time safety: `process` is real-time safe; construction and destruction are not.
#pragma once

#include <cstddef>
#include <memory>

namespace sounddesk {

/** Samples of a frame, at 48 kHz: 10 ms. */
inline constexpr std::size_t frame_samples = 480;
inline constexpr int model_rate_hz = 48000;
/** The model's output lags its input by one frame (measured: tests/alignment). */
inline constexpr std::size_t model_delay_samples = 480;
/** The model counts in 16-bit steps. */
inline constexpr float model_full_scale = 32768.0F;

class Denoiser {
 public:
  virtual ~Denoiser() = default;

  /**
   * Cleans one frame in place, in ±32768; returns the speech probability, 0-1.
   * A sample that is no number is taken as silence.
   */
  virtual float process(float *frame) noexcept = 0;
};

/** RNNoise 0.1. Throws `std::bad_alloc` when there is no memory for an instance. */
std::unique_ptr<Denoiser> make_rnnoise();

/** The code path that this processor runs: `avx2`, `sse2`, `neon` or `portable`. */
const char *rnnoise_path() noexcept;

}  // namespace sounddesk
