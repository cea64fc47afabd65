// What stood in for the noise models in the short modes before the filter did, and what that is held against: a high-pass at
// 80 Hz, and an expander that lowers what is near the noise floor. The floor is the smallest 20 ms level of the last two
// seconds; what is less than 5 dB above it is lowered by as much as "reduction" allows, 18 dB at most, what is 11 dB above
// it passes (docs/decisions/0008).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "denoise/mix.hpp"
#include "dsp/biquad.hpp"

namespace sounddesk {

class CaptureExpander {
 public:
  explicit CaptureExpander(double rate_hz) noexcept
      : rate_hz_(rate_hz), filter_(high_pass(rate_hz)), window_frames_(static_cast<std::size_t>(rate_hz / 50.0)) {}

  /** In place; with the settings off the sound passes, also the high-pass, over a few milliseconds. */
  void process(float *samples, std::size_t frames, const DenoiseSettings &settings) noexcept {
    const auto opening = static_cast<float>(1.0 - std::exp(-1.0 / (0.002 * rate_hz_)));
    const auto closing = static_cast<float>(1.0 - std::exp(-1.0 / (0.080 * rate_hz_)));
    const float most_db = 18.0F * std::clamp(settings.reduction, 0.0F, 100.0F) / 100.0F;
    const float wanted_share = settings.is_on ? 1.0F : 0.0F;
    for (std::size_t i = 0; i < frames; ++i) {
      const float dry = samples[i];
      const float filtered = filter_.process(dry);
      add_power(filtered);
      const float target = settings.is_on ? gain_for(most_db) : 1.0F;
      gain_ += (target > gain_ ? opening : closing) * (target - gain_);
      share_ += opening * (wanted_share - share_);
      samples[i] = dry + share_ * (filtered * gain_ - dry);
    }
  }

 private:
  static BiquadCoefficients high_pass(double rate_hz) noexcept {
    // Butterworth, after R. Bristow-Johnson's cookbook.
    const double w = 2.0 * std::numbers::pi * 80.0 / rate_hz;
    const double alpha = std::sin(w) / std::numbers::sqrt2;
    const double scale = 1.0 / (1.0 + alpha);
    const double cosine = std::cos(w);
    return {(1.0 + cosine) / 2.0 * scale, -(1.0 + cosine) * scale, (1.0 + cosine) / 2.0 * scale, -2.0 * cosine * scale,
            (1.0 - alpha) * scale};
  }

  void add_power(float sample) noexcept {
    // Follows within 5 ms, for the gain; the sum over a window is for the floor.
    power_ += static_cast<float>(1.0 / (0.005 * rate_hz_)) * (sample * sample - power_);
    sum_ += static_cast<double>(sample) * sample;
    if (++counted_ < window_frames_) return;
    windows_[next_++ % windows_.size()] = static_cast<float>(sum_ / static_cast<double>(counted_));
    const std::size_t known = std::min(next_, windows_.size());
    floor_ = std::max(1e-10F, *std::min_element(windows_.begin(), windows_.begin() + static_cast<std::ptrdiff_t>(known)));
    sum_ = 0.0;
    counted_ = 0;
  }

  float gain_for(float most_db) const noexcept {
    // 11 dB and a little.
    if (floor_ <= 0.0F || power_ >= 13.0F * floor_) return 1.0F;
    const float above_db = 10.0F * std::log10(std::max(power_, 1e-12F) / floor_);
    const float lowered_db = most_db * std::clamp((passing_db - above_db) / (passing_db - lowered_whole_db), 0.0F, 1.0F);
    return std::pow(10.0F, -lowered_db / 20.0F);
  }

  static constexpr float lowered_whole_db = 5.0F;
  static constexpr float passing_db = 11.0F;

  const double rate_hz_;
  Biquad filter_;
  const std::size_t window_frames_;
  std::array<float, 100> windows_{};
  std::size_t next_ = 0;
  std::size_t counted_ = 0;
  double sum_ = 0.0;
  float power_ = 0.0F;
  float floor_ = 0.0F;
  float gain_ = 1.0F;
  float share_ = 0.0F;
};

}  // namespace sounddesk
