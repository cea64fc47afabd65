#include "dsp/de_plosive.hpp"

#include <algorithm>
#include <cmath>

namespace sounddesk {
namespace {

constexpr double low_release_sec = 0.03;
constexpr double rest_release_sec = 0.06;
constexpr double usual_attack_sec = 0.3;
constexpr double usual_release_sec = 2.0;
constexpr double attack_sec = 0.002;
constexpr double release_sec = 0.05;
constexpr double most_db = 24.0;
/** Of what is usual: as much louder must a burst be. */
constexpr double above_usual = 2.0;
/** -50 dBFS: nobody hears a quieter one. */
constexpr double least_level = 0.00316;
/** 20 log10(2): decibels of a doubling. */
constexpr double db_per_octave = 6.0205999132796239;
/** Over the rest by 6 dB at an amount of 0; 6 dB below it at 100. */
constexpr double most_margin_db = 6.0;
constexpr double least_change_db = 1e-6;

double follow(double level, double size, double release) { return size > level ? size : level + release * (size - level); }

}  // namespace

PlosiveDetector::PlosiveDetector(double rate_hz) noexcept
    : low_release_(follow_share(low_release_sec, rate_hz)),
      rest_release_(follow_share(rest_release_sec, rate_hz)),
      usual_attack_(follow_share(usual_attack_sec, rate_hz)),
      usual_release_(follow_share(usual_release_sec, rate_hz)) {}

void PlosiveDetector::set_amount(float amount) noexcept {
  const DePlosiveSettings within = limited(DePlosiveSettings{.is_on = true, .amount = amount});
  margin_ = std::pow(10.0, most_margin_db * (1.0 - 2.0 * (static_cast<double>(within.amount) / 100.0)) / 20.0);
}

double PlosiveDetector::wanted_db(double low, double rest) noexcept {
  low_level_ = follow(low_level_, low, low_release_);
  rest_level_ = follow(rest_level_, rest, rest_release_);
  usual_level_ += (low_level_ > usual_level_ ? usual_attack_ : usual_release_) * (low_level_ - usual_level_);
  const double usual = std::max(above_usual * usual_level_, rest_level_ * margin_);
  const bool is_burst = low_level_ > least_level && low_level_ > usual;
  const double over_db = is_burst && usual > 0.0 ? db_per_octave * std::log2(low_level_ / usual) : 0.0;
  return std::min(2.0 * over_db, most_db);
}

DePlosive::DePlosive(double rate_hz, std::size_t channels)
    : channels_(channels),
      share_(0.0F, samples_of(parameter_ramp_sec, rate_hz)),
      filters_(channels, LowPass(plosives::burst_below_hz, rate_hz)),
      lows_(channels, 0.0),
      detector_(rate_hz),
      attack_(follow_share(attack_sec, rate_hz)),
      release_(follow_share(release_sec, rate_hz)) {}

void DePlosive::set(const DePlosiveSettings &settings) noexcept {
  detector_.set_amount(settings.amount);
  const float share = settings.is_on ? 1.0F : 0.0F;
  if (has_started_) share_.set(share);
  // Before the first sample nothing can click.
  else share_.jump(share);
}

void DePlosive::process(float *const *channels, std::size_t frames) noexcept {
  has_started_ = share_.target() != 0.0F || !share_.is_still();
  if (!has_started_) {
    detector_.reset();
    reduction_db_ = 0.0;
    for (LowPass &filter : filters_) filter.reset();
    return;
  }
  for (std::size_t i = 0; i < frames; ++i) {
    const double share = share_.next();
    double low = 0.0;
    double rest = 0.0;
    for (std::size_t channel = 0; channel < channels_; ++channel) {
      const double sample = channels[channel][i];
      const double below = std::fabs(filters_[channel].process(sample));
      const double above = std::fabs(filters_[channel].high());
      lows_[channel] = sample - filters_[channel].high();
      // False for what is no number, which must not stay in a level.
      if (below > low) low = std::min(below, plosives::most_level);
      if (above > rest) rest = std::min(above, plosives::most_level);
    }
    const double reduction_db = share * reduction_db_for(low, rest);
    if (reduction_db == 0.0) continue;
    const double change = std::exp2(-reduction_db / db_per_octave) - 1.0;
    for (std::size_t channel = 0; channel < channels_; ++channel) {
      channels[channel][i] = static_cast<float>(channels[channel][i] + change * lows_[channel]);
    }
  }
  for (LowPass &filter : filters_) filter.settle();
}

double DePlosive::reduction_db_for(double low, double rest) noexcept {
  const double wanted_db = detector_.wanted_db(low, rest);
  reduction_db_ += (wanted_db > reduction_db_ ? attack_ : release_) * (wanted_db - reduction_db_);
  if (reduction_db_ < least_change_db) reduction_db_ = 0.0;
  return reduction_db_;
}

}  // namespace sounddesk
