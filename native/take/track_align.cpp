// Where two recordings of the same sound belong together.
//
// A coarse search over the whole range by FFT at a few kHz, then an exact one around its best place at the full
// rate, over the seconds in which there is most sound.
#include <algorithm>
#include <cmath>
#include <complex>
#include <memory>
#include <numbers>

#include "rt/failure.hpp"
#include "take/audio_source.hpp"
#include "take/track_job.hpp"

namespace sounddesk {
namespace {

constexpr std::size_t block_frames = 16384;
/** Coarse rate: speech has most of its changes below half of it. */
constexpr int coarse_rate_hz = 4000;
/** More is not looked at: ten minutes are enough for any offset. */
constexpr double longest_sec = 600.0;
constexpr double fine_sec = 20.0;

using Complex = std::complex<double>;

struct Sound {
  int rate_hz = 0;
  std::vector<float> samples;
};

Sound read_mono(const std::string &path, JobControl &control, double done) {
  const std::unique_ptr<AudioSource> source = open_take_source(path);
  const SourceFormat &format = source->format();
  Sound sound{format.rate_hz, {}};
  const auto channels = static_cast<std::size_t>(format.channels);
  const auto most = static_cast<std::size_t>(longest_sec * format.rate_hz);
  std::vector<float> block(block_frames * channels);
  for (std::size_t got = block_frames; got == block_frames && sound.samples.size() < most;) {
    control.report(done);
    got = source->read(block.data(), block_frames);
    for (std::size_t i = 0; i < got; ++i) {
      float sum = 0.0F;
      for (std::size_t channel = 0; channel < channels; ++channel) sum += block[i * channels + channel];
      sound.samples.push_back(std::isfinite(sum) ? sum : 0.0F);
    }
  }
  return sound;
}

/** Means of `factor` samples, without their own mean level: a crude low-pass is enough to find a place. */
std::vector<double> coarse_of(const std::vector<float> &samples, std::size_t factor) {
  std::vector<double> coarse(samples.size() / factor);
  for (std::size_t i = 0; i < coarse.size(); ++i) {
    for (std::size_t j = 0; j < factor; ++j) coarse[i] += samples[i * factor + j];
  }
  double previous = 0.0;
  // Differences: hum and rumble say nothing about the place.
  for (double &value : coarse) {
    const double here = value;
    value = here - 0.95 * previous;
    previous = here;
  }
  return coarse;
}

/** In place, decimation in time; a power of two long. */
void transform(std::vector<Complex> &values, bool is_inverse) {
  const std::size_t size = values.size();
  for (std::size_t i = 1, j = 0; i < size; ++i) {
    std::size_t bit = size >> 1;
    for (; (j & bit) != 0; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(values[i], values[j]);
  }
  std::vector<Complex> turns(size / 2);
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const double angle = 2.0 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(size);
    turns[i] = std::polar(1.0, is_inverse ? angle : -angle);
  }
  for (std::size_t half = 1; half < size; half *= 2) {
    const std::size_t step = size / (2 * half);
    for (std::size_t start = 0; start < size; start += 2 * half) {
      for (std::size_t i = 0; i < half; ++i) {
        const Complex odd = turns[i * step] * values[start + half + i];
        values[start + half + i] = values[start + i] - odd;
        values[start + i] += odd;
      }
    }
  }
}

/** Correlation at every lag: entry `lag` for lag ≥ 0, entry `size + lag` below; a lag moves `b` later. */
std::vector<double> correlate(const std::vector<double> &a, const std::vector<double> &b) {
  std::size_t size = 1;
  while (size < a.size() + b.size()) size *= 2;
  // Both at once: a is real, b imaginary.
  std::vector<Complex> values(size);
  for (std::size_t i = 0; i < a.size(); ++i) values[i].real(a[i]);
  for (std::size_t i = 0; i < b.size(); ++i) values[i].imag(b[i]);
  transform(values, false);
  std::vector<Complex> product(size);
  for (std::size_t i = 0; i < size; ++i) {
    const Complex here = values[i];
    const Complex there = std::conj(values[(size - i) % size]);
    const Complex spectrum_a = 0.5 * (here + there);
    const Complex spectrum_b = Complex(0.0, -0.5) * (here - there);
    product[i] = spectrum_a * std::conj(spectrum_b);
  }
  transform(product, true);
  std::vector<double> correlation(size);
  for (std::size_t i = 0; i < size; ++i) correlation[i] = product[i].real() / static_cast<double>(size);
  return correlation;
}

struct Place {
  std::int64_t lag = 0;
  double prominence = 0.0;
};

Place find_coarse(const std::vector<double> &a, const std::vector<double> &b, std::int64_t most) {
  const std::vector<double> correlation = correlate(a, b);
  const auto size = static_cast<std::int64_t>(correlation.size());
  const auto at = [&](std::int64_t lag) {
    return std::fabs(correlation[static_cast<std::size_t>((lag + size) % size)]);
  };
  const std::int64_t from = std::max(-most, 1 - static_cast<std::int64_t>(b.size()));
  const std::int64_t to = std::min(most, static_cast<std::int64_t>(a.size()) - 1);
  Place best;
  double highest = 0.0;
  for (std::int64_t lag = from; lag <= to; ++lag) {
    if (at(lag) <= highest) continue;
    highest = at(lag);
    best.lag = lag;
  }
  double second = 0.0;
  // 50 ms around the best belong to it.
  for (std::int64_t lag = from; lag <= to; ++lag) {
    if (std::llabs(lag - best.lag) > coarse_rate_hz / 20) second = std::max(second, at(lag));
  }
  best.prominence = second > 0.0 ? highest / second : highest > 0.0 ? 100.0 : 0.0;
  return best;
}

/** Start of the stretch of `length` samples of `b` with most sound that `a` has too at this lag. */
std::size_t loudest_stretch(const std::vector<float> &a, const std::vector<float> &b, std::int64_t lag,
                            std::size_t length, std::size_t step) {
  const std::int64_t first = std::max<std::int64_t>(0, -lag);
  const std::int64_t last =
      std::min<std::int64_t>(static_cast<std::int64_t>(b.size()), static_cast<std::int64_t>(a.size()) - lag);
  double loudest = -1.0;
  std::size_t best = static_cast<std::size_t>(first);
  const auto whole = static_cast<std::int64_t>(length);
  for (std::int64_t from = first; from + whole <= last; from += static_cast<std::int64_t>(step)) {
    double energy = 0.0;
    for (std::size_t i = 0; i < length; i += 16) {
      const double sample = b[static_cast<std::size_t>(from) + i];
      energy += sample * sample;
    }
    if (energy > loudest) {
      loudest = energy;
      best = static_cast<std::size_t>(from);
    }
  }
  return best;
}

Alignment find_fine(const Sound &a, const Sound &b, const Place &coarse, std::int64_t factor, JobControl &control) {
  const std::int64_t about = coarse.lag * factor;
  const auto length =
      static_cast<std::size_t>(std::min<double>(fine_sec * b.rate_hz, static_cast<double>(b.samples.size())));
  const std::size_t from = loudest_stretch(a.samples, b.samples, about, length, static_cast<std::size_t>(b.rate_hz));
  Alignment best{about, 0.0, coarse.prominence};
  for (std::int64_t lag = about - 2 * factor; lag <= about + 2 * factor; ++lag) {
    control.report(0.9);
    double product = 0.0;
    double power_a = 0.0;
    double power_b = 0.0;
    for (std::size_t i = 0; i < length && from + i < b.samples.size(); ++i) {
      const std::int64_t at = static_cast<std::int64_t>(from + i) + lag;
      if (at < 0 || at >= static_cast<std::int64_t>(a.samples.size())) continue;
      const double x = a.samples[static_cast<std::size_t>(at)];
      const double y = b.samples[from + i];
      product += x * y;
      power_a += x * x;
      power_b += y * y;
    }
    // Of either polarity: a microphone may be wired the other way round.
    const double correlation = power_a > 0.0 && power_b > 0.0 ? std::fabs(product) / std::sqrt(power_a * power_b) : 0.0;
    if (correlation > best.correlation) best = {lag, correlation, coarse.prominence};
  }
  return best;
}

}  // namespace

Alignment align_tracks(const std::string &reference_path, const std::string &path, double most_offset_sec,
                       JobControl &control) {
  const Sound a = read_mono(reference_path, control, 0.1);
  const Sound b = read_mono(path, control, 0.3);
  if (a.rate_hz != b.rate_hz) {
    throw Failure(FailureCode::format_unsupported, "The two tracks have different rates, " +
                                                       std::to_string(a.rate_hz) + " and " + std::to_string(b.rate_hz) +
                                                       " Hz. Export one at the other's rate first.");
  }
  const std::int64_t factor = std::max(1, a.rate_hz / coarse_rate_hz);
  control.report(0.5);
  const auto most = static_cast<std::int64_t>(most_offset_sec * a.rate_hz / static_cast<double>(factor));
  const Place place = find_coarse(coarse_of(a.samples, static_cast<std::size_t>(factor)),
                                  coarse_of(b.samples, static_cast<std::size_t>(factor)), most);
  return find_fine(a, b, place, factor, control);
}

}  // namespace sounddesk
