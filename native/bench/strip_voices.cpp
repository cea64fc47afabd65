// What a strip's settings do to voices, by measures that go with the ear. Used for docs/decisions/0005.
//
//   sounddesk_strip_voices [--lufs -23] [--eq g1,...,g10] [--compressor threshold,ratio,attack,release,makeup,knee]
//                          [--gate threshold,range,attack,hold,release] [--automatic-gain] FILE...
//
// Every file (mono, any rate that a session has) is first brought to the given loudness. A line a file, then means:
// integrated loudness before and after, LU; true peak after, dBTP; peak to loudness ratio before and after, dB (crest);
// spread of the momentary loudness (95 % to 10 % of the time in which it is above the relative gate), LU; change of
// the bands below 150 Hz, 150-500 Hz, 500-2k, 2-5k, 5-10k, 10-20k against the loudness, dB; largest gain reduction.
#include <sndfile.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numbers>
#include <string>
#include <vector>

#include "dsp/live_loudness.hpp"
#include "dsp/true_peak.hpp"
#include "engine/strip.hpp"

using namespace sounddesk;

namespace {

constexpr std::size_t band_count = 6;
constexpr std::array<double, band_count + 1> band_edges_hz{20, 150, 500, 2000, 5000, 10000, 20000};

struct Measures {
  double lufs = 0.0;
  double true_peak_db = 0.0;
  double spread_lu = 0.0;
  std::array<double, band_count> band_db{};
};

void transform(std::vector<std::complex<double>> &x) {
  const std::size_t n = x.size();
  for (std::size_t i = 1, j = 0; i < n; ++i) {
    std::size_t bit = n >> 1;
    for (; (j & bit) != 0; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(x[i], x[j]);
  }
  for (std::size_t length = 2; length <= n; length <<= 1) {
    const std::complex<double> turn = std::polar(1.0, -2.0 * std::numbers::pi / static_cast<double>(length));
    for (std::size_t start = 0; start < n; start += length) {
      std::complex<double> factor = 1.0;
      for (std::size_t k = 0; k < length / 2; ++k, factor *= turn) {
        const std::complex<double> even = x[start + k];
        const std::complex<double> odd = x[start + k + length / 2] * factor;
        x[start + k] = even + odd;
        x[start + k + length / 2] = even - odd;
      }
    }
  }
}

Measures measure(const std::vector<float> &samples, double rate_hz) {
  Measures result;
  LiveLoudness loudness(rate_hz, 1);
  TruePeakMeter peak(1);
  std::vector<double> momentary;
  const auto part = static_cast<std::size_t>(rate_hz / 10.0);
  for (std::size_t at = 0; at + part <= samples.size(); at += part) {
    const float *block = samples.data() + at;
    loudness.add(&block, part);
    peak.add(&block, part);
    if (loudness.momentary_lufs().has_value()) momentary.push_back(*loudness.momentary_lufs());
  }
  peak.finish();
  result.lufs = loudness.integrated_lufs().value_or(-70.0);
  result.true_peak_db = peak.peak_db();
  std::erase_if(momentary, [&](double lufs) { return lufs < result.lufs - 20.0; });
  std::sort(momentary.begin(), momentary.end());
  if (!momentary.empty()) {
    const auto at = [&](double share) { return momentary[static_cast<std::size_t>(share * static_cast<double>(momentary.size() - 1))]; };
    result.spread_lu = at(0.95) - at(0.10);
  }
  constexpr std::size_t length = 4096;
  std::array<double, band_count> energy{};
  std::vector<std::complex<double>> window(length);
  for (std::size_t at = 0; at + length <= samples.size(); at += length / 2) {
    for (std::size_t i = 0; i < length; ++i) {
      window[i] = samples[at + i] * (0.5 - 0.5 * std::cos(2.0 * std::numbers::pi * static_cast<double>(i) / length));
    }
    transform(window);
    for (std::size_t bin = 1; bin < length / 2; ++bin) {
      const double hz = static_cast<double>(bin) * rate_hz / length;
      for (std::size_t band = 0; band < band_count; ++band) {
        if (hz >= band_edges_hz[band] && hz < band_edges_hz[band + 1]) energy[band] += std::norm(window[bin]);
      }
    }
  }
  for (std::size_t band = 0; band < band_count; ++band) result.band_db[band] = 10.0 * std::log10(energy[band] + 1e-12);
  return result;
}

std::vector<float> numbers_of(const char *text) {
  std::vector<float> numbers;
  for (const char *at = text; *at != '\0';) {
    char *end = nullptr;
    numbers.push_back(std::strtof(at, &end));
    if (end == at) break;
    at = *end == ',' ? end + 1 : end;
  }
  return numbers;
}

std::vector<float> read_mono(const char *path, double &rate_hz) {
  SF_INFO info{};
  SNDFILE *file = sf_open(path, SFM_READ, &info);
  if (file == nullptr || info.channels != 1) {
    std::fprintf(stderr, "%s: not a mono audio file\n", path);
    std::exit(1);
  }
  std::vector<float> samples(static_cast<std::size_t>(info.frames));
  sf_readf_float(file, samples.data(), info.frames);
  sf_close(file);
  rate_hz = info.samplerate;
  return samples;
}

void scale_to(std::vector<float> &samples, double rate_hz, double lufs) {
  const auto factor = static_cast<float>(std::pow(10.0, (lufs - measure(samples, rate_hz).lufs) / 20.0));
  for (float &sample : samples) sample *= factor;
}

double process(std::vector<float> &samples, double rate_hz, const StripSettings &settings) {
  const auto length = static_cast<std::size_t>(rate_hz / 100.0);
  Strip strip({rate_hz, 1, length}, settings);
  for (std::size_t at = 0; at + length <= samples.size(); at += length) {
    float *frame = samples.data() + at;
    strip.before_denoise(&frame, length);
    strip.after_denoise(&frame, length);
  }
  return strip.take_levels().reduction_db<Compressor>().value_or(0.0);
}

void print(const char *name, const Measures &before, const Measures &after, double reduction_db) {
  const double change = after.lufs - before.lufs;
  std::printf("%-24.24s %6.1f %6.1f %+5.1f | TP %5.1f | crest %4.1f %4.1f | spread %4.1f %4.1f | bands", name, before.lufs,
              after.lufs, change, after.true_peak_db, before.true_peak_db - before.lufs, after.true_peak_db - after.lufs,
              before.spread_lu, after.spread_lu);
  for (std::size_t band = 0; band < band_count; ++band) {
    std::printf(" %+5.1f", after.band_db[band] - before.band_db[band] - change);
  }
  std::printf(" | GR %4.1f\n", reduction_db);
}

void add_share(Measures &sum, const Measures &part, double share) {
  sum.lufs += share * part.lufs;
  sum.true_peak_db += share * part.true_peak_db;
  sum.spread_lu += share * part.spread_lu;
  for (std::size_t band = 0; band < band_count; ++band) sum.band_db[band] += share * part.band_db[band];
}

}  // namespace

int main(int count, char **arguments) {
  StripSettings settings;
  double lufs = -23.0;
  std::vector<const char *> files;
  for (int i = 1; i < count; ++i) {
    const std::string option = arguments[i];
    const bool has_value = i + 1 < count;
    if (option == "--lufs" && has_value) {
      lufs = std::atof(arguments[++i]);
    } else if (option == "--eq" && has_value) {
      const std::vector<float> values = numbers_of(arguments[++i]);
      settings.equalizer.is_on = true;
      std::copy_n(values.begin(), std::min(values.size(), equalizer_bands), settings.equalizer.gains_db.begin());
    } else if (option == "--compressor" && has_value) {
      std::vector<float> v = numbers_of(arguments[++i]);
      v.resize(6);
      settings.compressor = {true, v[0], v[1], v[2], v[3], v[4], v[5]};
    } else if (option == "--gate" && has_value) {
      std::vector<float> v = numbers_of(arguments[++i]);
      v.resize(5);
      settings.gate = {true, v[0], v[1], v[2], v[3], v[4]};
    } else if (option == "--automatic-gain") {
      settings.automatic_gain = true;
    } else {
      files.push_back(arguments[i]);
    }
  }
  if (files.empty()) {
    std::fprintf(stderr, "Give at least one mono file.\n");
    return 1;
  }
  Measures mean_before;
  Measures mean_after;
  double largest_reduction_db = 0.0;
  double highest_peak_db = -120.0;
  for (const char *path : files) {
    double rate_hz = 0.0;
    std::vector<float> samples = read_mono(path, rate_hz);
    scale_to(samples, rate_hz, lufs);
    const Measures before = measure(samples, rate_hz);
    const double reduction_db = process(samples, rate_hz, settings);
    const Measures after = measure(samples, rate_hz);
    const char *slash = std::strrchr(path, '/');
    print(slash == nullptr ? path : slash + 1, before, after, reduction_db);
    const double share = 1.0 / static_cast<double>(files.size());
    add_share(mean_before, before, share);
    add_share(mean_after, after, share);
    largest_reduction_db = std::max(largest_reduction_db, reduction_db);
    highest_peak_db = std::max(highest_peak_db, after.true_peak_db);
  }
  print("MEAN", mean_before, mean_after, largest_reduction_db);
  std::printf("highest true peak %.1f dBTP\n", highest_peak_db);
  return 0;
}
