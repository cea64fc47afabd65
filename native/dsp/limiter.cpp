#include "dsp/limiter.hpp"

#include <algorithm>
#include <cmath>

#include "dsp/levels.hpp"
#include "dsp/ramp.hpp"

namespace sounddesk {
namespace {

constexpr double look_ahead_sec = 0.0015;
constexpr double release_sec = 0.1;
/** What four points a sample may miss at voice frequencies, and what the moving gain adds. */
constexpr double margin_db = 0.05;

}  // namespace

TruePeakLimiter::TruePeakLimiter(double rate_hz, std::size_t channels, double ceiling_dbtp)
    : channels_(channels),
      ceiling_(gain_of_db(ceiling_dbtp - margin_db)),
      look_ahead_(samples_of(look_ahead_sec, rate_hz)),
      delay_(look_ahead_ + TruePeakDetector::delay_samples),
      release_(static_cast<float>(1.0 - std::exp(-1.0 / (release_sec * rate_hz)))),
      detectors_(channels),
      reductions_(look_ahead_ + 2),
      mean_(look_ahead_, 0.0),
      delayed_(delay_ * channels, 0.0F) {}

void TruePeakLimiter::process(float *const *channels, std::size_t frames) noexcept {
  for (std::size_t i = 0; i < frames; ++i) {
    float peak = 0.0F;
    for (std::size_t channel = 0; channel < channels_; ++channel) {
      float &sample = channels[channel][i];
      if (!std::isfinite(sample)) sample = 0.0F;
      peak = std::max(peak, detectors_[channel].push(sample));
    }
    const float gain = gain_for(is_on_ && peak > ceiling_ ? 1.0F - ceiling_ / peak : 0.0F);
    float *slot = delayed_.data() + delayed_at_ * channels_;
    for (std::size_t channel = 0; channel < channels_; ++channel) {
      const float sample = channels[channel][i];
      channels[channel][i] = slot[channel] * gain;
      slot[channel] = sample;
    }
    delayed_at_ = (delayed_at_ + 1) % delay_;
  }
}

float TruePeakLimiter::gain_for(float needed_reduction) noexcept {
  const float held = reductions_.push(needed_reduction);
  released_ = std::max(held, released_ + release_ * (held - released_));
  if (released_ < 1e-6F) released_ = 0.0F;
  mean_sum_ += released_ - mean_[mean_at_];
  mean_[mean_at_] = released_;
  mean_at_ = (mean_at_ + 1) % look_ahead_;
  // The sum of what is there, again with every round: rounding must not pile up over days.
  if (mean_at_ == 0) {
    mean_sum_ = 0.0;
    for (const double part : mean_) mean_sum_ += part;
  }
  const auto reduction = static_cast<float>(std::max(0.0, mean_sum_) / static_cast<double>(look_ahead_));
  largest_reduction_ = std::max(largest_reduction_, reduction);
  return 1.0F - reduction;
}

float TruePeakLimiter::take_reduction_db() noexcept {
  const auto shown = static_cast<float>(-amplitude_to_db(1.0 - static_cast<double>(largest_reduction_)));
  largest_reduction_ = 0.0F;
  return shown;
}

}  // namespace sounddesk
