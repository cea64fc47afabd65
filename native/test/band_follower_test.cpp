// Noise reduction without delay, for the short modes.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "capture_expander.hpp"
#include "denoise/band_filter.hpp"
#include "denoise/band_follower.hpp"
#include "dsp_allocation_trap.hpp"
#include "dsp_support.hpp"
#include "support.hpp"

using namespace sounddesk;

namespace {

using Sound = std::vector<float>;
using Gains = std::array<float, noise_bands>;

constexpr std::size_t frame = 32;
/** As the expander was when it was chosen (docs/decisions/0008). */
constexpr float reduction = 70.0F;

/** What stays of an impulse once the filter has faded to its gains. */
Sound impulse_response(double rate_hz, const Gains &gains) {
  const BandFilterShapes shapes(rate_hz);
  BandFilter filter(shapes, 480);
  filter.set(gains.data());
  Sound sound(960, 0.0F);
  for (int i = 0; i < 4; ++i) filter.process(sound.data(), 480);
  sound[0] = 1.0F;
  filter.process(sound.data(), 480);
  filter.process(sound.data() + 480, 480);
  return sound;
}

Gains some_gains() {
  Gains gains;
  for (std::size_t band = 0; band < noise_bands; ++band) gains[band] = band < 4 || (band > 9 && band < 13) ? 1.0F : 0.1F;
  return gains;
}

double dot(const Sound &a, const Sound &b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * b[i];
  return sum;
}

/** How far the voice is above everything else, whatever its level: Le Roux et al., "SDR - half-baked or well done?". */
double si_sdr_db(const Sound &voice, const Sound &sound) {
  const double scale = dot(voice, sound) / dot(voice, voice);
  double rest = 0.0;
  for (std::size_t i = 0; i < voice.size(); ++i) rest += std::pow(sound[i] - scale * voice[i], 2.0);
  return 10.0 * std::log10(scale * scale * dot(voice, voice) / rest);
}

/** A second of silence, then the recorded voices that come with ALSA's utilities; nothing where those are not. */
Sound recorded_voices() {
  Sound sound(48000, 0.0F);
  for (const char *name : {"Front_Center", "Front_Left", "Rear_Right", "Side_Left", "Rear_Center", "Side_Right"}) {
    const test::Read read = test::read_file(std::string("/usr/share/sounds/alsa/") + name + ".wav");
    if (read.samples.empty()) return {};
    sound.insert(sound.end(), read.samples.begin(), read.samples.end());
    sound.insert(sound.end(), 24000, 0.0F);
  }
  return sound;
}

Sound noise_named(const std::string &name, std::size_t count) {
  test::Noise random;
  Sound noise(count);
  double low = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const double time = static_cast<double>(i) / 48000.0;
    const double white = static_cast<double>(random.next());
    low = 0.997 * low + white;
    double sample = white;
    if (name == "brown") sample = low;
    if (name == "fan") sample = low + 2.0 * white + 8.0 * std::sin(2.0 * std::numbers::pi * 120.0 * time);
    if (name == "hum") {
      sample = 0.1 * white;
      for (int harmonic = 1; harmonic < 12; ++harmonic) sample += std::sin(2.0 * std::numbers::pi * 50.0 * harmonic * time) / harmonic;
    }
    noise[i] = static_cast<float>(sample);
  }
  return noise;
}

/** 5 dB above the noise over all of it, at about -20 dBFS. */
struct NoisyVoice {
  NoisyVoice(const Sound &spoken, const std::string &noise_name) : voice(spoken), sound(noise_named(noise_name, spoken.size())) {
    const double noise_gain = std::sqrt(dot(voice, voice) / dot(sound, sound)) * std::pow(10.0, -5.0 / 20.0);
    for (std::size_t i = 0; i < sound.size(); ++i) sound[i] = voice[i] + static_cast<float>(noise_gain) * sound[i];
    const auto scale = static_cast<float>(0.1 / std::sqrt(dot(sound, sound) / static_cast<double>(sound.size())));
    for (float &sample : voice) sample *= scale;
    for (float &sample : sound) sample *= scale;
  }
  Sound voice;
  Sound sound;
};

Sound followed(Sound sound, int rate_hz = 48000, std::size_t frames = frame) {
  BandFollower follower(rate_hz, 1);
  follower.set(0, {DenoiseEngine::rnnoise, 100.0F, reduction});
  for (std::size_t at = 0; at + frames <= sound.size(); at += frames) {
    float *channels[] = {sound.data() + at};
    follower.process(channels, frames);
  }
  return sound;
}

