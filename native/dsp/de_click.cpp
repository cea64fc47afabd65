#include "dsp/de_click.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "dsp/linear_prediction.hpp"
#include "dsp/ramp.hpp"

namespace sounddesk {
namespace {

constexpr double most_click_sec = 0.001;
constexpr double fade_sec = 0.0005;
/** So near to its prediction is sound that is as it was. */
constexpr double agreeing_errors = 3.0;
constexpr std::size_t agreeing_samples = 8;
/** So that a prediction of predictions fades. */
constexpr double shrink = 0.99;
constexpr double most_sample = 16.0;

}  // namespace

double clicks::most_error_of(const DeClickSettings &settings) noexcept {
  constexpr double most_errors = 40.0;
  constexpr double fewest_errors = 8.0;
  return most_errors + (fewest_errors - most_errors) * static_cast<double>(limited(settings).amount) / 100.0;
}

DeClick::DeClick(double rate_hz, std::size_t channels)
    : channels_(channels),
      window_(std::max(2 * order, samples_of(clicks::window_sec, rate_hz))),
      windowed_(window_.size()),
      renew_every_(samples_of(clicks::renew_sec, rate_hz)),
      most_click_(samples_of(most_click_sec, rate_hz)),
      fade_(samples_of(fade_sec, rate_hz)),
      rest_(samples_of(clicks::rest_sec, rate_hz)),
      error_share_(follow_share(clicks::error_sec, rate_hz)),
      resting_share_(follow_share(clicks::resting_error_sec, rate_hz)) {
  const auto size = static_cast<double>(window_.size());
  for (std::size_t i = 0; i < window_.size(); ++i) {
    window_[i] = 0.5 - 0.5 * std::cos(2.0 * std::numbers::pi * (static_cast<double>(i) + 0.5) / size);
  }
  for (Channel &channel : channels_) {
    channel.past.assign(2 * window_.size(), 0.0);
    channel.came.assign(2 * window_.size(), 0.0);
  }
}

void DeClick::set(const DeClickSettings &settings) noexcept {
  is_on_ = settings.is_on;
  most_error_ = clicks::most_error_of(settings);
}

void DeClick::process(float *const *channels, std::size_t frames) noexcept {
  for (std::size_t k = 0; k < channels_.size(); ++k) {
    Channel &channel = channels_[k];
    if (!is_on_ && channel.clicking + channel.fading == 0) {
      // As after silence, once it is on again.
      if (channel.usual_error != 0.0) {
        std::fill(channel.past.begin(), channel.past.end(), 0.0);
        std::fill(channel.came.begin(), channel.came.end(), 0.0);
        channel.coefficients = {};
        channel.usual_error = 0.0;
        channel.until_renewed = channel.resting = 0;
      }
      continue;
    }
    for (std::size_t i = 0; i < frames; ++i) {
      const double sample = channels[k][i];
      const double output = clean(channel, sample >= -most_sample && sample <= most_sample ? sample : 0.0);
      if (output != sample) channels[k][i] = static_cast<float>(output);
    }
  }
}

double DeClick::clean(Channel &channel, double sample) noexcept {
  const double predicted = predict(channel, channel.past);
  const double error = sample - predicted;
  const double usual = std::max(std::sqrt(channel.usual_error), clicks::least_error / most_error_);
  double output = sample;
  if (channel.clicking > 0) {
    output = predicted;
    const bool is_usual = std::fabs(sample - predict(channel, channel.came)) < agreeing_errors * usual;
    channel.agreeing = is_usual ? channel.agreeing + 1 : 0;
    if (++channel.clicking > most_click_ || channel.agreeing >= agreeing_samples) {
      channel.clicking = 0;
      channel.fading = 1;
    }
  } else if (channel.fading > 0) {
    output = predicted + error * static_cast<double>(channel.fading) / static_cast<double>(fade_);
    if (++channel.fading > fade_) {
      channel.fading = 0;
      channel.resting = rest_;
    }
  } else if (channel.resting == 0 && is_on_ && std::fabs(error) > most_error_ * usual) {
    channel.clicking = 1;
    channel.agreeing = 0;
    output = predicted;
  } else {
    const double share = channel.resting > 0 ? resting_share_ : error_share_;
    if (channel.resting > 0) --channel.resting;
    channel.usual_error += share * (error * error - channel.usual_error);
  }
  keep(channel, sample, output);
  return output;
}

double DeClick::predict(const Channel &channel, const std::vector<double> &past) const noexcept {
  const double *const newest = past.data() + channel.at + window_.size() - 1;
  double sum = 0.0;
  for (std::size_t k = 0; k < order; ++k) sum += channel.coefficients[k] * *(newest - k);
  return sum;
}

void DeClick::keep(Channel &channel, double sample, double output) noexcept {
  const std::size_t size = window_.size();
  channel.past[channel.at] = channel.past[channel.at + size] = output;
  channel.came[channel.at] = channel.came[channel.at + size] = sample;
  if (++channel.at == size) channel.at = 0;
  if (channel.until_renewed > 0) {
    --channel.until_renewed;
    return;
  }
  // What is heard of a click is a prediction: nothing is to be learned from it.
  if (channel.clicking + channel.fading > 0) return;
  channel.until_renewed = renew_every_;
  renew(channel);
}

/** The predictor of the newest samples. */
void DeClick::renew(Channel &channel) noexcept {
  const std::size_t size = window_.size();
  for (std::size_t i = 0; i < size; ++i) windowed_[i] = window_[i] * channel.past[channel.at + i];
  std::array<double, order + 1> correlation{};
  for (std::size_t lag = 0; lag <= order; ++lag) {
    double sum = 0.0;
    for (std::size_t i = lag; i < size; ++i) sum += windowed_[i] * windowed_[i - lag];
    correlation[lag] = sum;
  }
  const std::array<double, order> found = predictor_of<order>(correlation);
  double factor = 1.0;
  for (std::size_t i = 0; i < order; ++i) {
    factor *= shrink;
    channel.coefficients[i] = factor * found[i];
  }
}

}  // namespace sounddesk
