// Decibels, and the peak and power of a run of samples.
//
// Threads: plain values. Real-time safety: yes.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace sounddesk {

/** Nothing is reported below this, so that silence is a number (`SILENCE_DB` in addon.ts). */
inline constexpr double silence_db = -120.0;

inline double amplitude_to_db(double amplitude) noexcept {
  return amplitude > 1e-6 ? 20.0 * std::log10(amplitude) : silence_db;
}

inline double power_to_db(double mean_square) noexcept {
  return mean_square > 1e-12 ? 10.0 * std::log10(mean_square) : silence_db;
}

/** Mean square of `count` samples. */
inline double mean_square(const float *samples, std::size_t count) noexcept {
  double sum = 0.0;
  for (std::size_t i = 0; i < count; ++i) sum += static_cast<double>(samples[i]) * samples[i];
  return count == 0 ? 0.0 : sum / static_cast<double>(count);
}

/** Largest amplitude of `count` samples. In lanes: one maximum alone waits for itself. */
inline float peak_of(const float *samples, std::size_t count) noexcept {
  constexpr std::size_t lanes = 8;
  std::array<float, lanes> peaks{};
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const float amplitude = std::fabs(samples[i + lane]);
      peaks[lane] = peaks[lane] < amplitude ? amplitude : peaks[lane];
    }
  }
  float peak = *std::max_element(peaks.begin(), peaks.end());
  for (; i < count; ++i) peak = std::max(peak, std::fabs(samples[i]));
  return peak;
}

/** Peak and power since the last `take`. */
class LevelMeter {
 public:
  void add(float peak, double power) noexcept {
    peak_ = std::max(peak_, peak);
    power_sum_ += power;
    ++blocks_;
  }

  struct Reading {
    double peak_db;
    double rms_db;
  };

  /** Reads and starts again; with nothing added since, the last reading stays. */
  Reading take() noexcept {
    if (blocks_ > 0) {
      last_ = {amplitude_to_db(peak_), power_to_db(power_sum_ / static_cast<double>(blocks_))};
      peak_ = 0.0F;
      power_sum_ = 0.0;
      blocks_ = 0;
    }
    return last_;
  }

 private:
  float peak_ = 0.0F;
  double power_sum_ = 0.0;
  std::size_t blocks_ = 0;
  Reading last_{silence_db, silence_db};
};

}  // namespace sounddesk
