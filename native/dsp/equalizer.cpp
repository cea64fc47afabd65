#include "dsp/equalizer.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "dsp/ramp.hpp"

namespace sounddesk {
namespace {

constexpr double ramp_sec = 0.03;
/** The gains are reached within it. */
constexpr double settling_sec = 0.05;
/** Coefficients are computed again this often while a gain moves, and run in a straight line in between. */
constexpr std::size_t step_samples = 32;
/** Of a filter's memory: -300 dB, from here on it counts as silent. */
constexpr double silent_state = 1e-15;

constexpr BiquadCoefficients identity{1.0, 0.0, 0.0, 0.0, 0.0};

double middle_hz(std::size_t lower) {
  return std::sqrt(equalizer_frequencies_hz[lower] * equalizer_frequencies_hz[lower + 1]);
}

}  // namespace

double equalizer_q(std::size_t band) noexcept {
  // The nearer neighbour decides; the outermost bands have one only.
  const double centre = equalizer_frequencies_hz[band];
  double half_width = 1e9;
  if (band > 0) half_width = std::min(half_width, std::log2(centre / middle_hz(band - 1)));
  if (band + 1 < equalizer_bands) half_width = std::min(half_width, std::log2(middle_hz(band) / centre));
  const double ratio = std::exp2(2.0 * half_width);
  return std::sqrt(ratio) / (ratio - 1.0);
}

BiquadCoefficients peaking_filter(double frequency_hz, double q, double gain_db, double rate_hz) noexcept {
  const double amplitude = std::pow(10.0, gain_db / 40.0);
  const double angle = 2.0 * std::numbers::pi * frequency_hz / rate_hz;
  const double alpha = std::sin(angle) / (2.0 * q);
  const double scale = 1.0 / (1.0 + alpha / amplitude);
  const double middle = -2.0 * std::cos(angle) * scale;
  return {(1.0 + alpha * amplitude) * scale, middle, (1.0 - alpha * amplitude) * scale, middle,
          (1.0 - alpha / amplitude) * scale};
}

Equalizer::Equalizer(double rate_hz, std::size_t channels)
    : rate_hz_(rate_hz), channels_(channels), states_(channels) {
  for (std::size_t band = 0; band < equalizer_bands; ++band) {
    bands_[band].is_possible = equalizer_frequencies_hz[band] < 0.45 * rate_hz;
    bands_[band].now = bands_[band].is_possible
                           ? peaking_filter(equalizer_frequencies_hz[band], equalizer_q(band), 0.0, rate_hz)
                           : identity;
  }
}

void Equalizer::set(const EqualizerGains &gains_db) noexcept {
  for (std::size_t index = 0; index < equalizer_bands; ++index) {
    Band &band = bands_[index];
    const double wanted = std::clamp(gains_db[index], -equalizer_max_gain_db, equalizer_max_gain_db);
    if (!band.is_possible || !(wanted == wanted) || wanted == band.target_db) continue;
    band.target_db = wanted;
    band.steps_left = std::max<std::size_t>(1, samples_of(ramp_sec, rate_hz_) / step_samples);
    band.gain_step_db = (band.target_db - band.gain_db) / static_cast<double>(band.steps_left);
  }
}

void Equalizer::reset() noexcept {
  for (auto &channel : states_) channel.fill(State{});
}

void Equalizer::process(float *const *channels, std::size_t frames) noexcept {
  std::array<std::size_t, equalizer_bands> still{};
  std::size_t still_count = 0;
  for (std::size_t band = 0; band < equalizer_bands; ++band) {
    if (bands_[band].steps_left > 0 || bands_[band].samples_to_next_step > 0) {
      process_moving(band, channels, frames);
    } else if (!is_idle(band)) {
      still[still_count++] = band;
    }
  }
  // Several in one loop: each waits for its own last sample, so that the processor can work on the others.
  std::size_t at = 0;
  for (; at + 5 <= still_count; at += 5) process_group<5>(still.data() + at, channels, frames);
  switch (still_count - at) {
    case 4: process_group<4>(still.data() + at, channels, frames); break;
    case 3: process_group<3>(still.data() + at, channels, frames); break;
    case 2: process_group<2>(still.data() + at, channels, frames); break;
    case 1: process_group<1>(still.data() + at, channels, frames); break;
    default: break;
  }
  settle();
}

bool Equalizer::is_idle(std::size_t band) const noexcept {
  if (!bands_[band].is_possible) return true;
  if (bands_[band].gain_db != 0.0) return false;
  // Flat filters pass their input as it is; what they still remember must fade away first.
  for (const auto &channel : states_) {
    if (channel[band].first != 0.0 || channel[band].second != 0.0) return false;
  }
  return true;
}

template <std::size_t count>
void Equalizer::process_group(const std::size_t *bands, float *const *channels, std::size_t frames) noexcept {
  std::array<BiquadCoefficients, count> c;
  for (std::size_t k = 0; k < count; ++k) c[k] = bands_[bands[k]].now;
  for (std::size_t channel = 0; channel < channels_; ++channel) {
    std::array<State, count> s;
    for (std::size_t k = 0; k < count; ++k) s[k] = states_[channel][bands[k]];
    float *samples = channels[channel];
    for (std::size_t i = 0; i < frames; ++i) {
      double x = samples[i];
      for (std::size_t k = 0; k < count; ++k) {
        const double y = c[k].b0 * x + s[k].first;
        s[k].first = (c[k].b1 * x + s[k].second) - c[k].a1 * y;
        s[k].second = c[k].b2 * x - c[k].a2 * y;
        x = y;
      }
      samples[i] = static_cast<float>(x);
    }
    for (std::size_t k = 0; k < count; ++k) states_[channel][bands[k]] = s[k];
  }
}

void Equalizer::begin_step(std::size_t index) noexcept {
  Band &band = bands_[index];
  --band.steps_left;
  band.gain_db = band.steps_left == 0 ? band.target_db : band.gain_db + band.gain_step_db;
  const BiquadCoefficients next =
      peaking_filter(equalizer_frequencies_hz[index], equalizer_q(index), band.gain_db, rate_hz_);
  constexpr double share = 1.0 / static_cast<double>(step_samples);
  band.step = {(next.b0 - band.now.b0) * share, (next.b1 - band.now.b1) * share, (next.b2 - band.now.b2) * share,
               (next.a1 - band.now.a1) * share, (next.a2 - band.now.a2) * share};
  band.samples_to_next_step = step_samples;
}

void Equalizer::process_moving(std::size_t index, float *const *channels, std::size_t frames) noexcept {
  Band &band = bands_[index];
  for (std::size_t done = 0; done < frames;) {
    if (band.samples_to_next_step == 0) {
      if (band.steps_left > 0) {
        begin_step(index);
      } else {
        band.step = {};
      }
    }
    const bool is_moving = band.samples_to_next_step > 0;
    const std::size_t count = is_moving ? std::min(band.samples_to_next_step, frames - done) : frames - done;
    BiquadCoefficients c{};
    for (std::size_t channel = 0; channel < channels_; ++channel) {
      c = band.now;
      State s = states_[channel][index];
      float *samples = channels[channel] + done;
      for (std::size_t i = 0; i < count; ++i) {
        c.b0 += band.step.b0;
        c.b1 += band.step.b1;
        c.b2 += band.step.b2;
        c.a1 += band.step.a1;
        c.a2 += band.step.a2;
        const double x = samples[i];
        const double y = c.b0 * x + s.first;
        s.first = c.b1 * x - c.a1 * y + s.second;
        s.second = c.b2 * x - c.a2 * y;
        samples[i] = static_cast<float>(y);
      }
      states_[channel][index] = s;
    }
    band.now = c;
    done += count;
    if (is_moving) {
      band.samples_to_next_step -= count;
      if (band.samples_to_next_step == 0 && band.steps_left == 0) {
        // Exactly the target's filter, whatever the small steps added up to.
        band.now = peaking_filter(equalizer_frequencies_hz[index], equalizer_q(index), band.gain_db, rate_hz_);
      }
    }
  }
}

void Equalizer::settle() noexcept {
  bool is_broken = false;
  for (auto &channel : states_) {
    for (State &state : channel) {
      is_broken = is_broken || !std::isfinite(state.first) || !std::isfinite(state.second);
      // Before it becomes a denormal number, and so that a flat band comes to rest.
      if (std::fabs(state.first) < silent_state && std::fabs(state.second) < silent_state) state = {};
    }
  }
  if (is_broken) reset();
}

void EqualizerStage::settle() {
  const auto frames = static_cast<std::size_t>(std::ceil(settling_sec * rate_hz_));
  std::vector<std::vector<float>> silence(channels_, std::vector<float>(frames));
  std::vector<float *> planes;
  for (auto &channel : silence) planes.push_back(channel.data());
  equalizer_.process(planes.data(), frames);
}

}  // namespace sounddesk
