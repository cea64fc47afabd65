// Finds the stretches of sound that are steady noise and nothing else.
//
// The power of Gaussian noise in a band of bandwidth B, taken over T seconds, has about 2BT degrees of freedom and
// fluctuates accordingly: 0.4 dB to 1.7 dB for the octaves and the 10 ms used here. Speech moves by ten decibels within
// half a second, in some octave always; a held tone does not move at all. So a stretch of `window_frames` is noise where
// no octave moves more than noise does, and the upper ones no less.
//
// Threads: an object belongs to one thread at a time. Real-time safety: yes.
#pragma once

#include <array>
#include <cstddef>

#include "dsp/biquad.hpp"

namespace sounddesk {

class SteadyNoiseDetector {
 public:
  /** 480 ms: pauses between words are shorter, pauses between sentences longer. */
  static constexpr std::size_t window_frames = 48;

  SteadyNoiseDetector();

  /**
   * Takes the next `frame_samples` samples at 48 kHz; says whether the frame `window_frames - 1` before it lies in a
   * stretch of noise. Frames before the first one are none.
   */
  bool process(const float *frame) noexcept { return process(frame, nullptr); }

  /** The same, and `low_tone_restoration` on another frame, in place: a filter waits for itself, one more waits meanwhile. */
  bool process(const float *frame, float *to_restore) noexcept;

  /** As far as is known so far, of the frame `ahead` frames after the one that `process` spoke of. */
  bool is_noise(std::size_t ahead) const noexcept {
    return filled_ == window_frames && is_noise_[(next_ + ahead) % window_frames];
  }

 private:
  static constexpr std::size_t bands = 7;
  /** A whole number of vectors; the last one has the low tones of the other sound. */
  static constexpr std::size_t lanes = 8;
  using Lanes = std::array<double, lanes>;
  struct Filters {
    Lanes b0{}, b1{}, b2{}, a1{}, a2{}, first{}, second{};
  };

  /** Power of a frame behind each filter; the last filter hears `other` and writes what it gives there. */
  static Lanes powers_behind(Filters &filters, const float *frame, float *other) noexcept;
  bool is_window_noise() const noexcept;

  Filters filters_;
  /** Power of each octave, dB, of the newest frames; a ring. */
  std::array<std::array<float, window_frames>, bands> power_db_{};
  std::array<bool, window_frames> is_noise_{};
  std::size_t next_ = 0;
  std::size_t filled_ = 0;
};

}  // namespace sounddesk
