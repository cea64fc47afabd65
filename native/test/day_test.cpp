#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
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

/** `SOUNDDESK_SIMULATED_MODELS=auto,studio`: those alone. Studio has to be named, with the file of its weights beside it. */
bool is_asked(const std::string &name) {
  const char *asked = std::getenv("SOUNDDESK_SIMULATED_MODELS");
  if (asked == nullptr) return name != "studio";
  return ("," + std::string(asked) + ",").find("," + name + ",") != std::string::npos;
}

/** Of `SOUNDDESK_STUDIO_WEIGHTS`, a file of floats; none without it. */
studio::WeightsPointer studio_weights() {
  const char *path = std::getenv("SOUNDDESK_STUDIO_WEIGHTS");
  if (path == nullptr) return nullptr;
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  std::vector<float> values(bytes.size() / sizeof(float));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
  return studio::make_weights(values.data(), values.size());
}

/** One voice with everything on. */
struct Channel {
  explicit Channel(const char *model) : name(model) {}
  const char *name;
  Strip strip{{rate_hz, 1, frame}, every_effect()};
  std::array<float, frame> samples{};
  std::vector<float> settled = std::vector<float>(round_samples);
  /** Of each frame, in the first rounds: the most from a sample to the next. */
  std::array<double, round_frames> steepest{};
  double last = 0.0;
  double power = 0.0;
  double difference_power = 0.0;
  double loudest_in_silence = 0.0;
  double loudest = 0.0;
  /** By how much a later round was steeper than any of the first at the same place: what a click would be. */
  double steeper = 0.0;
  bool is_sound = true;
};

void compare(Channel &channel, std::size_t number, std::size_t at, const float *out) {
  double steepest = 0.0;
  for (std::size_t i = 0; i < frame; ++i) {
    const double sample = static_cast<double>(out[i]);
    channel.is_sound = channel.is_sound && std::isfinite(sample);
    channel.loudest = std::max(channel.loudest, std::fabs(sample));
    steepest = std::max(steepest, std::fabs(sample - channel.last));
    channel.last = sample;
    if (at >= silent_from) channel.loudest_in_silence = std::max(channel.loudest_in_silence, std::fabs(sample));
    if (number == settled_rounds) channel.settled[at + i] = out[i];
    if (number <= settled_rounds) continue;
    const double difference = sample - static_cast<double>(channel.settled[at + i]);
    channel.power += sample * sample;
    channel.difference_power += difference * difference;
  }
  double &known = channel.steepest[at / frame];
  if (number <= settled_rounds) {
    known = std::max(known, steepest);
  } else {
    channel.steeper = std::max(channel.steeper, steepest - known);
  }
}

double to_db(double level) { return 20.0 * std::log10(level + 1e-10); }

void simulate(const char *name, DenoiseEngine engine) {
  const std::vector<float> sound = sound_of_round();
  DenoiseBank bank(rate_hz, 1, DenoiseBank::Engines::strong, studio_weights());
  bank.set(0, {engine, 90.0F, 95.0F});
  const auto channel = std::make_unique<Channel>(name);
  float *samples = channel->samples.data();
  for (std::size_t number = 0; number < rounds(); ++number) {
    for (std::size_t at = 0; at < round_samples; at += frame) {
      std::copy_n(sound.data() + at, frame, samples);
      channel->strip.before_denoise(&samples, frame);
      BankResult result;
      bank.process(&samples, &result);
      channel->strip.after_denoise(&samples, frame);
      compare(*channel, number, at, channel->strip.to_output(&samples, frame, false).left);
    }
    channel->strip.take_levels();
  }
  const double apart_db = 10.0 * std::log10((channel->difference_power + 1e-20) / channel->power);
  MESSAGE(std::string(name) << ": " << static_cast<double>(rounds()) * round_sec << " s, apart by " << apart_db << " dB, in silence at most "
                            << to_db(channel->loudest_in_silence) << " dBFS, peak " << to_db(channel->loudest) << " dBFS, steeper by "
                            << to_db(channel->steeper) << " dBFS");
  CHECK(channel->is_sound);
  CHECK(channel->loudest <= 1.0);
  CHECK(apart_db < -20.0);
  CHECK(to_db(channel->loudest_in_silence) < -60.0);
  CHECK(to_db(channel->steeper) < -20.0);
}

}  // namespace

TEST_CASE("day: what is heard again and again comes out as it did, by every model and with every effect on") {
  constexpr std::array<std::pair<const char *, DenoiseEngine>, 4> models{
      {{"rnnoise", DenoiseEngine::rnnoise}, {"strong", DenoiseEngine::strong}, {"auto", DenoiseEngine::automatic}, {"studio", DenoiseEngine::studio}}};
  for (const auto &[name, engine] : models) {
    if (is_asked(name)) simulate(name, engine);
  }
}
