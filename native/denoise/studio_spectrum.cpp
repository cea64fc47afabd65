#include "denoise/studio_spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sounddesk::studio {
namespace {

/** Vorbis' window: the squares of its two halves add up to one. */
std::array<float, window_samples> make_window() {
  std::array<float, window_samples> window{};
  for (std::size_t i = 0; i < window_samples; ++i) {
    const double sine = std::sin(0.5 * std::numbers::pi * (static_cast<double>(i) + 0.5) / frame_samples);
    window[i] = static_cast<float>(std::sin(0.5 * std::numbers::pi * sine * sine));
  }
  return window;
}

const std::array<float, window_samples> window = make_window();

double erb_of(double hz) { return 9.265 * std::log1p(hz / (24.7 * 9.265)); }
double hz_of(double erb) { return 24.7 * 9.265 * (std::exp(erb / 9.265) - 1.0); }

/** Bins of each band: equal steps on the scale of equivalent rectangular bandwidths, two bins at least. */
std::array<std::size_t, bands> make_band_bins() {
  constexpr int least_bins = 2;
  const double step = erb_of(24000.0) / bands;
  std::array<std::size_t, bands> band_bins{};
  int last_edge = 0;
  int taken_beyond = 0;
  std::size_t sum = 0;
  for (std::size_t band = 0; band < bands; ++band) {
    const int edge = static_cast<int>(std::lround(hz_of(static_cast<double>(band + 1) * step) / 50.0));
    const int wanted = edge - last_edge - taken_beyond;
    taken_beyond = std::max(least_bins - wanted, 0);
    band_bins[band] = static_cast<std::size_t>(std::max(wanted, least_bins));
    last_edge = edge;
    sum += band_bins[band];
  }
  // The bin at half the rate belongs to the last band.
  band_bins[bands - 1] += bins - sum;
  return band_bins;
}

const std::array<std::size_t, bands> band_bins = make_band_bins();

/** Of what was, with each frame: a time constant of one second. */
constexpr float kept = 0.99F;
/** A bin that has long been nothing must not become infinite when something comes. */
constexpr float least_mean_magnitude = 1e-12F;

/** Values from `first` to `last` in equal steps. */
template <std::size_t count>
void fill_evenly(std::array<float, count> &values, float first, float last) noexcept {
  const float step = (last - first) / static_cast<float>(count - 1);
  for (std::size_t i = 0; i < count; ++i) values[i] = first + static_cast<float>(i) * step;
}

}  // namespace

void Analysis::process(const float *frame, Spectrum &spectrum) noexcept {
  std::array<float, window_samples> samples;
  for (std::size_t i = 0; i < frame_samples; ++i) {
    samples[i] = last_[i] * window[i];
    samples[frame_samples + i] = frame[i] * window[frame_samples + i];
    last_[i] = frame[i];
  }
  fft_.forward(samples.data(), spectrum.re.data(), spectrum.im.data());
  constexpr float scale = 1.0F / static_cast<float>(window_samples);
  for (std::size_t bin = 0; bin < bins; ++bin) {
    spectrum.re[bin] *= scale;
    spectrum.im[bin] *= scale;
  }
}

void Synthesis::process(const Spectrum &spectrum, float *frame) noexcept {
  std::array<float, window_samples> samples;
  fft_.inverse(spectrum.re.data(), spectrum.im.data(), samples.data());
  for (std::size_t i = 0; i < frame_samples; ++i) {
    frame[i] = rest_[i] + samples[i] * window[i];
    rest_[i] = samples[frame_samples + i] * window[frame_samples + i];
  }
}

void Features::reset() noexcept {
  fill_evenly(mean_db_, -60.0F, -90.0F);
  fill_evenly(mean_magnitude_, 1e-3F, 1e-4F);
}

void Features::process(const Spectrum &spectrum, Frame &frame) noexcept {
  std::size_t bin = 0;
  for (std::size_t band = 0; band < bands; ++band) {
    const float share = 1.0F / static_cast<float>(band_bins[band]);
    float power = 0.0F;
    for (std::size_t end = bin + band_bins[band]; bin < end; ++bin) {
      power += (spectrum.re[bin] * spectrum.re[bin] + spectrum.im[bin] * spectrum.im[bin]) * share;
    }
    // In double: whatever a processor's library does in the last place is rounded away.
    const auto level_db = static_cast<float>(10.0 * std::log10(static_cast<double>(power) + 1e-10));
    mean_db_[band] = level_db * (1.0F - kept) + mean_db_[band] * kept;
    frame.band_levels[band] = (level_db - mean_db_[band]) / 40.0F;
  }
  for (std::size_t i = 0; i < filter_bins; ++i) {
    const float re = spectrum.re[i];
    const float im = spectrum.im[i];
    const float mean = std::sqrt(re * re + im * im) * (1.0F - kept) + mean_magnitude_[i] * kept;
    mean_magnitude_[i] = std::max(mean, least_mean_magnitude);
    const float scale = 1.0F / std::sqrt(mean_magnitude_[i]);
    frame.bins[0][i] = re * scale;
    frame.bins[1][i] = im * scale;
  }
}

void lower_bands(const float *gains, Spectrum &spectrum) noexcept {
  std::size_t bin = 0;
  for (std::size_t band = 0; band < bands; ++band) {
    for (std::size_t end = bin + band_bins[band]; bin < end; ++bin) {
      spectrum.re[bin] *= gains[band];
      spectrum.im[bin] *= gains[band];
    }
  }
}

}  // namespace sounddesk::studio
