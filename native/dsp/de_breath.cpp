#include "dsp/de_breath.hpp"

#include <algorithm>
#include <cmath>

namespace sounddesk {
namespace {

constexpr double level_sec = 0.01;
constexpr double least_breath_sec = 0.08;
constexpr double attack_sec = 0.02;
constexpr double release_sec = 0.004;
/** -14 dB and -70 dBFS, as mean squares. */
constexpr double below_voice = 0.04;
constexpr double least_power = 1e-7;
/** As powers: the middle is above the low tones by 3 dB and above the high ones by nothing. */
constexpr double above_low = 2.0;
constexpr double least_change_db = 1e-6;
constexpr double most_sample = 16.0;
/** 20 log10(2): decibels of a doubling. */
constexpr double db_per_octave = 6.0205999132796239;

}  // namespace

DeBreath::DeBreath(double rate_hz, std::size_t channels)
    : channels_(channels),
      most_db_(0.0F, samples_of(parameter_ramp_sec, rate_hz)),
      below_350_(breaths::low_hz, rate_hz),
      below_4500_(breaths::high_hz, rate_hz),
      least_samples_(samples_of(least_breath_sec, rate_hz)),
      level_share_(follow_share(level_sec, rate_hz)),
      voice_fall_(std::pow(10.0, -breaths::voice_fall_db_per_sec / 10.0 / rate_hz)),
      attack_(follow_share(attack_sec, rate_hz)),
      release_(follow_share(release_sec, rate_hz)) {}

void DeBreath::set(const DeBreathSettings &settings) noexcept {
  const DeBreathSettings within = limited(settings);
  const float db = within.is_on ? static_cast<float>(breaths::most_db * static_cast<double>(within.amount) / 100.0) : 0.0F;
  if (has_started_) most_db_.set(db);
  // Before the first sample nothing can click.
  else most_db_.jump(db);
}

void DeBreath::process(float *const *channels, std::size_t frames) noexcept {
  has_started_ = !is_idle();
  if (!has_started_) {
    below_350_.reset();
    below_4500_.reset();
    low_ = middle_ = high_ = voice_ = reduction_db_ = 0.0;
    breathing_ = 0;
    return;
  }
  for (std::size_t i = 0; i < frames; ++i) {
    double sum = 0.0;
    for (std::size_t channel = 0; channel < channels_; ++channel) sum += channels[channel][i];
    const double mean = sum / static_cast<double>(channels_);
    const double reduction_db = reduction_db_for(mean >= -most_sample && mean <= most_sample ? mean : 0.0);
    if (reduction_db == 0.0) continue;
    const double gain = std::exp2(-reduction_db / db_per_octave);
    for (std::size_t channel = 0; channel < channels_; ++channel) {
      channels[channel][i] = static_cast<float>(channels[channel][i] * gain);
    }
  }
  below_350_.settle();
  below_4500_.settle();
}

double DeBreath::reduction_db_for(double sample) noexcept {
  const double low = below_350_.process(sample);
  const double below = below_4500_.process(sample);
  const double middle = below - low;
  const double high = sample - below;
  low_ += level_share_ * (low * low - low_);
  middle_ += level_share_ * (middle * middle - middle_);
  high_ += level_share_ * (high * high - high_);
  const double all = low_ + middle_ + high_;
  voice_ = std::max(all, voice_ * voice_fall_);
  const bool is_rush = middle_ > above_low * low_ && middle_ > high_;
  const bool is_soft = all < below_voice * voice_ && all > least_power;
  breathing_ = is_rush && is_soft ? std::min(breathing_ + 1, least_samples_) : 0;
  const double most = most_db_.next();
  const double wanted_db = breathing_ == least_samples_ ? most : 0.0;
  reduction_db_ += (wanted_db > reduction_db_ ? attack_ : release_) * (wanted_db - reduction_db_);
  if (reduction_db_ < least_change_db) reduction_db_ = 0.0;
  return reduction_db_;
}

}  // namespace sounddesk
