#include "denoise/steady_noise.hpp"

#include <cmath>
#include <numbers>

#include "denoise/denoiser.hpp"
#include "denoise/low_tones.hpp"
#include "rt/compiler.hpp"

namespace sounddesk {
namespace {

struct Octave {
  double center_hz;
  /** Standard deviation of a frame's power in white noise, dB (measured over a minute of it). */
  double noise_deviation_db;
};

constexpr std::array<Octave, 7> octaves{{{250, 1.72}, {500, 1.29}, {1000, 0.96}, {2000, 0.71}, {4000, 0.55}, {8000, 0.46}, {14000, 0.44}}};
/** Of the deviation that noise has. */
constexpr double most_movement = 1.6;
constexpr double least_movement = 0.5;
/** Mains hum has harmonics up here, which stand still; above, only noise may say that it is noise. */
constexpr double moves_from_hz = 1000.0;
/** An octave below this is empty: a file's own upper limit, or digital silence. */
constexpr double empty_below_db = -105.0;

/** Band-pass with a peak of 0 dB, one octave wide (Bristow-Johnson, Audio EQ Cookbook). */
BiquadCoefficients octave_filter(double center_hz) {
  constexpr double quality = 1.41;
  const double turn = 2.0 * std::numbers::pi * center_hz / model_rate_hz;
  const double alpha = std::sin(turn) / (2.0 * quality);
  const double scale = 1.0 / (1.0 + alpha);
  return {alpha * scale, 0.0, -alpha * scale, -2.0 * std::cos(turn) * scale, (1.0 - alpha) * scale};
}

}  // namespace

SteadyNoiseDetector::SteadyNoiseDetector() {
  for (std::size_t band = 0; band < bands; ++band) {
    const auto [b0, b1, b2, a1, a2] = octave_filter(octaves[band].center_hz);
    filters_.b0[band] = b0;
    filters_.b1[band] = b1;
    filters_.b2[band] = b2;
    filters_.a1[band] = a1;
    filters_.a2[band] = a2;
  }
  filters_.b0[bands] = low_tone_restoration.b0;
  filters_.b1[bands] = low_tone_restoration.b1;
  filters_.b2[bands] = low_tone_restoration.b2;
  filters_.a1[bands] = low_tone_restoration.a1;
  filters_.a2[bands] = low_tone_restoration.a2;
}

/** Side by side: a filter (dsp/biquad.hpp) waits for its own last sample, eight lanes keep the processor busy. */
SD_VECTOR_CLONES SteadyNoiseDetector::Lanes SteadyNoiseDetector::powers_behind(Filters &filters, const float *frame,
                                                                               float *other) noexcept {
  constexpr Lanes of_frame{1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0};
  constexpr Lanes of_other{0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0};
  Filters f = filters;
  Lanes power{};
  Lanes out;
  for (std::size_t i = 0; i < frame_samples; ++i) {
    const double x = frame[i];
    const double x_other = other[i];
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const double in = x * of_frame[lane] + x_other * of_other[lane];
      const double y = f.b0[lane] * in + f.first[lane];
      f.first[lane] = f.b1[lane] * in - f.a1[lane] * y + f.second[lane];
      f.second[lane] = f.b2[lane] * in - f.a2[lane] * y;
      const double sample = static_cast<float>(y);
      out[lane] = sample;
      power[lane] += sample * sample;
    }
    other[i] = static_cast<float>(out[lanes - 1]);
  }
  filters = f;
  return power;
}

bool SteadyNoiseDetector::process(const float *frame, float *to_restore) noexcept {
  const std::size_t newest = next_;
  next_ = (next_ + 1) % window_frames;
  std::array<float, frame_samples> silence{};
  const Lanes power = powers_behind(filters_, frame, to_restore == nullptr ? silence.data() : to_restore);
  for (std::size_t band = 0; band < bands; ++band) {
    power_db_[band][newest] = static_cast<float>(10.0 * std::log10(power[band] / frame_samples + 1e-13));
  }
  is_noise_[newest] = false;
  if (filled_ < window_frames) ++filled_;
  if (filled_ == window_frames && is_window_noise()) is_noise_.fill(true);
  // The oldest lies where the next frame will be put.
  return is_noise(0);
}

bool SteadyNoiseDetector::is_window_noise() const noexcept {
  bool has_upper_band = false;
  for (std::size_t band = 0; band < bands; ++band) {
    double sum = 0.0;
    double squares = 0.0;
    for (const double value : power_db_[band]) {
      sum += value;
      squares += value * value;
    }
    const double mean = sum / window_frames;
    if (mean < empty_below_db) continue;
    const double deviation = std::sqrt(std::max(0.0, squares / window_frames - mean * mean));
    const double movement = deviation / octaves[band].noise_deviation_db;
    const bool is_upper = octaves[band].center_hz >= moves_from_hz;
    if (movement > most_movement || (is_upper && movement < least_movement)) return false;
    has_upper_band = has_upper_band || is_upper;
  }
  return has_upper_band;
}

}  // namespace sounddesk