Sound expanded(Sound sound) {
  CaptureExpander expander(48000.0);
  for (std::size_t at = 0; at + frame <= sound.size(); at += frame) expander.process(sound.data() + at, frame, {true, 100.0F, reduction});
  return sound;
}

double level_db(const Sound &sound, std::size_t from, std::size_t to) {
  double sum = 1e-20;
  for (std::size_t i = from; i < to; ++i) sum += static_cast<double>(sound[i]) * sound[i];
  return 10.0 * std::log10(sum / static_cast<double>(to - from));
}

}  // namespace

TEST_CASE("band filter: it has the gains at the bands' frequencies, and the sound comes at once") {
  const Gains gains = some_gains();
  for (const double rate_hz : test::session_rates) {
    CAPTURE(rate_hz);
    const Sound response = impulse_response(rate_hz, gains);
    // Where the neighbours are as the band itself: between them a short filter is round.
    for (const std::size_t band : {1U, 2U, 6U, 7U, 11U, 15U, 17U, 19U}) {
      CAPTURE(band);
      const double gain = std::abs(test::response_at(response, noise_band_hz[band], rate_hz));
      CHECK(std::fabs(test::db(gain / gains[band])) < 2.0);
    }
    // Half of its energy within 0.4 ms: a filter of linear phase and as many taps has it after 1.3 ms.
    double energy = 0.0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(rate_hz * 0.0004); ++i) energy += static_cast<double>(response[i]) * response[i];
    CHECK(energy > 0.5 * dot(response, response));
  }
}

TEST_CASE("band filter: with all gains at 1 it is not there, and changes at any moment make no click") {
  const BandFilterShapes shapes(48000.0);
  BandFilter filter(shapes, 64);
  const Sound tone = test::sine_of(100.0, 0.5, 48000.0, 1.0);
  Sound sound = tone;
  Gains neutral;
  neutral.fill(1.0F);
  Gains low;
  low.fill(0.1F);
  for (std::size_t at = 0, number = 0; at + 64 <= sound.size(); at += 64, ++number) {
    // From the 100th block on every 2nd: in the middle of the fade before.
    if (at < 24000 && number > 100 && number % 2 == 0) filter.set(number % 4 == 0 ? low.data() : some_gains().data());
    if (at >= 24000) filter.set(neutral.data());
    filter.process(sound.data() + at, 64);
  }
  CHECK(std::equal(sound.begin(), sound.begin() + 6400, tone.begin()));
  CHECK(std::equal(sound.begin() + 25000, sound.end() - 64, tone.begin() + 25000));
  CHECK(level_db(sound, 12000, 20000) < level_db(tone, 12000, 20000) - 3.0);
  CHECK(test::largest_bend(sound) < 0.004);
}

TEST_CASE("band follower: recorded voices in noise come out better than by the expander that it took the place of") {
  const Sound voices = recorded_voices();
  if (voices.empty()) {
    MESSAGE("No recorded voices here (Debian: alsa-utils): not checked.");
    return;
  }
  double mean_db = 0.0;
  double expander_mean_db = 0.0;
  const std::array<std::string, 4> noises{"white", "brown", "fan", "hum"};
  for (const std::string &name : noises) {
    const NoisyVoice noisy(voices, name);
    const double before_db = si_sdr_db(noisy.voice, noisy.sound);
    const Sound sound = followed(noisy.sound);
    const double filter_db = si_sdr_db(noisy.voice, sound) - before_db;
    const double expander_db = si_sdr_db(noisy.voice, expanded(noisy.sound)) - before_db;
    // Half a second before a voice: nobody speaks, and the model has had time.
    const double pause_db = level_db(noisy.sound, 24000, 47000) - level_db(sound, 24000, 47000);
    const double voice_db = test::db(dot(noisy.voice, sound) / dot(noisy.voice, noisy.voice));
    MESSAGE(name, ": filter ", filter_db, " dB, expander ", expander_db, " dB; pause ", pause_db, " dB, voice ", voice_db, " dB");
    CHECK(filter_db > expander_db);
    CHECK(filter_db > 1.5);
    // RNNoise lets white noise through until it has heard a voice.
    CHECK(pause_db > (name == "white" ? 2.0 : 9.0));
    CHECK(voice_db > -3.5);
    mean_db += filter_db / noises.size();
    expander_mean_db += expander_db / noises.size();
  }
  CHECK(mean_db > expander_mean_db + 1.5);
}

