#include "dsp/de_hum.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sounddesk {
namespace {

constexpr std::size_t least_windows = 8;
constexpr double found_from = 0.8;
constexpr double lost_below = 0.35;
/** Of one harmonic: not subtracted up to the one, wholly from the other on. */
constexpr double steady_from = 0.6;
constexpr double steady_wholly = 0.75;
/** A notch of 0.8 Hz. */
constexpr double learning = 2.0 * std::numbers::pi * 0.8;
/** For half a second it learns faster: nothing is known of where in its period the hum is. */
constexpr double hurry = 5.0;
constexpr double hurry_sec = 0.5;
constexpr double depth_sec = 0.25;
/** The level that a fifth of all moments stays under: it rises by 5 dB a second at most and falls by 20. */
constexpr double rise_per_sec = 0.6;
constexpr double fall_per_sec = 2.4;
constexpr double first_quiet_level = 0.03;
constexpr double least_quiet_level = 1e-7;
/** Louder than this is a voice: nothing is learned from it. */
constexpr double most_error = 3.0;
constexpr double most_input = 16.0;

}  // namespace

double hums::seek_hz(const std::array<SteadyTones, 2> &searches) noexcept {
  if (searches[0].windows() < least_windows) return 0.0;
  double most = found_from;
  double found_hz = 0.0;
  for (const SteadyTones &sought : searches) {
    for (std::size_t tone = 0; tone < sought_tones; ++tone) {
      const double offset_hz = sought.offset_hz(tone);
      if (std::fabs(offset_hz) > most_offset_hz || sought.steadiness(tone) <= most) continue;
      most = sought.steadiness(tone);
      found_hz = sought.frequency_hz() + offset_hz;
    }
  }
  return found_hz;
}

DeHum::Channel::Channel(double rate_hz)
    : sought(hums::searches(rate_hz)),
      followed(hums::mains_hz[0], most_tones, rate_hz),
      quiet_level(first_quiet_level) {}

void DeHum::Channel::forget() noexcept {
  for (std::size_t i = 0; i < sought.size(); ++i) sought[i].begin(hums::mains_hz[i]);
  weights = {};
  is_found = false;
  input_sum = error_sum = 0.0;
  summed = 0;
  quiet_level = first_quiet_level;
}

DeHum::DeHum(double rate_hz, std::size_t channels)
    : rate_hz_(rate_hz),
      every_(hums::every_of(rate_hz)),
      share_(0.0F, samples_of(parameter_ramp_sec, rate_hz)),
      channels_(channels, Channel(rate_hz / static_cast<double>(hums::every_of(rate_hz)))) {}

void DeHum::set(const DeHumSettings &settings) noexcept {
  const DeHumSettings within = limited(settings);
  const float share = within.is_on ? within.amount / 100.0F : 0.0F;
  if (has_started_) share_.set(share);
  // Before the first sample nothing can click.
  else share_.jump(share);
}

void DeHum::process(float *const *channels, std::size_t frames) noexcept {
  if (is_idle()) {
    if (has_started_) {
      for (Channel &channel : channels_) channel.forget();
    }
    has_started_ = false;
    return;
  }
  has_started_ = true;
  for (std::size_t i = 0; i < frames; ++i) {
    const double share = share_.next();
    for (std::size_t k = 0; k < channels_.size(); ++k) {
      const float sample = channels[k][i];
      const double hum = hum_of(channels_[k], sample);
      if (hum != 0.0) channels[k][i] = static_cast<float>(sample - share * hum);
    }
  }
}

