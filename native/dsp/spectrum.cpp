#include "dsp/spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "dsp/levels.hpp"

namespace sounddesk {

double spectrum_edge_hz(std::size_t band) noexcept {
  const double octave_share = static_cast<double>(band) / static_cast<double>(spectrum_bands);
  return spectrum_lowest_hz * std::pow(spectrum_highest_hz / spectrum_lowest_hz, octave_share);
}

Spectrum::Spectrum(double rate_hz)
    : fft_(fft_samples),
      window_(window_samples),
      history_(window_samples, 0.0F),
      block_(fft_samples, 0.0F),
      re_(fft_.bins()),
      im_(fft_.bins()),
      magnitude_(fft_.bins()) {
  double sum = 0.0;
  for (std::size_t i = 0; i < window_samples; ++i) {
    const double turn = 2.0 * std::numbers::pi * (static_cast<double>(i) + 0.5) / static_cast<double>(window_samples);
    window_[i] = static_cast<float>(0.5 - 0.5 * std::cos(turn));
    sum += static_cast<double>(window_[i]);
  }
  // Half of a sine's amplitude is at its negative frequency.
  for (float &weight : window_) weight *= static_cast<float>(2.0 / sum);
  const double bins_per_hz = static_cast<double>(fft_samples) / rate_hz;
  for (std::size_t band = 0; band < spectrum_bands; ++band) {
    const auto last = static_cast<double>(fft_.bins() - 1);
    const double low = std::min(spectrum_edge_hz(band) * bins_per_hz, last);
    const double high = std::min(spectrum_edge_hz(band + 1) * bins_per_hz, last);
    reaches_[band] = {static_cast<std::size_t>(std::ceil(low)), static_cast<std::size_t>(std::floor(high)), low, high};
  }
}

void Spectrum::add(const float *samples, std::size_t count, std::size_t step) {
  for (std::size_t i = 0; i < count; ++i) {
    const float sample = samples[i * step];
    history_[at_] = sample == sample ? sample : 0.0F;
    at_ = (at_ + 1) % window_samples;
  }
}

std::array<float, spectrum_bands> Spectrum::read() {
  for (std::size_t i = 0; i < window_samples; ++i) block_[i] = window_[i] * history_[(at_ + i) % window_samples];
  fft_.forward(block_.data(), re_.data(), im_.data());
  for (std::size_t bin = 0; bin < magnitude_.size(); ++bin) magnitude_[bin] = std::hypot(re_[bin], im_[bin]);
  std::array<float, spectrum_bands> levels{};
  for (std::size_t band = 0; band < spectrum_bands; ++band) {
    const Reach &reach = reaches_[band];
    // Between the bins, too: the lowest bands are narrower than one.
    double largest = std::max(magnitude_at(reach.low), magnitude_at(reach.high));
    for (std::size_t bin = reach.first; bin <= reach.last; ++bin) {
      largest = std::max(largest, static_cast<double>(magnitude_[bin]));
    }
    levels[band] = static_cast<float>(amplitude_to_db(largest));
  }
  return levels;
}

void Spectrum::reset() { std::fill(history_.begin(), history_.end(), 0.0F); }

double Spectrum::magnitude_at(double bin) const {
  const auto below = std::min(static_cast<std::size_t>(bin), magnitude_.size() - 2);
  const double share = bin - static_cast<double>(below);
  return (1.0 - share) * static_cast<double>(magnitude_[below]) + share * static_cast<double>(magnitude_[below + 1]);
}

}  // namespace sounddesk
