// How fast the lanes clean, in × real time per channel and for all channels together, beside one instance of the
// translated module a channel, on the same sound in the same run. Counted is the processor's time; rounds alternate
// and the best of each counts: on a shared machine the best is what the code can do.
//
//   native/build/sounddesk_batch_bench [seconds of sound, default 4]
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <numbers>
#include <vector>

#include "denoise/batch_denoiser.hpp"

using namespace sounddesk;

namespace {

constexpr int rounds = 5;

/** Bursts of a voice-like tone over noise; each channel has its own pitch and its own pauses. */
std::vector<std::vector<float>> make_sound(std::size_t channels, std::size_t frames) {
  std::vector<std::vector<float>> sound(channels, std::vector<float>(frames * frame_samples));
  std::uint32_t seed = 1;
  for (std::size_t channel = 0; channel < channels; ++channel) {
    for (std::size_t i = 0; i < sound[channel].size(); ++i) {
      seed = seed * 1664525U + 1013904223U;
      const double noise = static_cast<double>(seed) / 4294967296.0 - 0.5;
      const double time = static_cast<double>(i) / model_rate_hz + 0.13 * static_cast<double>(channel);
      const double pitch_hz = 110.0 + 13.0 * static_cast<double>(channel % 9);
      double voice = 0.0;
      for (int partial = 1; partial <= 8; ++partial) voice += std::sin(2.0 * std::numbers::pi * pitch_hz * partial * time) / partial;
      const double envelope = std::fmod(time, 1.6) < 1.1 ? std::fabs(std::sin(2.0 * std::numbers::pi * 3.0 * time)) : 0.0;
      sound[channel][i] = static_cast<float>(1200.0 * noise + 5000.0 * voice * envelope);
    }
  }
  return sound;
}

template <class Process>
double time_sec(const std::vector<std::vector<float>> &sound, const Process &process) {
  std::vector<std::vector<float>> work = sound;
  std::vector<float *> frames(sound.size());
  const std::clock_t start = std::clock();
  for (std::size_t at = 0; at < work.front().size(); at += frame_samples) {
    for (std::size_t channel = 0; channel < work.size(); ++channel) frames[channel] = work[channel].data() + at;
    process(frames.data());
  }
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

void measure(std::size_t channels, double seconds) {
  const auto frames = static_cast<std::size_t>(seconds * 100.0);
  const auto sound = make_sound(channels, frames);
  std::vector<float> probabilities(channels);
  double lanes_sec = 1e9;
  double baseline_sec = 1e9;
  double module_sec = 1e9;
  for (int round = 0; round < rounds; ++round) {
    const auto lanes = make_rnnoise_batch(channels);
    const auto baseline = make_baseline_rnnoise_batch(channels);
    std::vector<std::unique_ptr<Denoiser>> modules(channels);
    for (auto &module : modules) module = make_rnnoise();
    lanes_sec = std::min(lanes_sec, time_sec(sound, [&](float *const *at) { lanes->process(at, probabilities.data()); }));
    baseline_sec = std::min(baseline_sec, time_sec(sound, [&](float *const *at) { baseline->process(at, probabilities.data()); }));
    module_sec = std::min(module_sec, time_sec(sound, [&](float *const *at) {
      for (std::size_t channel = 0; channel < channels; ++channel) modules[channel]->process(at[channel]);
    }));
  }
  const double sound_sec = static_cast<double>(frames) / 100.0;
  const auto print = [&](const char *what, const char *path, double elapsed_sec) {
    const double times = sound_sec / elapsed_sec;
    std::printf("  %-16s (%s) %6.1f x real time, %7.1f x a channel\n", what, path, times, times * static_cast<double>(channels));
  };
  std::printf("%zu channels\n", channels);
  print("lanes", batch_path(), lanes_sec);
  print("lanes, baseline", "4 wide", baseline_sec);
  print("module", rnnoise_path(), module_sec);
}

}  // namespace

int main(int count, char **arguments) {
  const double seconds = count > 1 ? std::atof(arguments[1]) : 4.0;
  if (seconds < 0.1) {
    std::fprintf(stderr, "The first argument is how many seconds of sound to clean, at least 0.1.\n");
    return 2;
  }
  for (const std::size_t channels : {1, 4, 8, 32}) measure(channels, seconds);
  return 0;
}
