#include "dsp/click_repair.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "dsp/linear_prediction.hpp"
#include "dsp/ramp.hpp"

namespace sounddesk {
namespace {

constexpr double most_click_sec = 0.008;
constexpr double series_sec = 0.015;
/** So near to its prediction is sound that is as it was. */
constexpr double agreeing_errors = 5.0;
constexpr std::size_t agreeing_samples = 12;
/** Of the click's largest error: what comes so soon behind it, and is as large, is of one kind with it. */
constexpr double series_share = 0.3;

/** A symmetric matrix with equal diagonals (`band[0]` the main one) times what comes out is `values`: by Cholesky's way, in place. */
template <std::size_t width>
void solve(const std::array<double, width> &band, std::vector<double> &values) {
  const std::size_t count = values.size();
  // Row i: its last `width` entries, the diagonal's at the end.
  std::vector<double> lower(count * width);
  const auto at = [&lower](std::size_t row, std::size_t column) -> double & {
    return lower[row * width + (width - 1) - (row - column)];
  };
  const auto first_of = [](std::size_t row) { return row + 1 > width ? row + 1 - width : 0; };
  for (std::size_t row = 0; row < count; ++row) {
    for (std::size_t column = first_of(row); column <= row; ++column) {
      double sum = band[row - column];
      for (std::size_t k = first_of(row); k < column; ++k) sum -= at(row, k) * at(column, k);
      at(row, column) = column == row ? std::sqrt(sum) : sum / at(column, column);
    }
  }
  for (std::size_t row = 0; row < count; ++row) {
    double sum = values[row];
    for (std::size_t k = first_of(row); k < row; ++k) sum -= at(row, k) * values[k];
    values[row] = sum / at(row, row);
  }
  for (std::size_t row = count; row-- > 0;) {
    double sum = values[row];
    for (std::size_t k = row + 1; k < std::min(count, row + width); ++k) sum -= at(k, row) * values[k];
    values[row] = sum / at(row, row);
  }
}

}  // namespace

ClickRepair::ClickRepair(const DeClickSettings &settings, double rate_hz, std::size_t channels)
    : window_(std::max(2 * order, samples_of(clicks::window_sec, rate_hz))),
      windowed_(window_.size()),
      renew_every_(samples_of(clicks::renew_sec, rate_hz)),
      most_click_(samples_of(most_click_sec, rate_hz)),
      series_(samples_of(series_sec, rate_hz)),
      rest_(samples_of(clicks::rest_sec, rate_hz)),
      ahead_(most_click_ + agreeing_samples + window_.size()),
      error_share_(follow_share(clicks::error_sec, rate_hz)),
      resting_share_(follow_share(clicks::resting_error_sec, rate_hz)),
      most_error_(clicks::most_error_of(settings)),
      channels_(channels) {
  const auto size = static_cast<double>(window_.size());
  for (std::size_t i = 0; i < window_.size(); ++i) {
    window_[i] = 0.5 - 0.5 * std::cos(2.0 * std::numbers::pi * (static_cast<double>(i) + 0.5) / size);
  }
  for (Channel &channel : channels_) {
    channel.line.assign(window_.size(), 0.0);
    channel.at = window_.size();
  }
}

void ClickRepair::process(const float *const *channels, std::size_t frames, bool is_last, std::vector<std::vector<float>> &out) {
  for (std::size_t k = 0; k < channels_.size(); ++k) {
    Channel &channel = channels_[k];
    channel.line.insert(channel.line.end(), channels[k], channels[k] + frames);
    if (is_last) channel.line.resize(channel.line.size() + ahead_, 0.0);
    const std::size_t from = channel.at;
    const std::size_t end = channel.line.size() > ahead_ ? channel.line.size() - ahead_ : 0;
    while (channel.at < end) look(channel);
    const std::size_t to = is_last ? std::min(channel.at, end) : channel.at;
    for (std::size_t i = from; i < to; ++i) out[k].push_back(static_cast<float>(channel.line[i]));
    channel.line.erase(channel.line.begin(), channel.line.begin() + static_cast<std::ptrdiff_t>(to - window_.size()));
    channel.at = window_.size();
  }
}

void ClickRepair::look(Channel &channel) {
  if (channel.until_renewed == 0) {
    std::array<double, order + 1> correlation{};
    add_correlation(channel, channel.at - window_.size(), correlation);
    channel.coefficients = predictor_of<order>(correlation);
    channel.until_renewed = renew_every_;
  }
  const double error = channel.line[channel.at] - before(channel, channel.at);
  const double usual = std::max(std::sqrt(channel.usual_error), clicks::least_error / most_error_);
  if (channel.resting == 0 && std::fabs(error) > most_error_ * usual) {
    const std::size_t end = end_of(channel, channel.at, usual);
    if (end > 0) {
      fill(channel, channel.at, end);
      const std::size_t count = end - channel.at;
      channel.until_renewed = channel.until_renewed > count + 1 ? channel.until_renewed - count : 1;
      channel.at = end;
      return;
    }
    // What continues is no click: a T or a K.
    channel.resting = rest_;
  }
  const double share = channel.resting > 0 ? resting_share_ : error_share_;
  if (channel.resting > 0) --channel.resting;
  channel.usual_error += share * (error * error - channel.usual_error);
  --channel.until_renewed;
  ++channel.at;
}

/** As those before it have a sample. */
double ClickRepair::before(const Channel &channel, std::size_t at) noexcept {
  double sum = 0.0;
  for (std::size_t k = 0; k < order; ++k) sum += channel.coefficients[k] * channel.line[at - 1 - k];
  return sum;
}

/** As those behind it have it. */
double ClickRepair::behind(const Channel &channel, std::size_t at) noexcept {
  double sum = 0.0;
  for (std::size_t k = 0; k < order; ++k) sum += channel.coefficients[k] * channel.line[at + 1 + k];
  return sum;
}

/** Where what comes is as usual again; 0 where it is not, within what a click may last. */
std::size_t ClickRepair::end_of(const Channel &channel, std::size_t start, double usual) const noexcept {
  const double most = agreeing_errors * usual;
  double largest = std::fabs(channel.line[start] - before(channel, start));
  std::size_t agreeing = 0;
  for (std::size_t at = start + 1; at < start + most_click_ + agreeing_samples; ++at) {
    const double error = std::fabs(channel.line[at] - before(channel, at));
    largest = std::max(largest, error);
    agreeing = error < most ? agreeing + 1 : 0;
    if (agreeing < agreeing_samples) continue;
    if (is_of_series(channel, at + 1, largest)) return 0;
    std::size_t end = at + 1 - agreeing_samples;
    while (end > start + 1 && std::fabs(channel.line[end - 1] - behind(channel, end - 1)) < most) --end;
    return end;
  }
  return 0;
}

/** The first beats of a voice's cords come one by one out of the silence: soon there is another like it. */
bool ClickRepair::is_of_series(const Channel &channel, std::size_t from, double largest) const noexcept {
  for (std::size_t at = from; at < from + series_; ++at) {
    if (std::fabs(channel.line[at] - before(channel, at)) > series_share * largest) return true;
  }
  return false;
}

/** Of a window of samples. */
void ClickRepair::add_correlation(const Channel &channel, std::size_t from, std::array<double, order + 1> &correlation) {
  for (std::size_t i = 0; i < window_.size(); ++i) windowed_[i] = window_[i] * channel.line[from + i];
  for (std::size_t lag = 0; lag <= order; ++lag) {
    double sum = 0.0;
    for (std::size_t i = lag; i < window_.size(); ++i) sum += windowed_[i] * windowed_[i - lag];
    correlation[lag] += sum;
  }
}

/** The samples for which those around them are predicted best. */
void ClickRepair::fill(Channel &channel, std::size_t start, std::size_t end) {
  std::array<double, order + 1> correlation{};
  add_correlation(channel, start - window_.size(), correlation);
  add_correlation(channel, end, correlation);
  const std::array<double, order> predictor = predictor_of<order>(correlation);
  std::array<double, order + 1> filter{1.0};
  for (std::size_t k = 0; k < order; ++k) filter[k + 1] = -predictor[k];
  // Of the filter that leaves the prediction's error, with itself.
  std::array<double, order + 1> own{};
  for (std::size_t lag = 0; lag <= order; ++lag) {
    double sum = 0.0;
    for (std::size_t k = lag; k <= order; ++k) sum += filter[k] * filter[k - lag];
    own[lag] = sum;
  }
  const std::size_t count = end - start;
  std::vector<double> samples(count);
  for (std::size_t i = 0; i < count; ++i) {
    double sum = 0.0;
    for (std::size_t lag = 1; lag <= order; ++lag) {
      if (i < lag) sum += own[lag] * channel.line[start + i - lag];
      if (i + lag >= count) sum += own[lag] * channel.line[start + i + lag];
    }
    samples[i] = -sum;
  }
  solve(own, samples);
  std::copy(samples.begin(), samples.end(), channel.line.begin() + static_cast<std::ptrdiff_t>(start));
}

}  // namespace sounddesk
