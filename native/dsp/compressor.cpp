#include "dsp/compressor.hpp"

#include <algorithm>
#include <cmath>

namespace sounddesk {
namespace {

constexpr double level_window_sec = 0.01;
/** 20 log10(2): decibels of a doubling. */
constexpr float db_per_octave = 6.0205999F;

}  // namespace

double compressor_reduction_db(double level_db, double threshold_db, double slope, double knee_db) noexcept {
  const double over = level_db - threshold_db;
  if (2.0 * over <= -knee_db) return 0.0;
  if (2.0 * over < knee_db) {
    const double into_knee = over + knee_db / 2.0;
    return slope * into_knee * into_knee / (2.0 * knee_db);
  }
  return slope * over;
}

Compressor::Compressor(double rate_hz, std::size_t channels)
    : rate_hz_(rate_hz),
      channels_(channels),
      level_(samples_of(level_window_sec, rate_hz)),
      amount_(0.0F, samples_of(parameter_ramp_sec, rate_hz)),
      threshold_db_(0.0F, samples_of(parameter_ramp_sec, rate_hz)),
      slope_(0.0F, samples_of(parameter_ramp_sec, rate_hz)),
      knee_db_(0.0F, samples_of(parameter_ramp_sec, rate_hz)),
      makeup_db_(0.0F, samples_of(parameter_ramp_sec, rate_hz)),
      attack_(coefficient_of(settings_.attack_ms)),
      release_(coefficient_of(settings_.release_ms)) {
  set(settings_);
}

void Compressor::set(const CompressorSettings &settings) noexcept {
  settings_ = limited(settings);
  const float threshold_db = settings_.threshold_db;
  const float slope = 1.0F - 1.0F / settings_.ratio;
  const float knee_db = settings_.knee_db;
  const float makeup_db = settings_.makeup_gain_db;
  attack_ = coefficient_of(settings_.attack_ms);
  release_ = coefficient_of(settings_.release_ms);
  amount_.set(settings_.is_on ? 1.0F : 0.0F);
  if (!has_started_) {
    // Before the first sample nothing can click.
    amount_.jump(amount_.target());
    threshold_db_.jump(threshold_db);
    slope_.jump(slope);
    knee_db_.jump(knee_db);
    makeup_db_.jump(makeup_db);
    is_last_known_ = false;
    return;
  }
  threshold_db_.set(threshold_db);
  slope_.set(slope);
  knee_db_.set(knee_db);
  makeup_db_.set(makeup_db);
}

float Compressor::coefficient_of(float time_ms) const noexcept {
  return static_cast<float>(1.0 - std::exp(-1000.0 / (static_cast<double>(time_ms) * rate_hz_)));
}

void Compressor::process(float *const *channels, std::size_t frames) noexcept {
  has_started_ = true;
  if (is_idle()) {
    level_.reset();
    reduction_db_ = 0.0F;
    // Parameters that were changed meanwhile have nothing to move.
    is_last_known_ = false;
    threshold_db_.jump(threshold_db_.target());
    slope_.jump(slope_.target());
    knee_db_.jump(knee_db_.target());
    makeup_db_.jump(makeup_db_.target());
    return;
  }
  for (std::size_t i = 0; i < frames; ++i) {
    float peak = 0.0F;
    for (std::size_t channel = 0; channel < channels_; ++channel) {
      const float size = std::fabs(channels[channel][i]);
      // False for what is no number, which must not stay in the window.
      if (size > peak) peak = std::min(size, 1e6F);
    }
    const float gain_db = gain_db_for(level_.push(peak));
    if (gain_db == 0.0F) continue;
    if (gain_db != last_gain_db_) {
      last_gain_db_ = gain_db;
      last_gain_ = std::exp2(gain_db / db_per_octave);
    }
    for (std::size_t channel = 0; channel < channels_; ++channel) channels[channel][i] *= last_gain_;
  }
}

float Compressor::gain_db_for(float level) noexcept {
  // The largest of 10 ms stays the same for many samples: the curve is then known.
  const bool is_curve_still = threshold_db_.is_still() && slope_.is_still() && knee_db_.is_still();
  if (level != last_level_ || !is_curve_still || !is_last_known_) {
    last_level_ = level;
    is_last_known_ = is_curve_still;
    const float level_db = level > 1e-6F ? db_per_octave * std::log2(level) : -120.0F;
    const float threshold_db = threshold_db_.next();
    const float slope = slope_.next();
    wanted_db_ = static_cast<float>(compressor_reduction_db(level_db, threshold_db, slope, knee_db_.next()));
  }
  reduction_db_ += (wanted_db_ > reduction_db_ ? attack_ : release_) * (wanted_db_ - reduction_db_);
  if (reduction_db_ < 1e-6F) reduction_db_ = 0.0F;
  const float amount = amount_.next();
  shown_reduction_db_ = std::max(shown_reduction_db_, amount * reduction_db_);
  return amount * (makeup_db_.next() - reduction_db_);
}

float Compressor::take_reduction_db() noexcept {
  const float shown = shown_reduction_db_;
  shown_reduction_db_ = 0.0F;
  return shown;
}

}  // namespace sounddesk
