// How steadily a frequency and its multiples stand in a signal, and how far they are beside where they were looked for.
//
// The signal is turned by each multiple and summed under overlapping Hann windows of half a second. From one window to the next
// a steady tone turns by the same angle, whatever its level, and a voice by any: the mean of these turns, each with the
// length 1, is near 1 for the one and near 0 for the other. Since loud windows count no more than quiet ones, the pauses
// between words are enough. The angle of the mean says by how much the tone is off.
//
// `src-renderer/media/dsp/steadyTones.ts` is the same for a browser.
//
// Threads: an object belongs to one thread at a time. Real-time safety: yes.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace sounddesk {

inline constexpr std::size_t most_tones = 12;

class SteadyTones {
 public:
  /** Of the frequency, counted from 1. */
  SteadyTones(double frequency_hz, std::size_t tones, double rate_hz)
      : rate_hz_(rate_hz), tones_(std::min(tones, most_tones)), hop_(static_cast<std::size_t>(rate_hz * hop_sec)) {
    tune(frequency_hz);
  }

  void begin(double frequency_hz) noexcept {
    all_ = {};
    at_ = 0;
    windows_ = 0;
    cos_ = 1.0;
    sin_ = 0.0;
    tune(frequency_hz);
  }

  /** True where a window has ended and the readings are new. */
  bool add(double sample) noexcept {
    const double rising = sample * (0.5 - 0.5 * std::cos(std::numbers::pi * static_cast<double>(at_) / static_cast<double>(hop_)));
    const double falling = sample - rising;
    double last_cos = 1.0;
    double last_sin = 0.0;
    double now_cos = cos_;
    double now_sin = sin_;
    for (std::size_t k = 0; k < tones_; ++k) {
      Tone &tone = all_[k];
      tone.rising_re += rising * now_cos;
      tone.rising_im -= rising * now_sin;
      tone.falling_re += falling * now_cos;
      tone.falling_im -= falling * now_sin;
      const double next_cos = 2.0 * cos_ * now_cos - last_cos;
      const double next_sin = 2.0 * cos_ * now_sin - last_sin;
      last_cos = now_cos;
      last_sin = now_sin;
      now_cos = next_cos;
      now_sin = next_sin;
    }
    const double turned = cos_ * step_cos_ - sin_ * step_sin_;
    sin_ = cos_ * step_sin_ + sin_ * step_cos_;
    cos_ = turned;
    if (++at_ < hop_) return false;
    at_ = 0;
    end_window();
    return true;
  }

  /** Windows that the readings are made of. */
  std::size_t windows() const noexcept { return windows_; }
  double frequency_hz() const noexcept { return frequency_hz_; }

  /** 0 to 1; `tone` from 0 on. */
  double steadiness(std::size_t tone) const noexcept { return std::hypot(all_[tone].mean_re, all_[tone].mean_im); }

  /** By how much the fundamental is higher than it was looked for, as this tone has it. */
  double offset_hz(std::size_t tone) const noexcept {
    return std::atan2(all_[tone].mean_im, all_[tone].mean_re) / (2.0 * std::numbers::pi * hop_sec * static_cast<double>(tone + 1));
  }

  /** Looks elsewhere from now on; what was read is read as from there. */
  void move(double by_hz) noexcept {
    tune(frequency_hz_ + by_hz);
    for (std::size_t k = 0; k < tones_; ++k) {
      Tone &tone = all_[k];
      const double angle = -2.0 * std::numbers::pi * by_hz * hop_sec * static_cast<double>(k + 1);
      const double re = tone.mean_re * std::cos(angle) - tone.mean_im * std::sin(angle);
      tone.mean_im = tone.mean_re * std::sin(angle) + tone.mean_im * std::cos(angle);
      tone.mean_re = re;
    }
  }

 private:
  static constexpr double hop_sec = 0.25;
  /** Five seconds. */
  static constexpr double most_windows = 20.0;

  struct Tone {
    double rising_re = 0.0;
    double rising_im = 0.0;
    double falling_re = 0.0;
    double falling_im = 0.0;
    double half_re = 0.0;
    double half_im = 0.0;
    double last_re = 0.0;
    double last_im = 0.0;
    double mean_re = 0.0;
    double mean_im = 0.0;
  };

  void tune(double frequency_hz) noexcept {
    frequency_hz_ = frequency_hz;
    const double angle = 2.0 * std::numbers::pi * frequency_hz / rate_hz_;
    step_cos_ = std::cos(angle);
    step_sin_ = std::sin(angle);
  }

  void end_window() noexcept {
    const double size = std::hypot(cos_, sin_);
    cos_ /= size;
    sin_ /= size;
    ++windows_;
    // The first two have no whole window before them.
    const double share = 1.0 / std::clamp(static_cast<double>(windows_) - 2.0, 1.0, most_windows);
    for (std::size_t k = 0; k < tones_; ++k) {
      Tone &tone = all_[k];
      const double re = tone.half_re + tone.falling_re;
      const double im = tone.half_im + tone.falling_im;
      const double turn_re = re * tone.last_re + im * tone.last_im;
      const double turn_im = im * tone.last_re - re * tone.last_im;
      const double length = std::hypot(turn_re, turn_im);
      const bool is_heard = length > 1e-20 && windows_ > 2;
      tone.mean_re += share * ((is_heard ? turn_re / length : 0.0) - tone.mean_re);
      tone.mean_im += share * ((is_heard ? turn_im / length : 0.0) - tone.mean_im);
      tone.last_re = re;
      tone.last_im = im;
      tone.half_re = tone.rising_re;
      tone.half_im = tone.rising_im;
      tone.rising_re = tone.rising_im = tone.falling_re = tone.falling_im = 0.0;
    }
  }

  const double rate_hz_;
  const std::size_t tones_;
  const std::size_t hop_;
  std::array<Tone, most_tones> all_{};
  double frequency_hz_ = 0.0;
  double step_cos_ = 1.0;
  double step_sin_ = 0.0;
  double cos_ = 1.0;
  double sin_ = 0.0;
  std::size_t at_ = 0;
  std::size_t windows_ = 0;
};

}  // namespace sounddesk
