// The hum meter: what it finds of the mains, and what it takes for a voice or for noise.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "dsp/hum_meter.hpp"

using namespace sounddesk;

namespace {

std::vector<float> noise(double rate_hz, double rms_db) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal(0.0, std::pow(10.0, rms_db / 20.0));
  std::vector<float> sound(static_cast<std::size_t>(2.0 * rate_hz));
  for (float &sample : sound) sample = static_cast<float>(normal(random));
  return sound;
}

void add_tone(std::vector<float> &sound, double rate_hz, double hz, double peak_db) {
  const double amplitude = std::pow(10.0, peak_db / 20.0);
  for (std::size_t i = 0; i < sound.size(); ++i) {
    sound[i] += static_cast<float>(amplitude * std::sin(2.0 * std::numbers::pi * hz * static_cast<double>(i) / rate_hz));
  }
}

HumReading read(const std::vector<float> &sound, double rate_hz) {
  HumMeter meter(rate_hz);
  for (std::size_t at = 0; at + 480 <= sound.size(); at += 480) meter.add(sound.data() + at, 480);
  REQUIRE(meter.reading().has_value());
  return *meter.reading();
}

}  // namespace

TEST_CASE("hum of the mains stands out, at any rate") {
  for (const double rate_hz : {44100.0, 48000.0, 96000.0}) {
    for (const int mains_hz : {50, 60}) {
      std::vector<float> sound = noise(rate_hz, -60.0);
      add_tone(sound, rate_hz, mains_hz, -50.0);
      add_tone(sound, rate_hz, 2.0 * mains_hz, -60.0);
      const HumReading hum = read(sound, rate_hz);
      CHECK(hum.mains_hz == mains_hz);
      // Of a sine, 3 dB below its peak; the harmonic adds 0.4 dB.
      CHECK(hum.level_db == doctest::Approx(-52.6).epsilon(0.01));
      CHECK(hum.prominence_db > 20.0);
    }
  }
}

TEST_CASE("noise and a voice's tone elsewhere do not stand out") {
  CHECK(read(noise(48000.0, -40.0), 48000.0).prominence_db < 10.0);
  std::vector<float> voice = noise(48000.0, -60.0);
  for (int partial = 1; partial <= 8; ++partial) add_tone(voice, 48000.0, 133.0 * partial, -20.0 - 2.0 * partial);
  CHECK(read(voice, 48000.0).prominence_db < 10.0);
}

TEST_CASE("nothing is known before the first second") {
  HumMeter meter(48000.0);
  const std::vector<float> sound(24000, 0.0F);
  meter.add(sound.data(), sound.size());
  CHECK_FALSE(meter.reading().has_value());
}
