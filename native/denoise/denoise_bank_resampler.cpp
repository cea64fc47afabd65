#include "denoise/denoise_bank_resampler.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

namespace sounddesk {
namespace {

constexpr double kaiser_beta = 8.0;
/** At the lower rate. */
constexpr std::size_t half_width = 32;
/** Of the lower rate's half; half-way down the transition. */
constexpr double cutoff_share = 0.96;

double bessel_i0(double x) {
  double sum = 1.0;
  double term = 1.0;
  for (int k = 1; k < 40; ++k) {
    term *= (x / (2.0 * k)) * (x / (2.0 * k));
    sum += term;
  }
  return sum;
}

/** `x` in samples of the input, `half` the filter's reach. */
double windowed_sinc(double x, double half, double cutoff) {
  const double place = x / half;
  if (std::fabs(place) >= 1.0) return 0.0;
  const double window = bessel_i0(kaiser_beta * std::sqrt(1.0 - place * place)) / bessel_i0(kaiser_beta);
  const double angle = std::numbers::pi * cutoff * x;
  return cutoff * window * (angle == 0.0 ? 1.0 : std::sin(angle) / angle);
}

}  // namespace

FrameFilter::FrameFilter(std::size_t in_frames, std::size_t out_frames, WholeDelay whole_delay)
    : in_frames_(in_frames), out_frames_(out_frames) {
  const std::size_t lower = std::min(in_frames, out_frames);
  // Taps in eights, so that the sum runs in whole vectors.
  half_ = ((half_width * in_frames + lower - 1) / lower + 3) / 4 * 4;
  // The first delay at which the last output needs nothing that has not come yet.
  delay_frames_ = whole_delay == WholeDelay::input ? half_ : (half_ * out_frames + in_frames - 1) / in_frames;
  // Positions count in units of 1 / out_frames of an input sample.
  const std::size_t delay = delay_frames_ * (whole_delay == WholeDelay::input ? out_frames : in_frames);
  history_frames_ = (delay + out_frames - 1) / out_frames + half_;
  const double cutoff = cutoff_share * static_cast<double>(lower) / static_cast<double>(in_frames);
  const std::size_t phases = out_frames / std::gcd(in_frames, out_frames);
  coefficients_.resize(phases * taps());
  for (std::size_t m = 0; m < out_frames; ++m) {
    const std::size_t position = history_frames_ * out_frames + m * in_frames - delay;
    const std::size_t whole = position / out_frames;
    const double fraction = static_cast<double>(position % out_frames) / static_cast<double>(out_frames);
    outputs_.push_back({whole + 1 - half_, m % phases});
    if (m >= phases) continue;
    float *coefficients = coefficients_.data() + m * taps();
    double sum = 0.0;
    for (std::size_t tap = 0; tap < taps(); ++tap) {
      const double x = static_cast<double>(tap) + 1.0 - static_cast<double>(half_) - fraction;
      coefficients[tap] = static_cast<float>(windowed_sinc(x, static_cast<double>(half_), cutoff));
      sum += static_cast<double>(coefficients[tap]);
    }
    // A constant stays the same constant in every phase.
    for (std::size_t tap = 0; tap < taps(); ++tap) coefficients[tap] = static_cast<float>(coefficients[tap] / sum);
  }
}

FrameResampler::FrameResampler(const FrameFilter &filter)
    : filter_(&filter), samples_(filter.history_frames_ + filter.in_frames_, 0.0F) {}

void FrameResampler::process(const float *in, float *out) noexcept {
  const std::size_t history = filter_->history_frames_;
  const std::size_t taps = filter_->taps();
  std::copy_n(in, filter_->in_frames_, samples_.data() + history);
  for (std::size_t m = 0; m < filter_->out_frames_; ++m) {
    const FrameFilter::Output &output = filter_->outputs_[m];
    const float *samples = samples_.data() + output.first;
    const float *coefficients = filter_->coefficients_.data() + output.phase * taps;
    std::array<float, 8> sums{};
    for (std::size_t tap = 0; tap < taps; tap += sums.size()) {
      for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += samples[tap + k] * coefficients[tap + k];
    }
    out[m] = ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
  }
  std::copy_n(samples_.data() + filter_->in_frames_, history, samples_.data());
}

void FrameResampler::reset() noexcept { std::fill(samples_.begin(), samples_.end(), 0.0F); }

}  // namespace sounddesk
