// The repairs of files: what they make of planted defects, and what they leave alone.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <type_traits>
#include <vector>

#include "dsp/breath_repair.hpp"
#include "dsp/hum_repair.hpp"
#include "dsp/levels.hpp"
#include "dsp/plosive_repair.hpp"
#include "dsp/room_repair.hpp"
#include "dsp_support.hpp"
#include "file_repair_support.hpp"
#include "support.hpp"

using namespace sounddesk;
using namespace sounddesk::test;

namespace {

constexpr double rate_hz = 48000.0;

Sound sum_of(const Sound &one, const Sound &other) {
  Sound sum = one;
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += other[i];
  return sum;
}

/** Mean square of what differs between two moments, in decibels. */
double difference_db(const Sound &one, const Sound &other, double from_sec = 0.0, double to_sec = 1e9) {
  double sum = 0.0;
  const auto from = static_cast<std::size_t>(from_sec * rate_hz);
  const auto to = static_cast<std::size_t>(std::min(static_cast<double>(one.size()), to_sec * rate_hz));
  for (std::size_t i = from; i < to; ++i) {
    const double difference = static_cast<double>(one[i]) - other[i];
    sum += difference * difference;
  }
  return 10.0 * std::log10(sum / static_cast<double>(to - from) + 1e-20);
}

Sound noise_of(std::size_t count) {
  Sound noise(count);
  Noise from;
  for (float &sample : noise) sample = from.next();
  return noise;
}

/** Twelve harmonics of a mains that rises by a hundredth of a hertz in ten seconds. */
Sound hum_of(double mains_hz, std::size_t count) {
  Sound hum(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double sec = static_cast<double>(i) / rate_hz;
    const double turns = (mains_hz + 0.0005 * sec) * sec;
    for (int n = 1; n <= 12; ++n) hum[i] += static_cast<float>(0.02 / n * std::sin(2.0 * std::numbers::pi * n * turns + n));
  }
  return hum;
}

/** Of a P, in the middle of a second. */
Sound thumps_of(std::size_t count) {
  Sound thumps(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double sec = std::fmod(static_cast<double>(i) / rate_hz, 1.0) - 0.5;
    thumps[i] = static_cast<float>(0.4 * std::exp(-std::pow(sec / 0.02, 2.0)) * std::sin(2.0 * std::numbers::pi * 45.0 * sec + 1.0));
  }
  return thumps;
}

/** Of a third of a second, in each pause of `gentle_voice`. */
Sound breaths_of(std::size_t count) {
  const Sound noise = noise_of(count);
  Sound breaths(count);
  LowPass below(2500.0, rate_hz);
  LowPass rumble(500.0, rate_hz);
  for (std::size_t i = 0; i < count; ++i) {
    const double sec = std::fmod(static_cast<double>(i) / rate_hz, 1.5);
    const double low = below.process(noise[i]);
    const double shape = sec > 1.13 && sec < 1.47 ? std::sin(std::numbers::pi * (sec - 1.13) / 0.34) : 0.0;
    breaths[i] = static_cast<float>(0.03 * shape * (low - rumble.process(low)));
  }
  return breaths;
}

/** What walls give back from 60 ms on, again and again. */
Sound late_of(const Sound &sound) {
  Sound room = sound;
  for (std::size_t i = 6100; i < room.size(); ++i) room[i] += 0.3F * room[i - 3000] + 0.25F * room[i - 4400] + 0.2F * room[i - 6100];
  for (std::size_t i = 0; i < room.size(); ++i) room[i] -= sound[i];
  return room;
}

/** A repair and what it is set by. */
template <typename OfRepair, typename OfSettings>
struct Kinded {
  using Repair = OfRepair;
  using Settings = OfSettings;
};

}  // namespace

TEST_CASE("the de-hum of files takes the mains from under a voice, from the first sample to the last") {
  const Sound voice = gentle_voice(rate_hz, 21.3);
  for (const double mains_hz : {50.02, 59.97}) {
    const Sound hum = hum_of(mains_hz, voice.size());
    const Sound output = through<HumRepair>(DeHumSettings{true, 100.0F}, {sum_of(voice, hum)}).front();
    const Sound silence(voice.size());
    CAPTURE(mains_hz);
    for (const double from_sec : {0.0, 1.0, 10.0, 20.3}) {
      CAPTURE(from_sec);
      CHECK(difference_db(output, voice, from_sec, from_sec + 1.0) - difference_db(hum, silence) < -20.0);
    }
    CHECK(difference_db(output, voice) - difference_db(hum, silence) < -25.0);
  }
}

TEST_CASE("the de-hum of files leaves as much as it is set to, and is silent where the sound is") {
  Sound hum = hum_of(50.0, 480000);
  std::fill(hum.begin() + 240000, hum.begin() + 264000, 0.0F);
  const Sound output = through<HumRepair>(DeHumSettings{true, 50.0F}, {hum}).front();
  const Sound silence(hum.size());
  CHECK(difference_db(output, silence, 0.5, 3.0) - difference_db(hum, silence, 0.5, 3.0) == doctest::Approx(-6.02).epsilon(0.05));
  CHECK(std::all_of(output.begin() + 240000, output.begin() + 264000, [](float sample) { return sample == 0.0F; }));
}

