// A low-pass of the second order (Butterworth): the trapezoidal state variable filter of A. Simper, "Solving the continuous
// SVF equations using trapezoidal integration" (Cytomic, 2013).
//
// Threads: an object belongs to one thread at a time. Real-time safety: yes.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sounddesk {

class LowPass {
 public:
  LowPass(double frequency_hz, double rate_hz) noexcept {
    const double g = std::tan(std::numbers::pi * std::min(frequency_hz, highest_share * rate_hz) / rate_hz);
    a1_ = 1.0 / (1.0 + g * (g + std::numbers::sqrt2));
    a2_ = g * a1_;
    a3_ = g * a2_;
  }

  double process(double input) noexcept {
    const double third = input - second_;
    const double middle = a1_ * first_ + a2_ * third;
    const double low = second_ + a2_ * first_ + a3_ * third;
    first_ = 2.0 * middle - first_;
    second_ = 2.0 * low - second_;
    high_ = input - std::numbers::sqrt2 * middle - low;
    return low;
  }

  /** What the high-pass at the same frequency makes of the last sample. */
  double high() const noexcept { return high_; }

  /** Once a block: before it becomes a denormal number, and after what is no number. */
  void settle() noexcept {
    const bool is_broken = !std::isfinite(first_) || !std::isfinite(second_);
    const bool is_silent = std::fabs(first_) < silent_state && std::fabs(second_) < silent_state;
    if (is_broken || is_silent) reset();
  }
  void reset() noexcept { first_ = second_ = 0.0; }

 private:
  static constexpr double highest_share = 0.45;
  static constexpr double silent_state = 1e-15;

  double a1_ = 0.0;
  double a2_ = 0.0;
  double a3_ = 0.0;
  double first_ = 0.0;
  double second_ = 0.0;
  double high_ = 0.0;
};

/** The part of a follower's way that it goes in one sample, so that it has gone 63 % of it in this time. */
inline double follow_share(double time_sec, double rate_hz) noexcept { return 1.0 - std::exp(-1.0 / (time_sec * rate_hz)); }

}  // namespace sounddesk
