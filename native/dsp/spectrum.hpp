// What a sound is made of, in bands of equal width on a logarithmic axis, for the eye.
//
// The last 85 ms through a Hann window and a Fourier transform of twice the length; a band shows the largest value
// within it, so that a sine reads its peak (a full-scale one 0 dB, at any frequency within half a decibel), whatever the
// band's width.
//
// Threads: an object belongs to one thread at a time. Real-time safety: none (it is read for a screen).
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "dsp/real_fft.hpp"

namespace sounddesk {

inline constexpr std::size_t spectrum_bands = 96;
inline constexpr double spectrum_lowest_hz = 20.0;
inline constexpr double spectrum_highest_hz = 20000.0;

/** The lower edge of a band; of `spectrum_bands` the upper edge of the last one. */
double spectrum_edge_hz(std::size_t band) noexcept;

class Spectrum {
 public:
  explicit Spectrum(double rate_hz);

  /** Takes every `step`-th of `count * step` samples. */
  void add(const float *samples, std::size_t count, std::size_t step);

  /** dBFS of each band, never below `silence_db`. */
  std::array<float, spectrum_bands> read();

  void reset();

 private:
  static constexpr std::size_t window_samples = 4096;
  static constexpr std::size_t fft_samples = 8192;

  struct Reach {
    /** Bins within the band; none where `first` is above `last`. */
    std::size_t first;
    std::size_t last;
    /** The band's edges, in bins. */
    double low;
    double high;
  };

  double magnitude_at(double bin) const;

  RealFft fft_;
  std::array<Reach, spectrum_bands> reaches_;
  std::vector<float> window_;
  /** The newest sample is before `at_`. */
  std::vector<float> history_;
  std::size_t at_ = 0;
  std::vector<float> block_;
  std::vector<float> re_;
  std::vector<float> im_;
  std::vector<float> magnitude_;
};

}  // namespace sounddesk
