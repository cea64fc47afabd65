// The steps that take a defect out: what they find of planted ones, and what they leave alone.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#include "dsp/effects.hpp"
#include "dsp/live_loudness.hpp"
#include "dsp_allocation_trap.hpp"
#include "dsp_support.hpp"

using namespace sounddesk;
using namespace sounddesk::test;

namespace {

constexpr double rate_hz = 48000.0;

using Sound = std::vector<float>;

Sound voice_of(double sec, double pitch_hz = 140.0) { return gentle_voice(rate_hz, sec, pitch_hz); }

/** Even noise in ±1. */
Sound noise_of(std::size_t count) {
  Sound noise(count);
  unsigned seed = 7;
  for (float &sample : noise) {
    seed = seed * 1664525U + 1013904223U;
    sample = static_cast<float>(static_cast<double>(seed) / 2147483648.0 - 1.0);
  }
  return noise;
}

Sound sum_of(const Sound &one, const Sound &other) {
  Sound sum = one;
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += other[i];
  return sum;
}

template <typename Stage>
Sound through(Stage &stage, Sound sound) {
  run_mono(stage, sound, 0, sound.size());
  return sound;
}

/** Mean square of what differs from `from_sec` on, in decibels. */
double difference_db(const Sound &one, const Sound &other, double from_sec = 0.0, double to_sec = 1e9) {
  double sum = 0.0;
  std::size_t count = 0;
  const auto from = static_cast<std::size_t>(from_sec * rate_hz);
  const auto to = static_cast<std::size_t>(std::min(static_cast<double>(one.size()), to_sec * rate_hz));
  for (std::size_t i = from; i < to; ++i, ++count) {
    const double difference = static_cast<double>(one[i]) - other[i];
    sum += difference * difference;
  }
  return 10.0 * std::log10(sum / static_cast<double>(count) + 1e-20);
}

Sound hum_of(double mains_hz, double level, std::size_t count) {
  Sound hum(count);
  constexpr std::array<std::pair<double, double>, 5> tones{{{1.0, 0.5}, {2.0, 1.0}, {3.0, 0.6}, {5.0, 0.3}, {7.0, 0.2}}};
  for (const auto &[harmonic, share] : tones) {
    for (std::size_t i = 0; i < count; ++i) {
      hum[i] += static_cast<float>(level * share * std::sin(2.0 * std::numbers::pi * mains_hz * harmonic * static_cast<double>(i) / rate_hz + harmonic));
    }
  }
  return hum;
}

}  // namespace

TEST_CASE("the de-hum finds the mains wherever it is, and takes it from under a voice") {
  const Sound voice = voice_of(14.0);
  for (const double mains_hz : {49.6, 50.0, 50.3, 60.4}) {
    const Sound hum = hum_of(mains_hz, 0.01, voice.size());
    DeHum de_hum(rate_hz, 1);
    de_hum.set({true, 100.0F});
    const Sound output = through(de_hum, sum_of(voice, hum));
    CAPTURE(mains_hz);
    CHECK(de_hum.mains_hz(0) == doctest::Approx(mains_hz).epsilon(0.0005));
    const double before_db = difference_db(sum_of(voice, hum), voice, 8.0);
    CHECK(difference_db(output, voice, 8.0) - before_db < -20.0);
  }
}

TEST_CASE("the de-hum leaves as much of the hum as it is set to, and a hum that is not there takes nothing") {
  const Sound voice = voice_of(12.0);
  const Sound hum = hum_of(50.0, 0.01, voice.size());
  DeHum half(rate_hz, 1);
  half.set({true, 50.0F});
  const double before_db = difference_db(sum_of(voice, hum), voice, 8.0);
  CHECK(difference_db(through(half, sum_of(voice, hum)), voice, 8.0) - before_db == doctest::Approx(-6.0).epsilon(0.1));
  for (const double pitch_hz : {90.0, 140.0, 230.0}) {
    const Sound alone = voice_of(12.0, pitch_hz);
    DeHum de_hum(rate_hz, 1);
    de_hum.set({true, 100.0F});
    CAPTURE(pitch_hz);
    CHECK(through(de_hum, alone) == alone);
  }
}

TEST_CASE("the de-hum is silent where the sound is: it does not subtract what has ended with it") {
  Sound sound = sum_of(voice_of(8.0), hum_of(50.0, 0.01, static_cast<std::size_t>(8.0 * rate_hz)));
  const auto muted = static_cast<std::size_t>(6.0 * rate_hz);
  std::fill(sound.begin() + static_cast<std::ptrdiff_t>(muted), sound.end(), 0.0F);
  DeHum de_hum(rate_hz, 1);
  de_hum.set({true, 100.0F});
  const Sound output = through(de_hum, sound);
  CHECK(de_hum.mains_hz(0) == doctest::Approx(50.0).epsilon(0.0005));
  for (std::size_t i = muted + 16; i < output.size(); ++i) REQUIRE(output[i] == 0.0F);
}

