#include "dsp/sound_forecast.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sounddesk {
namespace {

/** Of the energy that there was: what is left to predict is noise. */
constexpr double reported_share = 1e-5;
/** All poles lie so much closer to the origin: after 5 ms at 48 kHz the prediction has become 4 dB softer. */
constexpr double pole_radius = 0.998;

std::vector<double> hamming(std::size_t frames) {
  std::vector<double> window(frames);
  for (std::size_t i = 0; i < frames; ++i) {
    window[i] = 0.54 - 0.46 * std::cos(2.0 * std::numbers::pi * (static_cast<double>(i) + 0.5) / static_cast<double>(frames));
  }
  return window;
}

}  // namespace

SoundForecast::SoundForecast(std::size_t past_frames, std::size_t order)
    : window_(hamming(past_frames)), forward_(past_frames), backward_(past_frames), weights_(order), previous_(order), tail_(order) {}

void SoundForecast::predict(const float *past, float *to, std::size_t frames) noexcept {
  learn(past);
  double loudest = 0.0;
  for (std::size_t i = 0; i < past_frames(); ++i) loudest = std::max(loudest, std::fabs(static_cast<double>(past[i])));
  const std::size_t order = weights_.size();
  std::copy_n(past + past_frames() - order, order, tail_.begin());
  // The tail is a ring: `at` is its oldest frame.
  std::size_t at = 0;
  for (std::size_t i = 0; i < frames; ++i) {
    double next = 0.0;
    for (std::size_t back = 1; back <= order; ++back) next += weights_[back - 1] * tail_[(at + order - back) % order];
    next = std::clamp(next, -loudest, loudest);
    tail_[at] = next;
    at = (at + 1) % order;
    to[i] = static_cast<float>(next);
  }
}

void SoundForecast::learn(const float *past) noexcept {
  const std::size_t count = past_frames();
  std::copy_n(past, count, forward_.begin());
  std::copy_n(past, count, backward_.begin());
  std::fill(weights_.begin(), weights_.end(), 0.0);
  double all = 0.0;
  for (std::size_t i = 0; i < count; ++i) all += 2.0 * window_[i] * forward_[i] * forward_[i];
  for (std::size_t m = 0; m < weights_.size(); ++m) {
    double product = 0.0;
    double energy = 0.0;
    for (std::size_t i = m + 1; i < count; ++i) {
      product += window_[i] * forward_[i] * backward_[i - 1];
      energy += window_[i] * (forward_[i] * forward_[i] + backward_[i - 1] * backward_[i - 1]);
    }
    if (energy <= reported_share * all) break;
    const double reflection = 2.0 * product / energy;
    std::copy(weights_.begin(), weights_.end(), previous_.begin());
    weights_[m] = reflection;
    for (std::size_t i = 0; i < m; ++i) weights_[i] = previous_[i] - reflection * previous_[m - 1 - i];
    for (std::size_t i = count - 1; i > m; --i) {
      const double ahead = forward_[i];
      forward_[i] = ahead - reflection * backward_[i - 1];
      backward_[i] = backward_[i - 1] - reflection * ahead;
    }
  }
  double radius = 1.0;
  for (double &weight : weights_) weight *= (radius *= pole_radius);
}

}  // namespace sounddesk
