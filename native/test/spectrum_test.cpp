#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "dsp/levels.hpp"
#include "dsp/spectrum.hpp"
#include "support.hpp"

using namespace sounddesk;

namespace {

std::size_t band_of(double frequency_hz) {
  std::size_t band = 0;
  while (band + 1 < spectrum_bands && spectrum_edge_hz(band + 1) <= frequency_hz) ++band;
  return band;
}

std::vector<float> sine(double frequency_hz, double amplitude) {
  std::vector<float> sound(8192);
  for (std::size_t i = 0; i < sound.size(); ++i) {
    sound[i] = static_cast<float>(amplitude * std::sin(2.0 * std::numbers::pi * frequency_hz * static_cast<double>(i) / 48000.0));
  }
  return sound;
}

}  // namespace

TEST_CASE("spectrum: a sine of any frequency reads its peak in its band, within half a decibel") {
  for (double frequency_hz = 30.0; frequency_hz < 19900.0; frequency_hz *= 1.031) {
    Spectrum spectrum(48000.0);
    const std::vector<float> sound = sine(frequency_hz, 1.0);
    spectrum.add(sound.data(), sound.size(), 1);
    CAPTURE(frequency_hz);
    CHECK(std::fabs(static_cast<double>(spectrum.read()[band_of(frequency_hz)])) < 0.5);
  }
}

TEST_CASE("spectrum: it follows the level, keeps to its neighbourhood, and silence is the floor") {
  Spectrum spectrum(48000.0);
  for (const float level : spectrum.read()) CHECK(level == silence_db);
  const std::vector<float> sound = sine(1000.0, 0.01);
  spectrum.add(sound.data(), sound.size(), 1);
  const auto levels = spectrum.read();
  CHECK(levels[band_of(1000.0)] == doctest::Approx(-40.0).epsilon(0.02));
  CHECK(levels[band_of(2000.0)] < -120.0 + 20.0);
  CHECK(levels[band_of(100.0)] < -120.0 + 20.0);
}

TEST_CASE("spectrum: of samples by turns it takes its own") {
  Spectrum spectrum(48000.0);
  const std::vector<float> sound = sine(1000.0, 0.5);
  std::vector<float> pairs;
  for (const float sample : sound) pairs.insert(pairs.end(), {sample, 0.0F});
  spectrum.add(pairs.data() + 1, sound.size(), 2);
  CHECK(spectrum.read()[band_of(1000.0)] == silence_db);
  spectrum.add(pairs.data(), sound.size(), 2);
  CHECK(spectrum.read()[band_of(1000.0)] == doctest::Approx(-6.0).epsilon(0.05));
}