TEST_CASE("the de-click takes planted clicks out and no sample elsewhere") {
  const Sound voice = voice_of(6.0);
  Sound clicks(voice.size());
  std::size_t planted = 0;
  for (std::size_t at = 14000; at + 100 < clicks.size(); at += 17011, ++planted) {
    const std::size_t length = planted % 3 == 0 ? 1 : planted % 3 == 1 ? 8 : 40;
    for (std::size_t i = 0; i < length; ++i) clicks[at + i] = (i % 2 == 0 ? 0.4F : -0.3F) * std::exp(-static_cast<float>(i) / 12.0F);
  }
  DeClick de_click(rate_hz, 1);
  de_click.set({true, 50.0F});
  const Sound output = through(de_click, sum_of(voice, clicks));
  CHECK(difference_db(output, voice) - difference_db(sum_of(voice, clicks), voice) < -12.0);
  for (std::size_t at = 14000; at + 17011 < clicks.size(); at += 17011) {
    for (std::size_t i = at + 200; i < at + 17000; ++i) REQUIRE(output[i] == voice[i]);
  }
  CHECK(planted > 15);
  DeClick quiet(rate_hz, 1);
  quiet.set({true, 50.0F});
  CHECK(through(quiet, voice) == voice);
}

TEST_CASE("the de-click leaves all but the first one and a half milliseconds of a T as they are") {
  const Sound noise = noise_of(48000);
  Sound sound(48000);
  for (std::size_t i = 24000; i < 24000 + 2400; ++i) {
    sound[i] = 0.2F * noise[i] * std::exp(-static_cast<float>(i - 24000) / 600.0F);
  }
  DeClick de_click(rate_hz, 1);
  de_click.set({true, 100.0F});
  const Sound output = through(de_click, sound);
  for (std::size_t i = 24000 + 80; i < sound.size(); ++i) REQUIRE(output[i] == sound[i]);
}

TEST_CASE("the de-plosive lowers the thump of a P and leaves voices alone, low ones too") {
  for (const double pitch_hz : {90.0, 140.0, 230.0}) {
    const Sound voice = voice_of(6.0, pitch_hz);
    Sound thump(voice.size());
    for (std::size_t i = 0; i < 4800; ++i) {
      const double sec = static_cast<double>(i) / rate_hz;
      const double shape = std::exp(-std::pow((sec - 0.04) / 0.02, 2.0));
      thump[static_cast<std::size_t>(2.85 * rate_hz) + i] = static_cast<float>(0.4 * shape * std::sin(2.0 * std::numbers::pi * 45.0 * sec));
    }
    DePlosive de_plosive(rate_hz, 1);
    de_plosive.set({true, 50.0F});
    const Sound input = sum_of(voice, thump);
    const Sound output = through(de_plosive, input);
    CAPTURE(pitch_hz);
    CHECK(difference_db(output, voice, 2.85, 2.95) - difference_db(input, voice, 2.85, 2.95) < -8.0);
    DePlosive alone(rate_hz, 1);
    alone.set({true, 50.0F});
    CHECK(difference_db(through(alone, voice), voice) < -90.0);
  }
}

TEST_CASE("the de-reverb lowers the tail of a room behind a word, and hardly touches a dry voice") {
  const Sound noise = noise_of(static_cast<std::size_t>(8.0 * rate_hz));
  // Bursts of 0.3 s each second, dry, and in a room that falls by 60 dB in 0.6 s.
  const auto bursts_of = [&](double fall_sec) {
    Sound sound = noise;
    for (std::size_t i = 0; i < sound.size(); ++i) {
      const double behind_sec = std::max(0.0, std::fmod(static_cast<double>(i) / rate_hz, 1.0) - 0.3);
      sound[i] *= static_cast<float>(0.1 * std::pow(10.0, -3.0 * behind_sec / fall_sec));
    }
    return sound;
  };
  const Sound silence(noise.size());
  const auto change_db = [&](const Sound &input, double from_sec, double to_sec) {
    DeReverb de_reverb(rate_hz, 1);
    de_reverb.set({true, 100.0F});
    return difference_db(through(de_reverb, input), silence, from_sec, to_sec) - difference_db(input, silence, from_sec, to_sec);
  };
  const Sound room = bursts_of(0.6);
  CHECK(change_db(room, 7.4, 7.8) < -6.0);
  CHECK(change_db(room, 7.1, 7.3) > -1.5);
  const Sound dry = bursts_of(0.05);
  CHECK(change_db(dry, 7.0, 7.3) > -0.3);
}

