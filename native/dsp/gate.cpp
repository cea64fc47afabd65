#include "dsp/gate.hpp"

#include <algorithm>
#include <cmath>

#include "dsp/ramp.hpp"

namespace sounddesk {
namespace {

/** Bridges the zero crossings of tones down to 50 Hz. */
constexpr double level_window_sec = 0.01;
constexpr float max_range_db = 80.0F;
constexpr float db_per_octave = 6.0205999F;

}  // namespace

Gate::Gate(double rate_hz, std::size_t channels)
    : rate_hz_(rate_hz), channels_(channels), level_(samples_of(level_window_sec, rate_hz)) {
  settle_db_ = max_range_db / static_cast<float>(samples_of(parameter_ramp_sec, rate_hz_));
  set(settings_);
}

void Gate::set(const GateSettings &settings) noexcept {
  settings_ = limited(settings);
  range_db_ = settings_.range_db;
  opens_at_ = gain_of_db(settings_.threshold_db);
  closes_at_ = gain_of_db(settings_.threshold_db - gate_hysteresis_db);
  const auto per_ms = static_cast<float>(rate_hz_ / 1000.0);
  rise_db_ = range_db_ / (settings_.attack_ms * per_ms);
  fall_db_ = range_db_ / (settings_.release_ms * per_ms);
  hold_samples_ = static_cast<std::size_t>(settings_.hold_ms * per_ms);
}

void Gate::process(float *const *channels, std::size_t frames) noexcept {
  if (!settings_.is_on && gain_db_ == 0.0F) {
    level_.reset();
    is_open_ = true;
    hold_left_ = hold_samples_;
    return;
  }
  for (std::size_t i = 0; i < frames; ++i) {
    float peak = 0.0F;
    for (std::size_t channel = 0; channel < channels_; ++channel) {
      const float size = std::fabs(channels[channel][i]);
      // False for what is no number, which must not stay in the window.
      if (size > peak) peak = size;
    }
    follow(level_.push(peak));
    if (gain_db_ == 0.0F) continue;
    shown_reduction_db_ = std::max(shown_reduction_db_, -gain_db_);
    if (gain_db_ != last_gain_db_) {
      last_gain_db_ = gain_db_;
      last_gain_ = std::exp2(gain_db_ / db_per_octave);
    }
    for (std::size_t channel = 0; channel < channels_; ++channel) channels[channel][i] *= last_gain_;
  }
}

void Gate::follow(float level) noexcept {
  if (level >= opens_at_) {
    is_open_ = true;
    hold_left_ = hold_samples_;
  } else if (level >= closes_at_) {
    hold_left_ = hold_samples_;
  } else if (hold_left_ > 0) {
    --hold_left_;
  } else {
    is_open_ = false;
  }
  if (!settings_.is_on) {
    gain_db_ = std::min(0.0F, gain_db_ + settle_db_);
  } else if (gain_db_ < -range_db_) {
    // The range was made smaller.
    gain_db_ = std::min(-range_db_, gain_db_ + settle_db_);
  } else if (is_open_) {
    gain_db_ = std::min(0.0F, gain_db_ + rise_db_);
  } else {
    gain_db_ = std::max(-range_db_, gain_db_ - fall_db_);
  }
}

float Gate::take_reduction_db() noexcept {
  const float shown = shown_reduction_db_;
  shown_reduction_db_ = 0.0F;
  return shown;
}

}  // namespace sounddesk
