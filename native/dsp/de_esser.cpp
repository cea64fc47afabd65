#include "dsp/de_esser.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sounddesk {
namespace {

/** Bridges the zero crossings of bands from 2 kHz on. */
constexpr double level_window_sec = 0.001;
constexpr double attack_sec = 0.001;
constexpr double release_sec = 0.06;
constexpr double damping = 1.0 / 1.5;
/** Of the rate: where the filter can still be tuned to. */
constexpr double highest_share = 0.45;
/** 20 log10(2): decibels of a doubling. */
constexpr float db_per_octave = 6.0205999F;
/** Of a filter's memory: -300 dB, from here on it counts as silent. */
constexpr double silent_state = 1e-15;
constexpr float smallest_level = 1e-6F;
constexpr float largest_level = 1e6F;

float coefficient_of(double time_sec, double rate_hz) {
  return static_cast<float>(1.0 - std::exp(-1.0 / (time_sec * rate_hz)));
}

}  // namespace

DeEsser::DeEsser(double rate_hz, std::size_t channels)
    : rate_hz_(rate_hz),
      channels_(channels),
      level_(samples_of(level_window_sec, rate_hz)),
      frequency_hz_(0.0F, samples_of(parameter_ramp_sec, rate_hz)),
      threshold_db_(0.0F, samples_of(parameter_ramp_sec, rate_hz)),
      range_db_(0.0F, samples_of(parameter_ramp_sec, rate_hz)),
      bands_(channels),
      attack_(coefficient_of(attack_sec, rate_hz)),
      release_(coefficient_of(release_sec, rate_hz)) {
  set({});
}

void DeEsser::set(const DeEsserSettings &settings) noexcept {
  const DeEsserSettings within = limited(settings);
  const float range_db = within.is_on ? within.range_db : 0.0F;
  if (has_started_) {
    frequency_hz_.set(within.frequency_hz);
    threshold_db_.set(within.threshold_db);
    range_db_.set(range_db);
    return;
  }
  // Before the first sample nothing can click.
  frequency_hz_.jump(within.frequency_hz);
  threshold_db_.jump(within.threshold_db);
  range_db_.jump(range_db);
}

void DeEsser::process(float *const *channels, std::size_t frames) noexcept {
  has_started_ = true;
  if (is_idle()) {
    level_.reset();
    reduction_db_ = 0.0F;
    std::fill(bands_.begin(), bands_.end(), Band{});
    // Parameters that were changed meanwhile have nothing to move.
    frequency_hz_.jump(frequency_hz_.target());
    threshold_db_.jump(threshold_db_.target());
    return;
  }
  for (std::size_t i = 0; i < frames; ++i) {
    tune(frequency_hz_.next());
    float peak = 0.0F;
    for (std::size_t channel = 0; channel < channels_; ++channel) {
      const auto size = static_cast<float>(std::fabs(filter(bands_[channel], channels[channel][i])));
      // False for what is no number, which must not stay in the window.
      if (size > peak) peak = std::min(size, largest_level);
    }
    const float reduction_db = reduction_db_for(level_.push(peak));
    if (reduction_db == 0.0F) continue;
    if (reduction_db != last_reduction_db_) {
      last_reduction_db_ = reduction_db;
      last_gain_ = std::exp2(-reduction_db / db_per_octave);
    }
    for (std::size_t channel = 0; channel < channels_; ++channel) {
      const double change = (last_gain_ - 1.0) * bands_[channel].output;
      channels[channel][i] = static_cast<float>(channels[channel][i] + change);
    }
  }
  settle();
}

void DeEsser::tune(float frequency_hz) noexcept {
  if (frequency_hz == tuned_hz_) return;
  tuned_hz_ = frequency_hz;
  const double tuned_hz = std::min(static_cast<double>(frequency_hz), highest_share * rate_hz_);
  const double g = std::tan(std::numbers::pi * tuned_hz / rate_hz_);
  a1_ = 1.0 / (1.0 + g * (g + damping));
  a2_ = g * a1_;
  a3_ = g * a2_;
}

double DeEsser::filter(Band &band, double input) const noexcept {
  const double third = input - band.second;
  const double middle = a1_ * band.first + a2_ * third;
  const double low = band.second + a2_ * band.first + a3_ * third;
  band.first = 2.0 * middle - band.first;
  band.second = 2.0 * low - band.second;
  band.output = damping * middle;
  return band.output;
}

float DeEsser::reduction_db_for(float level) noexcept {
  if (level != last_level_) {
    last_level_ = level;
    last_level_db_ = level > smallest_level ? db_per_octave * std::log2(level) : -120.0F;
  }
  const float range_db = range_db_.next();
  const float wanted_db = std::clamp(last_level_db_ - threshold_db_.next(), 0.0F, range_db);
  reduction_db_ += (wanted_db > reduction_db_ ? attack_ : release_) * (wanted_db - reduction_db_);
  if (reduction_db_ < smallest_level) reduction_db_ = 0.0F;
  reduction_db_ = std::min(reduction_db_, range_db);
  shown_reduction_db_ = std::max(shown_reduction_db_, reduction_db_);
  return reduction_db_;
}

void DeEsser::settle() noexcept {
  for (Band &band : bands_) {
    const bool is_broken = !std::isfinite(band.first) || !std::isfinite(band.second);
    // Before it becomes a denormal number.
    const bool is_silent = std::fabs(band.first) < silent_state && std::fabs(band.second) < silent_state;
    if (is_broken || is_silent) band = {};
  }
}

float DeEsser::take_reduction_db() noexcept {
  const float shown = shown_reduction_db_;
  shown_reduction_db_ = 0.0F;
  return shown;
}

}  // namespace sounddesk
