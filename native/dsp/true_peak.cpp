#include "dsp/true_peak.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "dsp/levels.hpp"
#include "rt/compiler.hpp"

namespace sounddesk {
namespace {

constexpr std::size_t tap_count = 2 * TruePeakDetector::half_width;
using Phase = std::array<float, tap_count>;

double bessel_i0(double x) {
  double sum = 1.0;
  double term = 1.0;
  for (int k = 1; k < 40; ++k) {
    term *= (x / (2.0 * k)) * (x / (2.0 * k));
    sum += term;
  }
  return sum;
}

/** The three points a quarter, a half and three quarters of a sample later. */
std::array<Phase, 3> make_phases() {
  constexpr double beta = 5.0;
  constexpr auto half = static_cast<double>(TruePeakDetector::half_width);
  std::array<Phase, 3> phases{};
  for (std::size_t phase = 0; phase < phases.size(); ++phase) {
    const double fraction = static_cast<double>(phase + 1) / 4.0;
    double sum = 0.0;
    for (std::size_t tap = 0; tap < tap_count; ++tap) {
      const double x = static_cast<double>(tap) - (half - 1.0) - fraction;
      const double sinc = std::sin(std::numbers::pi * x) / (std::numbers::pi * x);
      const double window = bessel_i0(beta * std::sqrt(std::max(0.0, 1.0 - (x / half) * (x / half)))) / bessel_i0(beta);
      phases[phase][tap] = static_cast<float>(sinc * window);
      sum += sinc * window;
    }
    for (float &tap : phases[phase]) tap = static_cast<float>(tap / sum);
  }
  return phases;
}

// Made before the first thread runs, so that no audio thread waits for its making.
const std::array<Phase, 3> phases = make_phases();

/** No point between samples is further from 0 than this times the largest of them; rounding included. */
float largest_gain() {
  double largest = 1.0;
  for (const Phase &phase : phases) {
    double sum = 0.0;
    for (const float tap : phase) sum += std::fabs(tap);
    largest = std::max(largest, sum);
  }
  return static_cast<float>(1.001 * largest);
}

const float most_gain = largest_gain();

}  // namespace

float TruePeakDetector::push(float sample) noexcept {
  history_[at_] = history_[at_ + taps] = sample;
  at_ = (at_ + 1) % taps;
  const float *oldest = history_.data() + at_;
  float peak = std::fabs(oldest[half_width - 1]);
  for (const Phase &phase : phases) {
    float sum = 0.0F;
    for (std::size_t tap = 0; tap < taps; ++tap) sum += phase[tap] * oldest[tap];
    peak = std::max(peak, std::fabs(sum));
  }
  return peak;
}

SD_VECTOR_CLONES float TruePeakDetector::push(const float *samples, std::size_t count) noexcept {
  // The sound in one piece, and a result a lane: every sum runs in the order that `push` of one sample has.
  std::array<float, 2 * taps> line{};
  std::copy_n(history_.data() + at_, taps, line.data());
  std::copy_n(samples, count, line.data() + taps);
  std::array<float, taps> peaks;
  for (std::size_t i = 0; i < taps; ++i) peaks[i] = std::fabs(line[i + half_width]);
  for (const Phase &phase : phases) {
    std::array<float, taps> sums{};
    for (std::size_t tap = 0; tap < taps; ++tap) {
      for (std::size_t i = 0; i < taps; ++i) sums[i] += phase[tap] * line[1 + i + tap];
    }
    for (std::size_t i = 0; i < taps; ++i) peaks[i] = std::max(peaks[i], std::fabs(sums[i]));
  }
  skip(samples, count);
  return *std::max_element(peaks.begin(), peaks.begin() + static_cast<std::ptrdiff_t>(count));
}

bool TruePeakDetector::can_exceed(float peak, const float *samples, std::size_t count) const noexcept {
  return std::max(peak_of(samples, count), peak_of(history_.data(), taps)) * most_gain > peak;
}

void TruePeakDetector::skip(const float *samples, std::size_t count) noexcept {
  if (count >= taps) {
    std::copy_n(samples + count - taps, taps, history_.data());
    std::copy_n(samples + count - taps, taps, history_.data() + taps);
    at_ = 0;
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    history_[at_] = history_[at_ + taps] = samples[i];
    at_ = (at_ + 1) % taps;
  }
}

void TruePeakMeter::add(const float *const *channels, std::size_t frames) noexcept {
  // Mostly none of many samples can exceed what was there.
  constexpr std::size_t many = 20 * TruePeakDetector::most_at_once;
  for (std::size_t channel = 0; channel < detectors_.size(); ++channel) {
    for (std::size_t from = 0; from < frames; from += many) {
      add_to(detectors_[channel], channels[channel] + from, std::min(many, frames - from));
    }
  }
}

void TruePeakMeter::add_to(TruePeakDetector &detector, const float *samples, std::size_t count) noexcept {
  constexpr std::size_t step = TruePeakDetector::most_at_once;
  if (!detector.can_exceed(peak_, samples, count)) {
    detector.skip(samples, count);
  } else if (count <= step) {
    peak_ = std::max(peak_, detector.push(samples, count));
  } else {
    for (std::size_t from = 0; from < count; from += step) add_to(detector, samples + from, std::min(step, count - from));
  }
}

double TruePeakMeter::peak_db() const noexcept { return amplitude_to_db(peak_); }

void TruePeakMeter::finish() noexcept {
  for (TruePeakDetector &detector : detectors_) {
    for (std::size_t i = 0; i <= TruePeakDetector::delay_samples; ++i) peak_ = std::max(peak_, detector.push(0.0F));
  }
}

}  // namespace sounddesk
