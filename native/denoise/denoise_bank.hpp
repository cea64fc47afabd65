// The denoisers of all strips of a session: engine, mix and pauses per channel, one latency for all.
//
// The latency is that of the latest engine that the bank has, so a channel's engine may change at any time and its
// sound stays where it is: RNNoise alone takes 10 ms, the strong engine 32.5 ms (at 44.1 kHz 33.3 ms, which is whole
// samples), and in a bank that has it RNNoise and untouched channels wait for it. While a change of engine is on its
// way the old one continues, and hands over once the new one has heard enough.
//
// Threads: an object belongs to one thread at a time (the DSP thread); `set` belongs to the same thread, as an
// item of its command queue. Real-time safety: `set`, `process`, `reset` and `latency_frames` are; the constructor
// is not.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "denoise/denoise_engine.hpp"
#include "denoise/mix.hpp"
#include "denoise/studio_weights.hpp"

namespace sounddesk {

struct BankSettings {
  DenoiseEngine engine = DenoiseEngine::off;
  /** Percent. */
  float sensitivity = 90.0F;
  /** Percent. */
  float reduction = 95.0F;

  bool operator==(const BankSettings &) const = default;
};

struct BankResult {
  /** Of the newest frame that went in; nothing where no model runs, or one that does not report it (strong). */
  std::optional<float> speech_probability;
  /** Nobody speaks in what just came out: then its two powers say how far noise was lowered. */
  bool is_pause;
  /** Mean squares of what just came out and of the same stretch of the input. */
  double input_power;
  double output_power;
};

class DenoiseBank {
 public:
  static constexpr std::size_t max_channels = 32;

  /** The latest engine that a bank has. One with `strong`, which has `automatic`, too, takes 1.3 MB more a channel, 3.9 in use. */
  enum class Engines { rnnoise, strong };

  /**
   * `rate_hz` is 44100, 48000 or 96000. One that has the strong engine has studio, too, where weights are given (1 MB more a
   * channel). Throws `std::invalid_argument`, `std::bad_alloc`.
   */
  DenoiseBank(int rate_hz, std::size_t channels, Engines engines = Engines::rnnoise,
              studio::WeightsPointer studio_weights = nullptr);
  ~DenoiseBank();
  DenoiseBank(DenoiseBank &&) noexcept;
  DenoiseBank &operator=(DenoiseBank &&) noexcept;

  /**
   * Takes effect with the next frame: a change of the engine crossfades, sliders ramp. Where the bank does not
   * have the engine RNNoise takes its place.
   */
  void set(std::size_t channel, const BankSettings &settings) noexcept;

  /** The channel starts again, as if it had only heard silence: for a device that came back. */
  void reset(std::size_t channel) noexcept;

  /**
   * One frame of every channel in place: `frames[channel]` holds `frame_frames()` samples in ±1, or is null for a
   * channel that has no sound (its state stays). `results[channel]` is written for every channel.
   */
  void process(float *const *frames, BankResult *results) noexcept;

  /** Samples of a frame at the bank's rate: 10 ms. */
  std::size_t frame_frames() const noexcept;

  /** By how much what comes out lags what goes in, in frames of the bank's rate: constant, the same for all. */
  std::size_t latency_frames() const noexcept;

  Engines engines() const noexcept;
  bool has_studio() const noexcept;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sounddesk
