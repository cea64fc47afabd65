// The harmonics of the mains in a window of sound: cosines and sines of a frequency and its multiples, by least squares.
//
// A sample counts for less the louder it is around it without the hum (weights of 1 / power, found again in each pass), so the pauses
// between words decide, and a voice near a harmonic does next to nothing. The frequency is found with them, by Newton's way: of
// what is left, the part that is a turn of the whole hum. `src-renderer/media/dsp/harmonicFit.ts` is the same for a browser.
//
// Threads: an object belongs to one thread at a time. Real-time safety: none (allocates).
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "dsp/steady_tones.hpp"

namespace sounddesk {

/** A frequency and its multiples around a moment: cosine and sine of each, from the first on. */
struct FittedHum {
  double frequency_hz = 0.0;
  /** In samples of the fit's rate, from the beginning of the sound. */
  double center = 0.0;
  std::array<double, 2 * most_tones> weights{};
};

using ToneDepths = std::array<double, most_tones>;

/** What was fitted, sample by sample at a rate `every` times the fit's. */
class HumWave {
 public:
  HumWave() = default;
  /** From `at` on, in samples of the fit's rate. */
  HumWave(const FittedHum &fitted, const ToneDepths &depths, double at, double every, double rate_hz) noexcept;

  double next() noexcept;

 private:
  bool is_there_ = false;
  std::array<double, 2 * most_tones> levels_{};
  double cos_ = 1.0;
  double sin_ = 0.0;
  double step_cos_ = 1.0;
  double step_sin_ = 0.0;
};

class HarmonicFit {
 public:
  explicit HarmonicFit(double rate_hz);

  /** Where samples begin, where the middle of their window is, and how long its half is: in samples from the beginning of the sound. */
  struct Window {
    double from;
    double center;
    double half;
    double frequency_hz;
  };
  FittedHum fit(const std::vector<double> &samples, const Window &window);

  /** How far a harmonic of one is from that of the other, as a part of its size. */
  double difference(const FittedHum &one, const FittedHum &other, std::size_t tone) const noexcept;

  double rate_hz() const noexcept { return rate_hz_; }

 private:
  static constexpr std::size_t unknowns = 2 * most_tones;

  double refine(const std::vector<double> &samples, const Window &window, double frequency_hz, const FittedHum &fitted);
  void weigh(const std::vector<double> &samples) noexcept;
  void set_waves(double at, double frequency_hz) noexcept;
  void solve(const std::vector<double> &samples, double first, double frequency_hz, std::array<double, unknowns> &right) noexcept;

  double rate_hz_;
  std::size_t around_;
  std::vector<double> hann_;
  std::vector<double> shares_;
  std::vector<double> residual_;
  std::vector<double> turned_;
  std::array<double, unknowns * unknowns> matrix_{};
  std::array<double, unknowns> waves_{};
};

}  // namespace sounddesk