/** What of the hum is to be subtracted from this sample. */
double DeHum::hum_of(Channel &channel, double sample) noexcept {
  const double input = sample >= -most_input && sample <= most_input ? sample : 0.0;
  double all = 0.0;
  double steady = 0.0;
  if (channel.is_found) {
    const bool is_middle = channel.summed == every_ / 2;
    double last_cos = 1.0;
    double last_sin = 0.0;
    double now_cos = channel.cos;
    double now_sin = channel.sin;
    for (Weight &weight : channel.weights) {
      const double hum = weight.cosine * now_cos + weight.sine * now_sin;
      all += hum;
      steady += weight.depth * hum;
      if (is_middle) {
        weight.middle_cos = now_cos;
        weight.middle_sin = now_sin;
      }
      const double next_cos = 2.0 * channel.cos * now_cos - last_cos;
      const double next_sin = 2.0 * channel.cos * now_sin - last_sin;
      last_cos = now_cos;
      last_sin = now_sin;
      now_cos = next_cos;
      now_sin = next_sin;
    }
    const double turned = channel.cos * channel.step_cos - channel.sin * channel.step_sin;
    channel.sin = channel.cos * channel.step_sin + channel.sin * channel.step_cos;
    channel.cos = turned;
  }
  channel.zeros = input == 0.0 ? channel.zeros + 1 : 0;
  channel.input_sum += input;
  channel.error_sum += input - all;
  if (++channel.summed == every_) step(channel);
  return channel.zeros < hums::zeros_of_silence ? steady : 0.0;
}

void DeHum::step(Channel &channel) noexcept {
  const double input = channel.input_sum / static_cast<double>(every_);
  const double error = channel.error_sum / static_cast<double>(every_);
  channel.input_sum = channel.error_sum = 0.0;
  channel.summed = 0;
  const double change = static_cast<double>(every_) / rate_hz_;
  const bool is_above = std::fabs(error) > channel.quiet_level;
  channel.quiet_level *= is_above ? 1.0 + rise_per_sec * change : 1.0 - fall_per_sec * change;
  channel.quiet_level = std::max(channel.quiet_level, least_quiet_level);
  if (channel.is_found) {
    const bool is_quiet = std::fabs(error) < most_error * channel.quiet_level;
    learn(channel, is_quiet ? error : 0.0);
    if (channel.followed.add(is_quiet ? input : 0.0)) follow(channel);
    return;
  }
  const bool is_new = channel.sought[0].add(input);
  channel.sought[1].add(input);
  if (is_new) seek(channel);
}

void DeHum::learn(Channel &channel, double error) noexcept {
  const double change = static_cast<double>(every_) / rate_hz_;
  const bool is_hurried = static_cast<double>(channel.hurried_steps) * change < hurry_sec;
  if (is_hurried) ++channel.hurried_steps;
  const double step = (is_hurried ? hurry : 1.0) * learning * change * error;
  const double share = change / depth_sec;
  for (Weight &weight : channel.weights) {
    weight.cosine += step * weight.middle_cos;
    weight.sine += step * weight.middle_sin;
    weight.depth += share * (weight.wanted_depth - weight.depth);
    // Gone, and every bit passes again.
    if (weight.wanted_depth == 0.0 && weight.depth < 1e-4) weight.depth = 0.0;
  }
}

void DeHum::seek(Channel &channel) noexcept {
  const double found_hz = hums::seek_hz(channel.sought);
  if (found_hz == 0.0) return;
  channel.is_found = true;
  channel.hurried_steps = 0;
  channel.weights = {};
  channel.cos = 1.0;
  channel.sin = 0.0;
  channel.followed.begin(found_hz);
  tune(channel);
}

void DeHum::follow(Channel &channel) noexcept {
  SteadyTones &followed = channel.followed;
  if (followed.windows() < least_windows) return;
  double most = 0.0;
  double weights = 0.0;
  double offset_hz = 0.0;
  for (std::size_t tone = 0; tone < most_tones; ++tone) {
    const double steadiness = followed.steadiness(tone);
    const double depth = std::clamp((steadiness - steady_from) / (steady_wholly - steady_from), 0.0, 1.0);
    channel.weights[tone].wanted_depth = depth;
    most = std::max(most, steadiness);
    // The same angle is a smaller error of a higher harmonic.
    const double weight = depth * static_cast<double>((tone + 1) * (tone + 1));
    weights += weight;
    offset_hz += weight * followed.offset_hz(tone);
  }
  if (most < lost_below) {
    channel.forget();
    return;
  }
  if (weights == 0.0) return;
  followed.move(0.5 * offset_hz / weights);
  tune(channel);
}

void DeHum::tune(Channel &channel) noexcept {
  const double angle = 2.0 * std::numbers::pi * channel.followed.frequency_hz() / rate_hz_;
  channel.step_cos = std::cos(angle);
  channel.step_sin = std::sin(angle);
  const double size = std::hypot(channel.cos, channel.sin);
  channel.cos /= size;
  channel.sin /= size;
}

}  // namespace sounddesk
