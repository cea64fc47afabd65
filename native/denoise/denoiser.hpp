// One channel of a noise model: RNNoise ("rnnoise"), GTCRN ("strong") or DeepFilterNet3 ("studio").
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
/** RNNoise's output lags its input by one frame (measured: tests/alignment). */
inline constexpr std::size_t model_delay_samples = 480;
/** Models are given samples in 16-bit steps. */
inline constexpr float model_full_scale = 32768.0F;

/** What anyone who mixes a model's output with its input has to know. */
struct DenoiserFacts {
  /** By how many samples the output lags the input: constant, exact. */
  std::size_t delay_samples;
  /** The model turns the phase of low tones (low_tones.hpp). */
  bool turns_low_tones;
  /** `process` returns a speech probability; else an estimate good for mixing, which no meter may show. */
  bool knows_speech;
};

class Denoiser {
 public:
  virtual ~Denoiser() = default;

  virtual DenoiserFacts facts() const noexcept = 0;

  /**
   * Cleans one frame in place, in ±32768; returns how surely there is speech in what comes out, 0-1.
   * A sample that is no number is taken as silence.
   */
  virtual float process(float *frame) noexcept = 0;
};

/** One that can begin again, as if it had only heard silence. */
class RestartableDenoiser : public Denoiser {
 public:
  /** Real-time safe. */
  virtual void reset() noexcept = 0;
};

/** RNNoise 0.1. Throws `std::bad_alloc` when there is no memory for an instance. */
std::unique_ptr<Denoiser> make_rnnoise();

/** The code path that this processor runs: `avx2`, `sse2`, `neon` or `portable`. */
const char *rnnoise_path() noexcept;

}  // namespace sounddesk
