#include "dsp/variable_resampler.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sounddesk {
namespace {

/** Modified Bessel function of order 0, by its series; for the Kaiser window. */
double bessel_i0(double x) {
  double sum = 1.0;
  double term = 1.0;
  for (int k = 1; k < 40; ++k) {
    term *= (x / (2.0 * k)) * (x / (2.0 * k));
    sum += term;
  }
  return sum;
}

double kaiser(double x) {
  // Stop band about 80 dB down.
  constexpr double beta = 8.0;
  return std::fabs(x) >= 1.0 ? 0.0 : bessel_i0(beta * std::sqrt(1.0 - x * x)) / bessel_i0(beta);
}

double sinc(double x) { return x == 0.0 ? 1.0 : std::sin(std::numbers::pi * x) / (std::numbers::pi * x); }

}  // namespace

VariableResampler::VariableResampler(double from_hz, double to_hz, std::size_t max_block)
    : table_((phases + 1) * taps),
      history_(taps + max_block + taps, 0.0F),
      // Silence before the start, so that the first output lies on the first input sample.
      filled_(half_width - 1),
      nominal_step_(from_hz / to_hz),
      step_(nominal_step_),
      read_(static_cast<double>(half_width - 1)),
      dropped_(-static_cast<long long>(half_width - 1)) {
  // Towards a lower rate the pass band ends below that rate's half. With equal rates the filter at phase 0 is
  // a single one: samples then pass unchanged.
  const double cutoff = to_hz < from_hz ? 0.94 * to_hz / from_hz : 1.0;
  for (std::size_t phase = 0; phase <= phases; ++phase) {
    const double fraction = static_cast<double>(phase) / phases;
    for (std::size_t tap = 0; tap < taps; ++tap) {
      const double x = static_cast<double>(tap) - static_cast<double>(half_width - 1) - fraction;
      table_[phase * taps + tap] =
          static_cast<float>(cutoff * sinc(cutoff * x) * kaiser(x / static_cast<double>(half_width)));
    }
  }
}

std::size_t VariableResampler::max_output(std::size_t count) const noexcept {
  // Deviations stay below a tenth.
  return static_cast<std::size_t>(static_cast<double>(count + taps) / (nominal_step_ * 0.9)) + 2;
}

std::size_t VariableResampler::push(const float *samples, std::size_t count, float *out) noexcept {
  std::copy_n(samples, count, history_.data() + filled_);
  filled_ += count;
  std::size_t produced = 0;
  while (static_cast<std::size_t>(read_) + half_width < filled_) {
    const auto whole = static_cast<std::size_t>(read_);
    const double phase = (read_ - static_cast<double>(whole)) * phases;
    const auto below = static_cast<std::size_t>(phase);
    const auto weight = static_cast<float>(phase - static_cast<double>(below));
    const float *first = table_.data() + below * taps;
    const float *second = first + taps;
    const float *input = history_.data() + whole - (half_width - 1);
    float low = 0.0F;
    float high = 0.0F;
    for (std::size_t tap = 0; tap < taps; ++tap) {
      low += first[tap] * input[tap];
      high += second[tap] * input[tap];
    }
    out[produced++] = low + weight * (high - low);
    read_ += step_;
  }
  const std::size_t unneeded = std::min(filled_, static_cast<std::size_t>(read_) - (half_width - 1));
  std::copy(history_.begin() + static_cast<std::ptrdiff_t>(unneeded),
            history_.begin() + static_cast<std::ptrdiff_t>(filled_), history_.begin());
  filled_ -= unneeded;
  read_ -= static_cast<double>(unneeded);
  dropped_ += static_cast<long long>(unneeded);
  return produced;
}

}  // namespace sounddesk
