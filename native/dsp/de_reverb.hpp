// De-reverb: lowers what a room adds 60 ms and more behind a sound, in eleven bands, and learns how fast the room falls silent.
//
//   late = over · exp(-2Δ · 60 ms) · power 60 ms before        K. Lebart, J. M. Boucher, P. N. Denbigh, "A New Method
//   gain = 1 - (late / power)², not below the knob's least      Based on Spectral Subtraction for Speech Dereverberation",
//   out  = in + Σ (gain - 1) band                               Acta Acustica 87 (2001): its model of the decay
//
// The square, in place of a root, leaves a held vowel nearly as it is (what is late is a part of its power) and takes the tail
// behind it. The decay Δ comes from the sound: nothing falls faster than its room lets it, so of all falls that are
// steady over 60 ms a high quantile is followed (the maximum of their histogram: R. Ratnam et al., "Blind estimation of
// reverberation time", J. Acoust. Soc. Am. 114(5), 2003). Beyond 24 dB in 60 ms the voice is dry.
//
// Latency: none; the bands are differences of low-passes and their sum is the sound. Off, every bit passes. All channels
// get the same gains.
//
// Threads: an object belongs to one thread at a time. Real-time safety: yes, except the constructor (allocates).
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "dsp/fields.hpp"
#include "dsp/low_pass.hpp"
#include "dsp/ramp.hpp"

namespace sounddesk {

struct DeReverbSettings {
  bool is_on = false;
  /** How much of the room is taken: up to 20 dB. */
  float amount = 60.0F;

  static constexpr auto fields() {
    return std::make_tuple(Field{"isOn", &DeReverbSettings::is_on}, Field{"amount", &DeReverbSettings::amount, 0.0, 100.0, "%"});
  }

  bool operator==(const DeReverbSettings &) const = default;
};

class DeReverb {
 public:
  DeReverb(double rate_hz, std::size_t channels);

  /** Values out of their ranges are brought into them. Every change takes 20 ms. */
  void set(const DeReverbSettings &settings) noexcept;

  /** In place, planar, any number of frames. */
  void process(float *const *channels, std::size_t frames) noexcept;

  /** What is known of the room stays. */
  void begin_again() noexcept;

 private:
  static constexpr std::size_t edges = 10;
  static constexpr std::size_t bands = edges + 1;
  static constexpr std::size_t late_hops = 60;
  static constexpr std::size_t window_hops = 60;

  void divide(float sample, std::size_t channel) noexcept;
  void end_hop() noexcept;
  void follow_room(double power) noexcept;

  std::size_t channels_;
  LinearRamp share_;
  std::size_t hop_samples_;
  double power_share_;
  std::vector<LowPass> filters_;
  /** The last sample of each channel. */
  std::vector<std::array<double, bands>> parts_;
  std::array<double, bands> sums_{};
  std::array<double, bands> powers_{};
  std::array<std::array<double, bands>, late_hops> late_{};
  std::array<double, bands> gains_;
  std::array<double, bands> steps_{};
  std::array<double, window_hops + 1> levels_{};
  std::size_t hop_ = 0;
  std::size_t late_at_ = 0;
  std::size_t level_at_ = 0;
  /** Decibels in 60 ms. */
  double fall_db_;
  double over_ = 0.0;
  double least_ = 1.0;
  bool has_started_ = false;
};

}  // namespace sounddesk
