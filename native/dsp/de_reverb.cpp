#include "dsp/de_reverb.hpp"

#include <algorithm>
#include <cmath>

namespace sounddesk {
namespace {

constexpr std::array<double, 10> edges_hz{200.0, 300.0, 450.0, 675.0, 1000.0, 1500.0, 2250.0, 3400.0, 5100.0, 7600.0};
/** 450 Hz to 3.4 kHz: where a voice is. */
constexpr std::size_t first_voice_band = 3;
constexpr std::size_t last_voice_band = 7;
constexpr double hop_sec = 0.001;
constexpr double power_hops = 8.0;
constexpr double rise_share = 0.6;
constexpr double fall_share = 0.08;
constexpr double least_fall_db = 2.0;
/** 60 dB in 0.3 s: a furnished room. */
constexpr double first_fall_db = 12.0;
constexpr double fall_step_db = 0.04;
constexpr double faster_share = 0.8;
constexpr double dry_fall_db = 24.0;
constexpr double over = 1.2;
constexpr double most_db = 20.0;
constexpr double least_power = 1e-10;
constexpr double least_change = 0.01;
constexpr double most_sample = 16.0;
/** 10 log10(2): decibels of a doubling of power. */
constexpr double db_per_octave = 3.0102999566398120;

}  // namespace

DeReverb::DeReverb(double rate_hz, std::size_t channels)
    : channels_(channels),
      share_(0.0F, samples_of(parameter_ramp_sec, rate_hz)),
      hop_samples_(samples_of(hop_sec, rate_hz)),
      power_share_(follow_share(power_hops, 1.0)),
      parts_(channels),
      fall_db_(first_fall_db) {
  for (std::size_t i = 0; i < channels * edges; ++i) filters_.emplace_back(edges_hz[i % edges], rate_hz);
  gains_.fill(1.0);
}

void DeReverb::set(const DeReverbSettings &settings) noexcept {
  const DeReverbSettings within = limited(settings);
  const double amount = static_cast<double>(within.amount) / 100.0;
  over_ = over * amount;
  least_ = std::pow(10.0, -most_db * amount / 20.0);
  const float share = within.is_on ? 1.0F : 0.0F;
  if (has_started_) share_.set(share);
  // Before the first sample nothing can click.
  else share_.jump(share);
}

void DeReverb::begin_again() noexcept {
  for (LowPass &filter : filters_) filter.reset();
  sums_.fill(0.0);
  powers_.fill(0.0);
  steps_.fill(0.0);
  levels_.fill(0.0);
  gains_.fill(1.0);
  for (auto &powers : late_) powers.fill(0.0);
  hop_ = late_at_ = level_at_ = 0;
}

void DeReverb::process(float *const *channels, std::size_t frames) noexcept {
  const bool was_started = has_started_;
  has_started_ = share_.target() != 0.0F || !share_.is_still();
  if (!has_started_) {
    if (was_started) {
      begin_again();
      fall_db_ = first_fall_db;
    }
    return;
  }
  for (std::size_t i = 0; i < frames; ++i) {
    const double share = share_.next();
    for (std::size_t channel = 0; channel < channels_; ++channel) {
      divide(channels[channel][i], channel);
      double change = 0.0;
      for (std::size_t band = 0; band < bands; ++band) change += (gains_[band] - 1.0) * parts_[channel][band];
      if (change != 0.0) channels[channel][i] = static_cast<float>(channels[channel][i] + share * change);
    }
    for (std::size_t band = 0; band < bands; ++band) gains_[band] += steps_[band];
    if (++hop_ == hop_samples_) end_hop();
  }
  for (LowPass &filter : filters_) filter.settle();
}

/** A sample into bands, whose sum is the sample. */
void DeReverb::divide(float sample, std::size_t channel) noexcept {
  const double input = sample >= -most_sample && sample <= most_sample ? static_cast<double>(sample) : 0.0;
  double below = 0.0;
  for (std::size_t band = 0; band < bands; ++band) {
    const double low = band == edges ? input : filters_[channel * edges + band].process(input);
    const double value = low - below;
    parts_[channel][band] = value;
    sums_[band] += value * value;
    below = low;
  }
}

void DeReverb::end_hop() noexcept {
  double voice = 0.0;
  for (std::size_t band = 0; band < bands; ++band) {
    const double power = sums_[band] / static_cast<double>(hop_samples_ * channels_);
    powers_[band] += power_share_ * (power - powers_[band]);
    if (band >= first_voice_band && band <= last_voice_band) voice += powers_[band];
  }
  sums_.fill(0.0);
  hop_ = 0;
  follow_room(voice);
  const double left = std::exp2(-fall_db_ * static_cast<double>(late_hops) / static_cast<double>(window_hops) / db_per_octave);
  const double room = over_ * (fall_db_ < dry_fall_db ? left : 0.0);
  for (std::size_t band = 0; band < bands; ++band) {
    const double power = powers_[band];
    const double late = room * late_[late_at_][band];
    late_[late_at_][band] = power;
    const double part = power > least_power ? std::min(late / power, 1.0) : 0.0;
    const double wanted = std::max(1.0 - part * part, least_);
    const double goal = wanted > 1.0 - least_change ? 1.0 : wanted;
    const double gain = gains_[band];
    const double next = gain + (goal > gain ? rise_share : fall_share) * (goal - gain);
    steps_[band] = (next - gain) / static_cast<double>(hop_samples_);
  }
  late_at_ = (late_at_ + 1) % late_hops;
}

void DeReverb::follow_room(double power) noexcept {
  const double newest = db_per_octave * std::log2(power + least_power);
  levels_[level_at_] = newest;
  constexpr std::size_t size = window_hops + 1;
  const double oldest = levels_[(level_at_ + 1) % size];
  const double middle = levels_[(level_at_ + 1 + window_hops / 2) % size];
  level_at_ = (level_at_ + 1) % size;
  const double fall_db = 2.0 * std::min(oldest - middle, middle - newest);
  // 0 dBFS to the last bit: not yet heard for so long.
  if (oldest == 0.0 || fall_db < least_fall_db) return;
  fall_db_ += fall_step_db * (fall_db > fall_db_ ? faster_share : faster_share - 1.0);
}

}  // namespace sounddesk
