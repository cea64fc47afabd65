#include "dsp/sinc_kernel.hpp"

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

/** Stop band about 80 dB down. */
double kaiser(double x) {
  constexpr double beta = 8.0;
  return std::fabs(x) >= 1.0 ? 0.0 : bessel_i0(beta * std::sqrt(1.0 - x * x)) / bessel_i0(beta);
}

double sinc(double x) { return x == 0.0 ? 1.0 : std::sin(std::numbers::pi * x) / (std::numbers::pi * x); }

}  // namespace

SincKernel::SincKernel(double from_hz, double to_hz) : table_((phases + 1) * taps) {
  // Towards a lower rate the pass band ends below that rate's half. With equal rates the filter at phase 0 is
  // a single one: samples then pass unchanged.
  const double cutoff = to_hz < from_hz ? 0.94 * to_hz / from_hz : 1.0;
  for (std::size_t phase = 0; phase <= phases; ++phase) {
    for (std::size_t tap = 0; tap < taps; ++tap) {
      const double x = static_cast<double>(tap) - static_cast<double>(half_width - 1) - static_cast<double>(phase) / phases;
      table_[phase * taps + tap] =
          static_cast<float>(cutoff * sinc(cutoff * x) * kaiser(x / static_cast<double>(half_width)));
    }
  }
}

float SincKernel::read(double fraction, const float *samples) const noexcept {
  const double phase = fraction * phases;
  const auto below = static_cast<std::size_t>(phase);
  const auto share = static_cast<float>(phase - static_cast<double>(below));
  const float *first = table_.data() + below * taps;
  const float *second = first + taps;
  float low = 0.0F;
  float high = 0.0F;
  for (std::size_t tap = 0; tap < taps; ++tap) {
    low += first[tap] * samples[tap];
    high += second[tap] * samples[tap];
  }
  return low + share * (high - low);
}

void SincKernel::weights_at(double fraction, float *weights) const noexcept {
  const double phase = fraction * phases;
  const auto below = static_cast<std::size_t>(phase);
  const auto share = static_cast<float>(phase - static_cast<double>(below));
  const float *first = table_.data() + (below < phases ? below : phases - 1) * taps;
  const float *second = first + taps;
  for (std::size_t tap = 0; tap < taps; ++tap) weights[tap] = first[tap] + share * (second[tap] - first[tap]);
}

}  // namespace sounddesk