TEST_CASE("the de-plosive of files lowers a thump from before it begins, and hardly a voice") {
  for (const double pitch_hz : {90.0, 140.0, 230.0}) {
    CAPTURE(pitch_hz);
    const Sound voice = gentle_voice(rate_hz, 6.0, pitch_hz);
    CHECK(difference_db(through<PlosiveRepair>(DePlosiveSettings{true, 50.0F}, {voice}).front(), voice) < -80.0);
    const Sound input = sum_of(voice, thumps_of(voice.size()));
    const Sound output = through<PlosiveRepair>(DePlosiveSettings{true, 50.0F}, {input}).front();
    // In the rise of a thump and in its fall.
    CHECK(difference_db(output, voice, 3.47, 3.5) - difference_db(input, voice, 3.47, 3.5) < -8.0);
    CHECK(difference_db(output, voice, 3.5, 3.54) - difference_db(input, voice, 3.5, 3.54) < -8.0);
  }
}

TEST_CASE("breath control of files lowers a breath from its beginning, and no bit of a voice or an s") {
  const Sound voice = gentle_voice(rate_hz, 6.0);
  const Sound breaths = breaths_of(voice.size());
  const Sound silence(voice.size());
  const Sound output = through<BreathRepair>(DeBreathSettings{true, 60.0F}, {sum_of(voice, breaths)}).front();
  for (const double from_sec : {4.2, 4.25, 4.3, 4.35}) {
    CAPTURE(from_sec);
    const double lowered_db = difference_db(output, silence, from_sec, from_sec + 0.05) - difference_db(breaths, silence, from_sec, from_sec + 0.05);
    CHECK(lowered_db < -9.0);
    CHECK(lowered_db > -12.5);
  }
  CHECK(difference_db(output, voice, 4.55, 5.0) < -90.0);
  CHECK(through<BreathRepair>(DeBreathSettings{true, 100.0F}, {voice}).front() == voice);
  Sound hiss = voice;
  const Sound noise = noise_of(voice.size());
  for (std::size_t i = 48000; i < 48000 + 9600; ++i) hiss[i] += 0.01F * (noise[i] - noise[i - 1]);
  CHECK(through<BreathRepair>(DeBreathSettings{true, 100.0F}, {hiss}).front() == hiss);
}

TEST_CASE("the de-reverb of files subtracts what a room gives back late, and hardly touches a dry voice") {
  Sound voice = gentle_voice(rate_hz, 33.0);
  // Syllables of changing length and loudness, as a voice has them: what is the same again and again can be predicted for good.
  const Sound noise = noise_of(voice.size());
  LowPass slow(4.0, rate_hz);
  LowPass below(2500.0, rate_hz);
  for (std::size_t i = 0; i < voice.size(); ++i) {
    const double loudness = std::max(0.0, 60.0 * slow.process(noise[(7 * i) % noise.size()]));
    voice[i] = static_cast<float>(0.1 * below.process(noise[i]) * loudness * loudness);
  }
  const Sound late = late_of(voice);
  const Sound silence(voice.size());
  const Sound output = through<RoomRepair>(DeReverbSettings{true, 50.0F}, {sum_of(voice, late)}).front();
  for (const double from_sec : {0.0, 15.0, 25.0}) {
    CAPTURE(from_sec);
    CHECK(difference_db(output, voice, from_sec, from_sec + 8.0) - difference_db(late, silence, from_sec, from_sec + 8.0) < -3.0);
  }
  const Sound dry = through<RoomRepair>(DeReverbSettings{true, 50.0F}, {voice}).front();
  CHECK(difference_db(dry, voice) - difference_db(voice, silence) < -15.0);
}

TEST_CASE_TEMPLATE("a repair of files gives as much as came, however it comes", Kind, Kinded<HumRepair, DeHumSettings>,
                   Kinded<PlosiveRepair, DePlosiveSettings>, Kinded<RoomRepair, DeReverbSettings>, Kinded<BreathRepair, DeBreathSettings>) {
  using Repair = typename Kind::Repair;
  using Settings = typename Kind::Settings;
  const std::size_t count = 230123;
  const Sound voice = gentle_voice(rate_hz, 5.0);
  const Sound beginning(voice.begin(), voice.begin() + static_cast<std::ptrdiff_t>(count));
  const Sound hum = std::is_same_v<Repair, HumRepair> ? hum_of(50.0, count) : Sound(count);
  const Sounds sounds{sum_of(sum_of(beginning, hum), thumps_of(count)), sum_of(beginning, breaths_of(count))};
  const Sounds output = through<Repair>(Settings{true, 80.0F}, sounds);
  REQUIRE(output[0].size() == count);
  REQUIRE(output[1].size() == count);
  CHECK(output != sounds);
  CHECK(through<Repair>(Settings{true, 80.0F}, sounds, 997) == output);
  CHECK(through<Repair>(Settings{true, 80.0F}, sounds, count) == output);
  for (const std::size_t few : {std::size_t{0}, std::size_t{1}, std::size_t{31}, std::size_t{5000}, std::size_t{30000}}) {
    CAPTURE(few);
    CHECK(through<Repair>(Settings{true, 100.0F}, {Sound(few, 0.0F)}, 1000).front() == Sound(few, 0.0F));
    Sound loud(few);
    for (std::size_t i = 0; i < few; ++i) loud[i] = i % 977 == 0 ? 3e38F : 1e-38F;
    const Sound given = through<Repair>(Settings{true, 100.0F}, {loud}, 1000).front();
    REQUIRE(given.size() == few);
    for (const float sample : given) REQUIRE(std::isfinite(sample));
  }
}
