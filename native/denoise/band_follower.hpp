// RNNoise without its delay, for the short latency modes: the model listens beside, 10 ms at a time, and a short filter in
// the sound's way follows the gains that it would have given the bands (band_filter.hpp). They come a frame late, which
// costs the first 10 ms of a word some level and the sound no time at all.
//
// The model runs eight channels at a time, which share its cost; the eights take turns, so that never two of them fall into
// the same few milliseconds (docs/decisions/0008-short-latency-modes.md).
//
// Threads: an object belongs to one thread at a time (the DSP thread). Real-time safety: yes, except the constructor.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "denoise/denoise_bank.hpp"

namespace sounddesk {

class BandFollower {
 public:
  /** `rate_hz` is 44100, 48000 or 96000. Throws `std::bad_alloc`. */
  BandFollower(int rate_hz, std::size_t channels);
  ~BandFollower();
  BandFollower(BandFollower &&) noexcept;
  BandFollower &operator=(BandFollower &&) noexcept;

  /** Takes effect with the model's next frame. Of the engines there is `off`; the others are RNNoise here. */
  void set(std::size_t channel, const BankSettings &settings) noexcept;

  /** The channel starts again, as if it had only heard silence. */
  void reset(std::size_t channel) noexcept;

  /**
   * `frames` samples in ±1 of every channel in place, at most 10 ms; null for a channel that has no sound. A channel that is
   * off passes untouched.
   */
  void process(float *const *channels, std::size_t frames) noexcept;

  /** Of the newest sound that the model has heard; nothing where it does not run. */
  std::optional<float> speech_probability(std::size_t channel) const noexcept;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sounddesk