TEST_CASE("band follower: what it lowers is the same at every rate and with frames of any length") {
  for (const int rate_hz : {44100, 48000, 96000}) {
    for (const std::size_t frames : {32U, 128U, 333U}) {
      CAPTURE(rate_hz);
      CAPTURE(frames);
      const auto count = static_cast<std::size_t>(2 * rate_hz);
      Sound noise = noise_named("brown", count);
      for (float &sample : noise) sample *= 0.01F;
      const Sound sound = followed(noise, rate_hz, frames);
      CHECK(level_db(noise, count / 2, count - 512) - level_db(sound, count / 2, count - 512) > 9.0);
    }
  }
}

TEST_CASE("band follower: off it passes every sample, switched it fades, and a channel without sound stays out of it") {
  BandFollower follower(48000, 20);
  const Sound tone = test::sine_of(100.0, 0.3, 48000.0, 4.0);
  Sound sound = tone;
  Sound other = tone;
  for (std::size_t at = 0; at + frame <= sound.size(); at += frame) {
    const bool is_on = at >= 48000 && at < 96000;
    follower.set(3, {is_on ? DenoiseEngine::rnnoise : DenoiseEngine::off, 100.0F, 100.0F});
    float *channels[20] = {};
    channels[3] = sound.data() + at;
    if (at < 144000) channels[17] = other.data() + at;
    follower.process(channels, frame);
    CHECK(follower.speech_probability(3).has_value() == is_on);
    CHECK_FALSE(follower.speech_probability(17).has_value());
  }
  CHECK(std::equal(sound.begin(), sound.begin() + 48000, tone.begin()));
  CHECK(std::equal(sound.begin() + 97000, sound.end() - 32, tone.begin() + 97000));
  CHECK(other == tone);
  CHECK_FALSE(std::equal(sound.begin() + 80000, sound.begin() + 95000, tone.begin() + 80000));
  CHECK(test::largest_bend(sound) < 0.004);
}

TEST_CASE("band follower: with reduction at 0 it lowers nothing, and sound that is no number does not stay") {
  test::Noise random;
  Sound noise(96000);
  for (float &sample : noise) sample = 0.1F * random.next();
  Sound sound = noise;
  BandFollower follower(48000, 1);
  follower.set(0, {DenoiseEngine::rnnoise, 100.0F, 0.0F});
  for (std::size_t at = 0; at < sound.size(); at += 64) {
    float *channels[] = {sound.data() + at};
    follower.process(channels, 64);
  }
  CHECK(sound == noise);
  follower.set(0, {DenoiseEngine::rnnoise, 100.0F, 95.0F});
  noise[1000] = std::numeric_limits<float>::quiet_NaN();
  for (std::size_t at = 0; at < noise.size(); at += 64) {
    float *channels[] = {noise.data() + at};
    follower.process(channels, 64);
  }
  for (std::size_t i = 1200; i < noise.size(); ++i) REQUIRE(std::isfinite(noise[i]));
}

TEST_CASE("band follower: it neither allocates nor locks, and the eights of 32 channels take turns") {
  BandFollower follower(48000, 32);
  std::vector<Sound> sounds(32, test::sine_of(440.0, 0.1, 48000.0, 0.01));
  std::array<float *, 32> channels{};
  for (std::size_t i = 0; i < 32; ++i) {
    channels[i] = sounds[i].data();
    follower.set(i, {DenoiseEngine::rnnoise, 90.0F, 95.0F});
  }
  std::array<std::size_t, 15> changes{};
  std::array<float, 32> before{};
  const test::AllocationTrap trap;
  for (std::size_t number = 0; number < 300; ++number) {
    follower.process(channels.data(), frame);
    for (std::size_t i = 0; i < 32; ++i) {
      test::Noise random;
      for (std::size_t at = 0; at < frame; ++at) sounds[i][at] = 0.1F * random.next() + 0.0001F * static_cast<float>(number);
    }
    for (std::size_t i = 0; i < 32; i += 8) {
      const float speech = *follower.speech_probability(i);
      if (number > 60 && speech != before[i]) ++changes[number % 15];
      before[i] = speech;
    }
  }
  const test::TrapCounts counts = trap.counts();
  if (test::can_trap()) {
    CHECK(counts.allocations == 0);
    CHECK(counts.frees == 0);
    CHECK(counts.locks == 0);
  }
  // A place in the 10 ms for each eight, and never two in the same.
  std::size_t places = 0;
  for (const std::size_t count : changes) {
    CHECK(count <= 16);
    places += count > 0 ? 1 : 0;
  }
  CHECK(places == 4);
}
