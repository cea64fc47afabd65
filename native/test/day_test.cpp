#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "denoise/denoise_bank.hpp"
#include "dsp/effects.hpp"
#include "engine/strip.hpp"
#include "support.hpp"

using namespace sounddesk;
using namespace sounddesk::test;

namespace {

constexpr int rate_hz = 48000;
constexpr std::size_t frame = 480;
constexpr std::size_t round_frames = 1000;
constexpr std::size_t round_samples = round_frames * frame;
/** The last second is silent, and what comes before has died away by then. */
constexpr std::size_t silent_from = round_samples - rate_hz / 2;
constexpr double round_sec = static_cast<double>(round_samples) / rate_hz;
/** By then every follower has found its level, and strong is what it becomes again each minute. */
constexpr std::size_t settled_rounds = 2;

/** Longer by `SOUNDDESK_SIMULATED_SEC=86400`, as in scripts/soak/day.mjs. */
std::size_t rounds() {
  const char *asked = std::getenv("SOUNDDESK_SIMULATED_SEC");
  const double seconds = asked == nullptr ? 0.0 : std::atof(asked);
  return std::max(settled_rounds + 7, static_cast<std::size_t>(seconds / round_sec));
}

/** 10 s: a voice with pauses in noise and hum, a thump and ticks, a silence of the room and one of zeros. */
std::vector<float> sound_of_round() {
  const std::vector<double> voice = voice_like(rate_hz, 2, round_samples);
  std::vector<float> samples(round_samples);
  Noise noise;
  for (std::size_t i = 0; i < round_samples; ++i) {
    const double time = static_cast<double>(i) / rate_hz;
    const double hum = 0.01 * std::sin(2.0 * std::numbers::pi * 50.0 * time) + 0.004 * std::sin(2.0 * std::numbers::pi * 150.0 * time);
    const double heard = time < 7.2 ? 0.3 * voice[2 * i + 1] : 0.0;
    const double tick = i % 60000 < 12 ? 0.4 * (i % 2 == 0 ? 1.0 : -1.0) : 0.0;
    const double thump = 0.3 * std::exp(-std::pow((time - 4.0) / 0.02, 2.0)) * std::sin(2.0 * std::numbers::pi * 40.0 * time);
    samples[i] = time < 9.0 ? static_cast<float>(heard + hum + tick + thump + 0.01 * static_cast<double>(noise.next())) : 0.0F;
  }
  return samples;
}

StripSettings every_effect() {
  StripSettings settings;
  for_each_effect([&](const auto &row, std::size_t) { (settings.*row.settings).is_on = true; });
  return settings;
}

/** One voice with everything on. */
struct Channel {
  const char *name;
  DenoiseEngine engine;
  Strip strip{{rate_hz, 1, frame}, every_effect()};
  std::array<float, frame> samples{};
  std::vector<float> settled = std::vector<float>(round_samples);
  double power = 0.0;
  double difference_power = 0.0;
  double loudest_in_silence = 0.0;
  double loudest = 0.0;
  bool is_sound = true;
};

void compare(Channel &channel, std::size_t number, std::size_t at, const float *out) {
  for (std::size_t i = 0; i < frame; ++i) {
    const double sample = static_cast<double>(out[i]);
    channel.is_sound = channel.is_sound && std::isfinite(sample);
    channel.loudest = std::max(channel.loudest, std::fabs(sample));
    if (at >= silent_from) channel.loudest_in_silence = std::max(channel.loudest_in_silence, std::fabs(sample));
    if (number == settled_rounds) channel.settled[at + i] = out[i];
    if (number <= settled_rounds) continue;
    const double difference = sample - static_cast<double>(channel.settled[at + i]);
    channel.power += sample * sample;
    channel.difference_power += difference * difference;
  }
}

}  // namespace

TEST_CASE("day: what is heard again and again comes out as it did, by every model and with every effect on") {
  const std::vector<float> sound = sound_of_round();
  DenoiseBank bank(rate_hz, 3, DenoiseBank::Engines::strong);
  std::array<std::unique_ptr<Channel>, 3> channels;
  constexpr std::array<std::pair<const char *, DenoiseEngine>, 3> models{
      {{"rnnoise", DenoiseEngine::rnnoise}, {"strong", DenoiseEngine::strong}, {"auto", DenoiseEngine::automatic}}};
  for (std::size_t i = 0; i < channels.size(); ++i) {
    channels[i] = std::make_unique<Channel>();
    channels[i]->name = models[i].first;
    bank.set(i, {models[i].second, 90.0F, 95.0F});
  }
  for (std::size_t number = 0; number < rounds(); ++number) {
    for (std::size_t at = 0; at < round_samples; at += frame) {
      std::array<float *, 3> frames{};
      for (std::size_t i = 0; i < channels.size(); ++i) {
        frames[i] = channels[i]->samples.data();
        std::copy_n(sound.data() + at, frame, frames[i]);
        channels[i]->strip.before_denoise(&frames[i], frame);
      }
      std::array<BankResult, 3> results;
      bank.process(frames.data(), results.data());
      for (std::size_t i = 0; i < channels.size(); ++i) {
        channels[i]->strip.after_denoise(&frames[i], frame);
        compare(*channels[i], number, at, channels[i]->strip.to_output(&frames[i], frame, false).left);
      }
    }
    for (const auto &channel : channels) channel->strip.take_levels();
  }
  for (const auto &channel : channels) {
    const double apart_db = 10.0 * std::log10((channel->difference_power + 1e-20) / channel->power);
    const double silent_db = 20.0 * std::log10(channel->loudest_in_silence + 1e-10);
    MESSAGE(std::string(channel->name) << ": " << static_cast<double>(rounds()) * round_sec << " s, apart by " << apart_db << " dB, in silence at most "
                                       << silent_db << " dBFS, peak " << 20.0 * std::log10(channel->loudest) << " dBFS");
    CHECK(channel->is_sound);
    CHECK(channel->loudest <= 1.0);
    CHECK(apart_db < -20.0);
    CHECK(silent_db < -60.0);
  }
}