TEST_CASE("breath control lowers a breath, and neither a voice nor an s") {
  const Sound voice = voice_of(6.0);
  const Sound noise = noise_of(voice.size());
  Sound breath(voice.size());
  LowPass below(2500.0, rate_hz);
  LowPass rumble(500.0, rate_hz);
  for (std::size_t i = 0; i < breath.size(); ++i) {
    const double sec = std::fmod(static_cast<double>(i) / rate_hz, 1.5);
    const double low = below.process(noise[i]);
    const double shape = sec > 1.13 && sec < 1.47 ? std::sin(std::numbers::pi * (sec - 1.13) / 0.34) : 0.0;
    breath[i] = static_cast<float>(0.03 * shape * (low - rumble.process(low)));
  }
  DeBreath de_breath(rate_hz, 1);
  de_breath.set({true, 60.0F});
  const Sound output = through(de_breath, sum_of(voice, breath));
  // The second half of a breath, and the voice behind it.
  const Sound silence(voice.size());
  const double lowered_db = difference_db(output, silence, 4.32, 4.4) - difference_db(breath, silence, 4.32, 4.4);
  CHECK(lowered_db < -8.0);
  CHECK(lowered_db > -12.5);
  CHECK(difference_db(output, voice, 4.55, 5.0) < -90.0);
  DeBreath alone(rate_hz, 1);
  alone.set({true, 100.0F});
  CHECK(difference_db(through(alone, voice), voice) < -90.0);
  Sound hiss = voice;
  double last = 0.0;
  for (std::size_t i = 48000; i < 48000 + 9600; ++i) {
    hiss[i] += static_cast<float>(0.01 * (noise[i] - last));
    last = noise[i];
  }
  DeBreath with_s(rate_hz, 1);
  with_s.set({true, 100.0F});
  CHECK(difference_db(through(with_s, hiss), hiss) < -90.0);
}

TEST_CASE_TEMPLATE("a repair passes every bit when off, allocates nothing and survives what is no number", Stage, DeHum, DeClick, DePlosive,
                   DeReverb, DeBreath) {
  Sound sound = sum_of(voice_of(3.0), hum_of(50.0, 0.05, 144000));
  Stage off(rate_hz, 1);
  off.set({});
  CHECK(through(off, sound) == sound);
  Stage stage(rate_hz, 1);
  stage.set({true, 100.0F});
  {
    Sound samples = sound;
    float *const channel = samples.data();
    const AllocationTrap trap;
    stage.process(&channel, samples.size());
    CHECK(trap.counts().allocations == 0);
    CHECK(trap.counts().locks == 0);
  }
  Sound broken(480, std::numeric_limits<float>::quiet_NaN());
  through(stage, broken);
  Sound after = through(stage, sound);
  // The first block may hold what is no number; behind it every sample is one.
  for (std::size_t i = 480; i < after.size(); ++i) REQUIRE(std::isfinite(after[i]));
  stage.set({});
  through(stage, sound);
  CHECK(through(stage, sound) == sound);
}

TEST_CASE("the leveler brings a soft and a loud voice to one loudness, slowly, and rests in pauses") {
  const Sound voice = voice_of(40.0);
  Sound two(voice.size());
  for (std::size_t i = 0; i < two.size(); ++i) two[i] = voice[i] * (i < voice.size() / 2 ? 0.25F : 1.0F);
  Leveler leveler(rate_hz, 1);
  leveler.set({true, -23.0F});
  const Sound output = through(leveler, two);
  const auto lufs_of = [](const Sound &sound, double from_sec, double to_sec) {
    LiveLoudness loudness(rate_hz, 1);
    const float *const part = sound.data() + static_cast<std::size_t>(from_sec * rate_hz);
    loudness.add(&part, static_cast<std::size_t>((to_sec - from_sec) * rate_hz));
    return loudness.integrated_lufs().value_or(-99.0);
  };
  CHECK(lufs_of(two, 30.0, 40.0) - lufs_of(two, 5.0, 20.0) == doctest::Approx(12.0).epsilon(0.02));
  CHECK(lufs_of(output, 5.0, 20.0) == doctest::Approx(-23.0).epsilon(0.05));
  CHECK(lufs_of(output, 30.0, 40.0) == doctest::Approx(-23.0).epsilon(0.05));
  // Half a second in which a hand at 3 dB a second goes 1.5 dB, once the first second of speech is over.
  for (double at = 3.0; at + 0.5 < 20.0; at += 0.5) {
    const double change_db = (lufs_of(output, at, at + 0.45) - lufs_of(two, at, at + 0.45)) -
                             (lufs_of(output, at - 0.5, at - 0.05) - lufs_of(two, at - 0.5, at - 0.05));
    CAPTURE(at);
    CHECK(std::fabs(change_db) < 1.8);
  }
  Leveler off(rate_hz, 1);
  off.set({});
  CHECK(through(off, two) == two);
}
