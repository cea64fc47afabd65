// What each stage of a strip costs: × real time of one channel on one core, and the share of a core that 32 take.
//
//   sounddesk_strip_bench [--json] [rate, default 48000]
//
// The sound is a voice-like tone with pauses and sharp s sounds over noise. Rounds of all stages are interleaved and the best of each is
// kept: on a shared machine the best is what the code can do, and a slow moment hits anyone who runs in it.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <numbers>
#include <type_traits>
#include <vector>

#include "dsp/automatic_gain.hpp"
#include "engine/bus.hpp"
#include "engine/strip.hpp"
#include "rt/denormals.hpp"

using namespace sounddesk;

namespace {

constexpr double sound_sec = 10.0;
constexpr int rounds = 5;

std::vector<float> test_sound(double rate_hz) {
  std::vector<float> samples(static_cast<std::size_t>(sound_sec * rate_hz));
  unsigned seed = 1;
  double phase = 0.0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    seed = seed * 1664525U + 1013904223U;
    const double noise = (static_cast<double>(seed) / 4294967296.0 - 0.5) * 0.04;
    const double sec = static_cast<double>(i) / rate_hz;
    phase += 2.0 * std::numbers::pi * (140.0 + 40.0 * std::sin(4.4 * sec)) / rate_hz;
    double voice = 0.0;
    for (int partial = 1; partial <= 8; ++partial) voice += std::sin(partial * phase) / partial;
    const bool is_talking = std::fmod(sec, 1.6) < 1.1;
    const bool is_hissing = std::fmod(sec, 0.55) < 0.12;
    const double hiss = is_hissing ? 0.3 * std::sin(2.0 * std::numbers::pi * 6500.0 * sec) : 0.0;
    samples[i] = static_cast<float>(noise + hiss + (is_talking ? 0.2 * voice * std::fabs(std::sin(19.0 * sec)) : 0.0));
  }
  return samples;
}

/** Makes a stage again for each round; it then gets the sound frame by frame. */
using MakeStage = std::function<std::function<void(float *const *, std::size_t)>()>;

struct Stage {
  const char *name;
  MakeStage make;
  double best_sec = 1e9;
};

StripSettings full_settings() {
  StripSettings settings;
  settings.input_gain_db = 3.0F;
  settings.gate.threshold_db = -30.0F;
  settings.equalizer.gains_db = {-6, 1, -2, -1, 1, 4, 3, 2, 1, 1};
  for_each_effect([&](const auto &row, std::size_t) { (settings.*row.settings).is_on = true; });
  settings.volume_db = -3.0F;
  settings.pan = 20.0F;
  return settings;
}

std::vector<Stage> stages_at(double rate_hz, std::size_t length) {
  std::vector<Stage> stages;
  for_each_effect([&](const auto &row, std::size_t) {
    using Row = std::decay_t<decltype(row)>;
    const auto settings = full_settings().*row.settings;
    stages.push_back({row.key, [=] {
                        auto stage = std::make_shared<typename Row::Stage>(rate_hz, 1);
                        stage->set(settings);
                        return [stage](float *const *frame, std::size_t frames) { stage->process(frame, frames); };
                      }});
  });
  stages.push_back({"loudness meter", [=] {
                      auto meter = std::make_shared<LiveLoudness>(rate_hz, 1);
                      return [meter](float *const *frame, std::size_t frames) { meter->add(frame, frames); };
                    }});
  stages.push_back({"automatic gain", [=] {
                      auto gain = std::make_shared<AutomaticGain>(rate_hz, 1);
                      gain->set(true);
                      return [gain](float *const *frame, std::size_t frames) { gain->process(frame, frames); };
                    }});
  stages.push_back({"echo cancellation", [=]() -> std::function<void(float *const *, std::size_t)> {
                      std::shared_ptr<EchoCanceller> echo = make_echo_canceller(rate_hz, 1, length);
                      if (!echo) return [](float *const *, std::size_t) {};
                      echo->set(true);
                      return [echo](float *const *frame, std::size_t) {
                        const std::array<const float *, 2> loudspeakers{frame[0], frame[0]};
                        echo->hear(loudspeakers.data());
                        echo->process(frame);
                      };
                    }});
  const auto whole = [=](const StripSettings &settings) {
    return [=] {
      auto strip = std::make_shared<Strip>(StripFormat{rate_hz, 1, length}, settings);
      return [strip](float *const *frame, std::size_t frames) {
        strip->before_denoise(frame, frames);
        strip->after_denoise(frame, frames);
        strip->to_output(frame, frames, false);
      };
    };
  };
  stages.push_back({"strip, all stages off", whole(StripSettings{})});
  stages.push_back({"strip, full (no denoise)", whole(full_settings())});
  stages.push_back({"program bus, one strip", [=] {
                      auto bus = std::make_shared<Bus>(program_bus(rate_hz, length));
                      return [bus](float *const *frame, std::size_t frames) {
                        bus->begin(frames);
                        bus->add({frame[0], frame[0]});
                        bus->finish();
                      };
                    }});
  return stages;
}

double time_of(const MakeStage &make, std::vector<float> samples, std::size_t length) {
  const auto stage = make();
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t at = 0; at + length <= samples.size(); at += length) {
    float *frame = samples.data() + at;
    stage(&frame, length);
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

int main(int count, char **arguments) {
  const bool is_json = count > 1 && std::strcmp(arguments[1], "--json") == 0;
  const int at = is_json ? 2 : 1;
  const double rate_hz = count > at ? std::atof(arguments[at]) : 48000.0;
  const auto length = static_cast<std::size_t>(rate_hz / 100.0);
  const DenormalScope denormals(DenormalScope::Mode::flush);
  const std::vector<float> sound = test_sound(rate_hz);
  std::vector<Stage> stages = stages_at(rate_hz, length);
  for (int round = 0; round < rounds; ++round) {
    for (Stage &stage : stages) stage.best_sec = std::min(stage.best_sec, time_of(stage.make, sound, length));
  }
  if (is_json) {
    std::printf("{");
    for (const Stage &stage : stages) {
      std::printf("%s\"%s\": %.1f", &stage == stages.data() ? "" : ", ", stage.name, sound_sec / stage.best_sec);
    }
    std::printf("}\n");
    return 0;
  }
  std::printf("at %.0f Hz, one channel          x real time   32 times, share of a core\n", rate_hz);
  for (const Stage &stage : stages) {
    std::printf("%-28s %12.0f %10.2f %%\n", stage.name, sound_sec / stage.best_sec,
                32.0 * 100.0 * stage.best_sec / sound_sec);
  }
  return 0;
}
