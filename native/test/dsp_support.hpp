// What the tests of the signal stages share.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>
#include <vector>

namespace sounddesk::test {

inline constexpr std::array<double, 3> session_rates{44100.0, 48000.0, 96000.0};

inline std::vector<float> sine_of(double frequency_hz, double amplitude, double rate_hz, double sec, double phase = 0.0) {
  std::vector<float> samples(static_cast<std::size_t>(std::lround(sec * rate_hz)));
  for (std::size_t i = 0; i < samples.size(); ++i) {
    samples[i] = static_cast<float>(
        amplitude * std::sin(2.0 * std::numbers::pi * frequency_hz * static_cast<double>(i) / rate_hz + phase));
  }
  return samples;
}

inline double db(double ratio) { return 20.0 * std::log10(ratio); }

inline float peak_in(const std::vector<float> &samples, std::size_t from, std::size_t to) {
  float peak = 0.0F;
  for (std::size_t i = from; i < to; ++i) peak = std::max(peak, std::fabs(samples[i]));
  return peak;
}

/** Response of an impulse response at a frequency. */
inline std::complex<double> response_at(const std::vector<float> &impulse, double frequency_hz, double rate_hz) {
  const double turn = -2.0 * std::numbers::pi * frequency_hz / rate_hz;
  const std::complex<double> step = std::polar(1.0, turn);
  constexpr std::size_t exact_every = 256;
  double real = 0.0;
  double imaginary = 0.0;
  // Turned on from sample to sample; begun with the exact angle again before rounding could add up.
  for (std::size_t from = 0; from < impulse.size(); from += exact_every) {
    const std::complex<double> start = std::polar(1.0, turn * static_cast<double>(from));
    double cosine = start.real();
    double sine = start.imag();
    for (std::size_t i = from; i < std::min(from + exact_every, impulse.size()); ++i) {
      real += static_cast<double>(impulse[i]) * cosine;
      imaginary += static_cast<double>(impulse[i]) * sine;
      const double next = cosine * step.real() - sine * step.imag();
      sine = cosine * step.imag() + sine * step.real();
      cosine = next;
    }
  }
  return {real, imaginary};
}

/**
 * The largest second difference: what a click has and a low tone has not. A sine of 100 Hz has 1.7e-4 of its
 * amplitude at 48 kHz, a hard switch the amplitude itself.
 */
inline double largest_bend(const std::vector<float> &samples, std::size_t from = 2) {
  double largest = 0.0;
  for (std::size_t i = std::max<std::size_t>(from, 2); i < samples.size(); ++i) {
    largest = std::max(largest, std::fabs(static_cast<double>(samples[i]) - 2.0 * samples[i - 1] + samples[i - 2]));
  }
  return largest;
}

/** Runs a stage with `process(float *const *, frames)` over a mono signal in blocks of uneven length. */
template <typename Stage>
void run_mono(Stage &stage, std::vector<float> &samples, std::size_t from, std::size_t to) {
  constexpr std::array<std::size_t, 4> lengths{480, 64, 1, 333};
  std::size_t turn = 0;
  while (from < to) {
    const std::size_t count = std::min(lengths[turn++ % lengths.size()], to - from);
    float *channel = samples.data() + from;
    stage.process(&channel, count);
    from += count;
  }
}

template <typename Stage>
void run_mono(Stage &stage, std::vector<float> &samples) {
  run_mono(stage, samples, 0, samples.size());
}

/** A voice-like tone of a pitch that moves, with pauses of 0.4 s: peaks about -10 dBFS. */
inline std::vector<float> gentle_voice(double rate_hz, double sec, double pitch_hz = 140.0) {
  std::vector<float> sound(static_cast<std::size_t>(sec * rate_hz));
  double phase = 0.0;
  for (std::size_t i = 0; i < sound.size(); ++i) {
    const double at = static_cast<double>(i) / rate_hz;
    phase += 2.0 * std::numbers::pi * pitch_hz * (1.0 + 0.15 * std::sin(4.1 * at) + 0.05 * std::sin(9.7 * at)) / rate_hz;
    const double talking = std::clamp(20.0 * (0.55 - std::fabs(std::fmod(at, 1.5) - 0.55)), 0.0, 1.0);
    double voice = 0.0;
    for (int partial = 1; partial <= 12; ++partial) voice += std::sin(partial * phase) / (partial == 1 ? 2.0 : partial);
    sound[i] = static_cast<float>(0.1 * talking * voice);
  }
  return sound;
}

}  // namespace sounddesk::test
