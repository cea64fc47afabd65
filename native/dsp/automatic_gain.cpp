#include "dsp/automatic_gain.hpp"

#include <algorithm>
#include <cmath>

#include "dsp/levels.hpp"
#include "dsp/live_loudness.hpp"
#include "dsp/ramp.hpp"

namespace sounddesk {
namespace {

constexpr double part_sec = 0.1;
constexpr double speech_above_quietest_db = 9.0;
/** Quieter than this is no speech into a microphone that is on. */
constexpr double speech_above_lufs = -62.0;
/** 5 s: nobody speaks that long without a gap of 100 ms, and what stays that long is the room. */
constexpr std::size_t quietest_parts = 50;
/** A second: before that nobody knows how loud a voice is. */
constexpr std::size_t first_parts = 10;
constexpr std::size_t step_samples = 32;
constexpr double lowest_lufs = -100.0;

constexpr CompressorSettings guard_settings{true, -5.0F, 20.0F, 0.5F, 80.0F, 0.0F, 4.0F};

}  // namespace

AutomaticGain::AutomaticGain(double rate_hz, std::size_t channels, const GainRiding &riding)
    : rate_hz_(rate_hz),
      channels_(channels),
      riding_(riding),
      weighting_(channels, {Biquad(k_weighting(rate_hz).shelf), Biquad(k_weighting(rate_hz).high_pass)}),
      part_frames_(samples_of(part_sec, rate_hz)),
      quietest_(quietest_parts),
      guard_(rate_hz, channels) {}

std::optional<double> AutomaticGain::gain_db() const noexcept {
  if (!is_on_ || !speech_energy_.has_value()) return std::nullopt;
  return gain_db_;
}

void AutomaticGain::process(float *const *channels, std::size_t frames) noexcept {
  if (!is_on_ && gain_ == 1.0F && gain_db_ == 0.0 && guard_.is_idle()) {
    // When it is next switched on, the room may be another one.
    speech_energy_.reset();
    speech_parts_ = 0;
    quietest_.reset();
    return;
  }
  for (std::size_t i = 0; i < frames; ++i) {
    // Sample by sample: the gain does not depend on how long the blocks are.
    if (is_on_) measure(channels, i);
    if (step_left_ == 0) begin_step();
    gain_ = --step_left_ == 0 ? gain_target_ : gain_ + gain_step_;
    for (std::size_t channel = 0; channel < channels_; ++channel) channels[channel][i] *= gain_;
  }
  CompressorSettings guard = guard_settings;
  guard.is_on = is_on_ || gain_db_ > 0.0;
  guard_.set(guard);
  guard_.process(channels, frames);
}

void AutomaticGain::measure(const float *const *channels, std::size_t at) noexcept {
  for (std::size_t channel = 0; channel < channels_; ++channel) {
    Weighting &weighting = weighting_[channel];
    const float weighted = weighting.high_pass.process(weighting.shelf.process(channels[channel][at]));
    part_energy_ += static_cast<double>(weighted) * weighted;
  }
  if (++part_filled_ == part_frames_) end_part();
}

void AutomaticGain::end_part() noexcept {
  // Stereo is the mean of both sides: a voice in the middle is one voice.
  const double energy = part_energy_ / static_cast<double>(part_frames_ * channels_);
  part_energy_ = 0.0;
  part_filled_ = 0;
  if (!std::isfinite(energy)) {
    std::fill(weighting_.begin(), weighting_.end(),
              Weighting{Biquad(k_weighting(rate_hz_).shelf), Biquad(k_weighting(rate_hz_).high_pass)});
    return;
  }
  const double level_lufs = energy > 1e-10 ? 10.0 * std::log10(energy) - 0.691 : lowest_lufs;
  const double quietest_lufs = -static_cast<double>(quietest_.push(static_cast<float>(-level_lufs)));
  is_speech_ = level_lufs > speech_above_lufs && level_lufs > quietest_lufs + speech_above_quietest_db;
  if (!is_speech_) return;
  const double weight = speech_energy_.has_value() ? part_sec / riding_.memory_sec : 1.0;
  speech_energy_ = speech_energy_.value_or(0.0) * (1.0 - weight) + energy * weight;
  const double speech_lufs = 10.0 * std::log10(*speech_energy_) - 0.691;
  speech_parts_ = std::min(speech_parts_ + 1, first_parts);
  wanted_gain_db_ = std::clamp(target_lufs_ - speech_lufs, riding_.min_db, riding_.max_db);
}

void AutomaticGain::begin_step() noexcept {
  const double step_sec = static_cast<double>(step_samples) / rate_hz_;
  if (!is_on_) {
    const double back_db = 60.0 * step_sec;
    gain_db_ = gain_db_ > 0.0 ? std::max(0.0, gain_db_ - back_db) : std::min(0.0, gain_db_ + back_db);
    wanted_gain_db_ = 0.0;
  } else if (is_speech_) {
    const double first = speech_parts_ < first_parts ? riding_.first_db_per_sec : 0.0;
    const double fall = std::max(first, riding_.fall_db_per_sec);
    const double rise = std::max(first, riding_.rise_db_per_sec);
    gain_db_ += std::clamp(wanted_gain_db_ - gain_db_, -fall * step_sec, rise * step_sec);
  }
  step_left_ = step_samples;
  gain_target_ = gain_of_db(gain_db_);
  gain_step_ = (gain_target_ - gain_) / static_cast<float>(step_samples);
}

}  // namespace sounddesk
