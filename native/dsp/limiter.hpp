// True-peak limiter with look-ahead: what leaves it stays under its ceiling, also between the samples.
//
// The gain that every stretch needs is known 1.5 ms before it leaves; the gain arrives there in a smooth curve (the
// mean over the look-ahead of the smallest gain within it) and returns over about 100 ms. All channels get the
// same gain. Below the ceiling samples pass unchanged, later by `latency_frames`.
//
// Threads: an object belongs to one thread at a time. Real-time safety: yes, except the constructor (allocates).
#pragma once

#include <cstddef>
#include <vector>

#include "dsp/sliding_maximum.hpp"
#include "dsp/true_peak.hpp"

namespace sounddesk {

class TruePeakLimiter {
 public:
  TruePeakLimiter(double rate_hz, std::size_t channels, double ceiling_dbtp = -1.0);

  /** Off it only delays, so that switching is no jump in time; the gain goes there as after a peak. */
  void set(bool is_on) noexcept { is_on_ = is_on; }

  /** In place, planar, any number of frames; a sample that is no number becomes silence. */
  void process(float *const *channels, std::size_t frames) noexcept;

  std::size_t latency_frames() const noexcept { return delay_; }

  /** The largest reduction since the last call, decibels, 0 or more. */
  float take_reduction_db() noexcept;

 private:
  float gain_for(float needed_reduction) noexcept;

  std::size_t channels_;
  float ceiling_;
  bool is_on_ = true;
  std::size_t look_ahead_;
  std::size_t delay_;
  float release_;
  std::vector<TruePeakDetector> detectors_;
  /** Of `1 - gain`: the smallest gain is the largest of these. */
  SlidingMaximum reductions_;
  float released_ = 0.0F;
  std::vector<double> mean_;
  double mean_sum_ = 0.0;
  std::size_t mean_at_ = 0;
  std::vector<float> delayed_;
  std::size_t delayed_at_ = 0;
  float largest_reduction_ = 0.0F;
};

}  // namespace sounddesk
