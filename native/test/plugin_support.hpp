// What the tests of plug-in chains share: our own test plug-ins, and a chain that is run the way a sandbox runs it, with
// `process` on a thread of its own.
#pragma once

#include <cmath>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <mutex>
#include <numbers>
#include <string>
#include <thread>
#include <vector>

#include "plugin/plugin_chain.hpp"

namespace sounddesk::test {

inline const std::filesystem::path test_plugins = SOUNDDESK_TEST_PLUGINS;

inline std::filesystem::path test_module(const std::string &name) { return test_plugins / (name + ".vst3"); }

inline const std::string gain_id = "5D7E57000000000150554C4700000001";
inline const std::string delay_id = "5D7E57000000000150554C4700000002";
inline const std::string filter_id = "5D7E57000000000150554C4700000003";
inline const std::string mono_gain_id = "5D7E57000000000150554C4700000004";
inline const std::string ducker_id = "5D7E57000000000150554C4700000005";
inline const std::string strict_id = "5D7E57000000000350554C4700000001";

inline std::string bad_id(int number) {
  char text[33];
  std::snprintf(text, sizeof text, "5D7E57000000000250554C47%08X", number);
  return text;
}

/** A chain, and blocks that go through it on another thread, one after another. */
class RunningChain {
 public:
  explicit RunningChain(std::size_t channels = 1, std::size_t block_frames = 128, double rate_hz = 48000.0)
      : channels_(channels),
        block_frames_(block_frames),
        rate_hz_(rate_hz),
        chain_(context_, {.rate_hz = rate_hz, .max_frames = block_frames, .channels = channels, .is_offline = false},
               [this](const plugin::ChainEvent &event) { events_.push_back(event); }) {}

  plugin::PluginChain &chain() { return chain_; }
  std::vector<plugin::ChainEvent> &events() { return events_; }

  /** How many blocks of what `source` says of each frame, served after each; what came out of the first channel. */
  std::vector<float> run(std::size_t blocks, const std::function<float(std::int64_t)> &source) {
    std::vector<float> out;
    std::vector<std::vector<float>> storage(channels_, std::vector<float>(block_frames_));
    for (std::size_t block = 0; block < blocks; ++block) {
      for (std::vector<float> &channel : storage) {
        for (std::size_t i = 0; i < block_frames_; ++i) channel[i] = source(frame_ + static_cast<std::int64_t>(i));
      }
      float *io[2] = {storage[0].data(), channels_ > 1 ? storage[1].data() : nullptr};
      std::thread([&] { chain_.process(io, block_frames_); }).join();
      frame_ += static_cast<std::int64_t>(block_frames_);
      out.insert(out.end(), storage[0].begin(), storage[0].end());
      if (channels_ > 1) second_.assign(storage[1].begin(), storage[1].end());
      chain_.serve();
    }
    return out;
  }

  /** Until the chain is what was wanted. */
  std::vector<float> run_until_settled(const std::function<float(std::int64_t)> &source) {
    std::vector<float> out;
    for (int round = 0; round < 2000; ++round) {
      const std::vector<float> part = run(1, source);
      out.insert(out.end(), part.begin(), part.end());
      if (chain_.is_settled()) break;
    }
    return out;
  }

  const std::vector<float> &second_channel() const { return second_; }
  std::int64_t frame() const { return frame_; }

 private:
  std::size_t channels_;
  std::size_t block_frames_;
  double rate_hz_;
  plugin::HostContext context_;
  std::vector<plugin::ChainEvent> events_;
  plugin::PluginChain chain_;
  std::vector<float> second_;
  std::int64_t frame_ = 0;
};

inline std::function<float(std::int64_t)> sine(double hz, double amplitude, double rate_hz = 48000.0) {
  return [=](std::int64_t frame) {
    return static_cast<float>(amplitude * std::sin(2.0 * std::numbers::pi * hz * static_cast<double>(frame) / rate_hz));
  };
}

/**
 * How loud a click is beside a low tone, in decibels of full scale: the peak of what lies above `hz`, by a steep
 * high-pass. The first `skip` frames, in which the filter itself settles, are left out.
 */
inline double click_db(const std::vector<float> &sound, double hz = 6000.0, double rate_hz = 48000.0,
                       std::size_t skip = 2000) {
  std::vector<double> samples(sound.begin(), sound.end());
  // Butterworth, 8th order: four sections.
  const double w = 2.0 * std::numbers::pi * hz / rate_hz;
  for (const double angle : {1.0, 3.0, 5.0, 7.0}) {
    const double q = 1.0 / (2.0 * std::cos(angle * std::numbers::pi / 16.0));
    const double alpha = std::sin(w) / (2.0 * q);
    const double b0 = (1.0 + std::cos(w)) / 2.0;
    const double a0 = 1.0 + alpha;
    double x1 = 0.0, x2 = 0.0, y1 = 0.0, y2 = 0.0;
    for (double &sample : samples) {
      const double y = (b0 * sample - 2.0 * b0 * x1 + b0 * x2 + 2.0 * std::cos(w) * y1 - (1.0 - alpha) * y2) / a0;
      x2 = std::exchange(x1, sample);
      y2 = std::exchange(y1, y);
      sample = y;
    }
  }
  double peak = 1e-12;
  for (std::size_t i = skip; i < samples.size(); ++i) peak = std::max(peak, std::fabs(samples[i]));
  return 20.0 * std::log10(peak);
}

}  // namespace sounddesk::test
