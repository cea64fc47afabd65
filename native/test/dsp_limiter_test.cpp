#include <doctest/doctest.h>

#include <limits>

#include "dsp/limiter.hpp"
#include "dsp_support.hpp"
#include "support.hpp"

using namespace sounddesk;
using namespace sounddesk::test;

namespace {

double true_peak_db(const std::vector<float> &samples) {
  TruePeakMeter meter(1);
  const float *channel = samples.data();
  // Not finished: a sound cut off in full swing has a crest of its own.
  meter.add(&channel, samples.size());
  return meter.peak_db();
}

std::vector<float> loud_sound(double rate_hz, int kind) {
  std::vector<float> samples(static_cast<std::size_t>(3 * rate_hz));
  Noise noise;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double sec = static_cast<double>(i) / rate_hz;
    switch (kind) {
      // A tone at a quarter of the rate, off its crests: samples at 0.71 of the true peak.
      case 0: samples[i] = static_cast<float>(1.4 * std::sin(std::numbers::pi / 2 * static_cast<double>(i) + 0.785)); break;
      case 1: samples[i] = 3.0F * noise.next(); break;
      // Clicks of full scale in a quiet tone.
      case 2: samples[i] = static_cast<float>(0.2 * std::sin(2765.0 * sec)) + (i % 4801 == 0 ? 2.0F : 0.0F); break;
      default: samples[i] = static_cast<float>((std::fmod(sec, 0.5) < 0.25 ? 4.0 : 0.1) * std::sin(622.0 * sec)); break;
    }
  }
  return samples;
}

}  // namespace

TEST_CASE("limiter: nothing leaves it above -1 dBTP, whatever comes") {
  for (const double rate_hz : session_rates) {
    for (int kind = 0; kind < 4; ++kind) {
      CAPTURE(rate_hz);
      CAPTURE(kind);
      TruePeakLimiter limiter(rate_hz, 1);
      std::vector<float> samples = loud_sound(rate_hz, kind);
      run_mono(limiter, samples);
      const double peak_db = true_peak_db(samples);
      CAPTURE(peak_db);
      CHECK(peak_db < -1.0);
      CHECK(limiter.take_reduction_db() > 2.0F);
    }
  }
}

TEST_CASE("limiter: below its ceiling the sound is the input, later by the stated latency") {
  for (const double rate_hz : session_rates) {
    TruePeakLimiter limiter(rate_hz, 1);
    const std::vector<float> input = sine_of(1234.0, 0.85, rate_hz, 0.5);
    std::vector<float> output = input;
    run_mono(limiter, output);
    const auto latency = static_cast<std::ptrdiff_t>(limiter.latency_frames());
    CHECK(std::equal(input.begin(), input.end() - latency, output.begin() + latency));
    CHECK(limiter.take_reduction_db() == 0.0F);
    CHECK(static_cast<double>(latency) / rate_hz < 0.002);
  }
}

TEST_CASE("limiter: switching makes no click and no jump in time") {
  TruePeakLimiter limiter(48000.0, 1);
  std::vector<float> samples = sine_of(103.7, 1.8, 48000.0, 3.0);
  run_mono(limiter, samples, 0, 48000);
  limiter.set(false);
  run_mono(limiter, samples, 48000, 96000);
  limiter.set(true);
  run_mono(limiter, samples, 96000, samples.size());
  CHECK(peak_in(samples, 90000, 95000) > 1.75F);
  CHECK(peak_in(samples, 100000, samples.size()) < 0.9F);
  // What is left is the ramp of 6 dB within the look-ahead.
  CHECK(largest_bend(samples, 200) < 0.02);
}

TEST_CASE("limiter: a sample that was no number becomes silence and is forgotten") {
  TruePeakLimiter limiter(48000.0, 1);
  std::vector<float> samples = sine_of(1000.0, 0.5, 48000.0, 1.0);
  samples[5000] = std::numeric_limits<float>::quiet_NaN();
  samples[6000] = std::numeric_limits<float>::infinity();
  run_mono(limiter, samples);
  for (const float sample : samples) REQUIRE(std::isfinite(sample));
  CHECK(peak_in(samples, 24000, samples.size()) == doctest::Approx(0.5).epsilon(0.001));
}
