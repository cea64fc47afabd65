// What the tests share: sounds that are the same in every run, files in a folder of their own.
#pragma once

#include <sndfile.h>
#if defined(_WIN32)
#include <process.h>
#else
#include <unistd.h>
#endif

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

namespace sounddesk::test {

/** Repeatable noise in ±1 (a linear congruential generator). */
class Noise {
 public:
  float next() {
    seed_ = seed_ * 1664525U + 1013904223U;
    return static_cast<float>(static_cast<double>(seed_) / 2147483648.0 - 1.0);
  }

 private:
  std::uint32_t seed_ = 1;
};

/** Bursts of a tone rich in partials over weak noise, interleaved; each channel has its own pitch. */
inline std::vector<double> voice_like(int rate_hz, int channels, std::size_t frames) {
  std::vector<double> samples(frames * static_cast<std::size_t>(channels));
  Noise noise;
  for (std::size_t i = 0; i < frames; ++i) {
    const double time = static_cast<double>(i) / rate_hz;
    const double envelope = std::fmod(time, 0.8) < 0.5 ? std::fabs(std::sin(2.0 * std::numbers::pi * 4.0 * time)) : 0.0;
    const double bend = envelope > 0.0 ? 20.0 * std::sin(2.0 * std::numbers::pi * 0.9 * time) : 0.0;
    for (int channel = 0; channel < channels; ++channel) {
      const double pitch = 120.0 + 17.0 * channel + bend;
      double voice = 0.0;
      if (envelope > 0.0) {
        // Each partial's sine out of the two below it.
        const double turn = 2.0 * std::numbers::pi * pitch * time;
        double below = 0.0;
        double sine = std::sin(turn);
        const double twice = 2.0 * std::cos(turn);
        for (int partial = 1; partial <= 10 && pitch * partial < 0.45 * rate_hz; ++partial) {
          voice += sine / partial;
          below = std::exchange(sine, twice * sine - below);
        }
      }
      samples[i * static_cast<std::size_t>(channels) + static_cast<std::size_t>(channel)] =
          0.15 * envelope * voice + 0.003 * static_cast<double>(noise.next());
    }
  }
  return samples;
}

inline int process_number() {
#if defined(_WIN32)
  return ::_getpid();
#else
  return static_cast<int>(::getpid());
#endif
}

/** For this process and those that it starts; empty: not there. */
inline void set_environment(const char *name, const std::string &value) {
#if defined(_WIN32)
  ::_putenv_s(name, value.c_str());
#else
  if (value.empty()) {
    ::unsetenv(name);
  } else {
    ::setenv(name, value.c_str(), 1);
  }
#endif
}

/** A folder that goes with the test, and that no other run of the tests has at the same time. */
class Folder {
 public:
  Folder()
      : path_(std::filesystem::temp_directory_path() /
              ("sounddesk-tests-" + std::to_string(process_number()) + "-" + std::to_string(next_number()))) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string file(const std::string &name) const { return (path_ / name).string(); }

 private:
  static int next_number() {
    static int number = 0;
    return ++number;
  }
  std::filesystem::path path_;
};

inline void write_file(const std::string &path, int format, int rate_hz, int channels, const std::vector<double> &samples) {
  SF_INFO info{};
  info.samplerate = rate_hz;
  info.channels = channels;
  info.format = format;
  SNDFILE *file = sf_open(path.c_str(), SFM_WRITE, &info);
  sf_writef_double(file, samples.data(), static_cast<sf_count_t>(samples.size()) / channels);
  sf_close(file);
}

struct Read {
  SF_INFO info{};
  std::vector<double> samples;
};

inline Read read_file(const std::string &path) {
  Read read;
  SNDFILE *file = sf_open(path.c_str(), SFM_READ, &read.info);
  if (file == nullptr) return read;
  read.samples.resize(static_cast<std::size_t>(read.info.frames * read.info.channels));
  sf_readf_double(file, read.samples.data(), read.info.frames);
  sf_close(file);
  return read;
}

/**
 * By how many frames `later` lags `earlier` in one channel: the peak of the cross-correlation of their
 * differences. The model's high-pass turns the phase of the lowest tones, which is no delay of the sound.
 */
inline int lag_frames(const std::vector<double> &earlier, const std::vector<double> &later, int channels, int channel,
                      int limit_frames) {
  const int frames = static_cast<int>(earlier.size()) / channels;
  int best = 0;
  double best_sum = -1.0;
  for (int lag = -limit_frames; lag <= limit_frames; ++lag) {
    double sum = 0.0;
    for (int i = limit_frames + 1; i < frames - limit_frames; ++i) {
      sum += earlier[static_cast<std::size_t>(i * channels + channel)] *
             later[static_cast<std::size_t>((i + lag) * channels + channel)];
    }
    if (sum > best_sum) {
      best_sum = sum;
      best = lag;
    }
  }
  return best;
}

}  // namespace sounddesk::test
