// How much hum of the mains is in a signal: 50 or 60 Hz with the next two harmonics, over a second at a time.
//
// The signal is averaged down to about 3 kHz. Each second, under a Hann window (a tone falls into bins 2 Hz beside it and no
// farther), the power at the harmonics is measured by Goertzel's algorithm (G. Goertzel, "An Algorithm for the Evaluation
// of Finite Trigonometric Series", American Mathematical Monthly 65, 1958), and the power 6 Hz beside them.
// `src-renderer/media/meters/humMeter.ts` is the same for a browser.
//
// Threads: an object belongs to one thread at a time. Real-time safety: yes.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>

#include "dsp/levels.hpp"

namespace sounddesk {

struct HumReading {
  /** 50 or 60: whichever stands out more. */
  int mains_hz = 50;
  /** Of the three tones together; a full-scale sine reads -3. */
  double level_db = silence_db;
  /** Above what is beside them. */
  double prominence_db = 0.0;
};

class HumMeter {
 public:
  explicit HumMeter(double rate_hz)
      : every_(std::max<std::size_t>(1, static_cast<std::size_t>(rate_hz / 3000.0))),
        window_(static_cast<std::size_t>(rate_hz / static_cast<double>(every_))) {
    const double low_rate_hz = rate_hz / static_cast<double>(every_);
    for (std::size_t i = 0; i < tones.size(); ++i) {
      tones_[i].factor = 2.0 * std::cos(2.0 * std::numbers::pi * tones[i] / low_rate_hz);
    }
  }

  void add(const float *samples, std::size_t count) noexcept {
    for (std::size_t i = 0; i < count; ++i) {
      sum_ += samples[i];
      if (++summed_ < every_) continue;
      step(sum_ / static_cast<double>(every_));
      sum_ = 0.0;
      summed_ = 0;
    }
  }

  /** Of the last whole second; nothing before the first. */
  const std::optional<HumReading> &reading() const noexcept { return reading_; }

 private:
  /** Of each mains frequency the three harmonics, each with what is beside it. */
  static constexpr std::array<double, 18> tones{50, 44, 56, 100, 94, 106, 150, 144, 156, 60, 54, 66, 120, 114, 126, 180, 174, 186};

  struct Tone {
    double factor = 0.0;
    double last = 0.0;
    double before = 0.0;
    double take_power(double window) noexcept {
      const double energy = last * last + before * before - factor * last * before;
      last = before = 0.0;
      // Amplitude 2|X|/N, which the Hann window halves; of a sine the mean square is half of its square.
      const double amplitude = 4.0 * std::sqrt(std::max(0.0, energy)) / window;
      return 0.5 * amplitude * amplitude;
    }
  };

  void step(double sample) noexcept {
    const double phase = 2.0 * std::numbers::pi * static_cast<double>(filled_) / static_cast<double>(window_);
    const double windowed = sample * (0.5 - 0.5 * std::cos(phase));
    for (Tone &tone : tones_) {
      const double next = windowed + tone.factor * tone.last - tone.before;
      tone.before = tone.last;
      tone.last = next;
    }
    if (++filled_ < window_) return;
    filled_ = 0;
    close_second();
  }

  void close_second() noexcept {
    std::array<HumReading, 2> found{HumReading{50}, HumReading{60}};
    for (std::size_t mains = 0; mains < found.size(); ++mains) {
      double at = 0.0;
      double beside = 0.0;
      for (std::size_t harmonic = 0; harmonic < 3; ++harmonic) {
        Tone *three = &tones_[9 * mains + 3 * harmonic];
        at += three[0].take_power(static_cast<double>(window_));
        beside += 0.5 * (three[1].take_power(static_cast<double>(window_)) + three[2].take_power(static_cast<double>(window_)));
      }
      found[mains].level_db = power_to_db(at);
      found[mains].prominence_db = found[mains].level_db - power_to_db(beside);
    }
    reading_ = found[0].prominence_db >= found[1].prominence_db ? found[0] : found[1];
  }

  const std::size_t every_;
  const std::size_t window_;
  std::array<Tone, tones.size()> tones_{};
  double sum_ = 0.0;
  std::size_t summed_ = 0;
  std::size_t filled_ = 0;
  std::optional<HumReading> reading_;
};

}  // namespace sounddesk
