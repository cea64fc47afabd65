// A parameter on its way to its target: linear, sample by sample, so that the way does not depend on block sizes.
//
// Threads: an object belongs to one thread at a time. Real-time safety: yes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace sounddesk {

/** How long a changed parameter takes: long enough to be no click, short enough to follow a hand. */
inline constexpr double parameter_ramp_sec = 0.02;

inline std::size_t samples_of(double sec, double rate_hz) noexcept {
  return static_cast<std::size_t>(std::max(1.0, std::round(sec * rate_hz)));
}

/** Amplitude of a gain in decibels; at `silence_db` and below it is 0. */
inline float gain_of_db(double db) noexcept {
  return db <= -120.0 ? 0.0F : static_cast<float>(std::pow(10.0, db / 20.0));
}

/** From 0 to 1 with two derivatives of 0 at both ends (t of 0 to 1), so that a fade itself makes no edge. */
inline float smooth_share(float t) noexcept { return t * t * t * (t * (t * 6.0F - 15.0F) + 10.0F); }

class LinearRamp {
 public:
  LinearRamp(float value, std::size_t length_samples) noexcept
      : value_(value), target_(value), length_(std::max<std::size_t>(length_samples, 1)) {}

  /** From where the value is now; the same target again changes nothing. */
  void set(float target) noexcept {
    if (target == target_) return;
    target_ = target;
    left_ = length_;
    step_ = (target_ - value_) / static_cast<float>(length_);
  }

  /** Without a way, e.g. before the first sample. */
  void jump(float value) noexcept {
    value_ = target_ = value;
    left_ = 0;
  }

  float next() noexcept {
    if (left_ == 0) return target_;
    if (--left_ == 0) return value_ = target_;
    return value_ += step_;
  }

  float value() const noexcept { return value_; }
  float target() const noexcept { return target_; }
  bool is_still() const noexcept { return left_ == 0; }

 private:
  float value_;
  float target_;
  float step_ = 0.0F;
  std::size_t length_;
  std::size_t left_ = 0;
};

/** Multiplies every channel by the same ramp. */
inline void apply_gain(LinearRamp &gain, float *const *channels, std::size_t channel_count,
                       std::size_t frames) noexcept {
  if (gain.is_still()) {
    const float factor = gain.target();
    if (factor == 1.0F) return;
    for (std::size_t channel = 0; channel < channel_count; ++channel) {
      for (std::size_t i = 0; i < frames; ++i) channels[channel][i] *= factor;
    }
    return;
  }
  for (std::size_t i = 0; i < frames; ++i) {
    const float factor = gain.next();
    for (std::size_t channel = 0; channel < channel_count; ++channel) channels[channel][i] *= factor;
  }
}

/** A sample that is no number, or absurdly large (a broken plug-in or driver), becomes silence or a bound. */
inline void make_finite(float *samples, std::size_t count) noexcept {
  // 24 dB above full scale: nothing in the chain comes near it in earnest.
  constexpr float bound = 16.0F;
  for (std::size_t i = 0; i < count; ++i) {
    const float sample = samples[i];
    samples[i] = sample == sample ? std::clamp(sample, -bound, bound) : 0.0F;
  }
}

}  // namespace sounddesk
