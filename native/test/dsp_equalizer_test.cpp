#include <doctest/doctest.h>

#include <limits>

#include "dsp/equalizer.hpp"
#include "dsp_support.hpp"

using namespace sounddesk;
using namespace sounddesk::test;

namespace {

/**
 * The textbook's analogue peaking filter, (s² + s A/Q + 1) / (s² + s/(A Q) + 1), at the frequency that the
 * bilinear transform puts in the place of this one.
 */
double textbook_db(double frequency_hz, double centre_hz, double q, double gain_db, double rate_hz) {
  const double amplitude = std::pow(10.0, gain_db / 40.0);
  const double warped =
      std::tan(std::numbers::pi * frequency_hz / rate_hz) / std::tan(std::numbers::pi * centre_hz / rate_hz);
  const std::complex<double> s(0.0, warped);
  return db(std::abs((s * s + s * amplitude / q + 1.0) / (s * s + s / (amplitude * q) + 1.0)));
}

constexpr std::array<double, 14> probe_hz{30,   60,   110,  170,   310,   600,   1000,
                                          1700, 3000, 6000, 10000, 12000, 14000, 16000};

/** Impulse response after the gains have been reached. */
std::vector<float> impulse_response(const EqualizerGains &gains_db, double rate_hz) {
  Equalizer equalizer(rate_hz, 1);
  equalizer.set(gains_db);
  std::vector<float> samples(static_cast<std::size_t>(2 * rate_hz), 0.0F);
  const auto start = static_cast<std::size_t>(rate_hz / 2);
  samples[start] = 1.0F;
  run_mono(equalizer, samples);
  return {samples.begin() + static_cast<std::ptrdiff_t>(start), samples.end()};
}

}  // namespace

TEST_CASE("equalizer: every band follows its textbook curve within 0.1 dB at every rate") {
  for (const double rate_hz : session_rates) {
    double worst_db = 0.0;
    for (std::size_t band = 0; band < equalizer_bands; ++band) {
      for (const float gain_db : {-12.0F, -6.5F, 0.5F, 12.0F}) {
        EqualizerGains gains{};
        gains[band] = gain_db;
        const std::vector<float> impulse = impulse_response(gains, rate_hz);
        for (const double probe : probe_hz) {
          const double measured_db = db(std::abs(response_at(impulse, probe, rate_hz)));
          const double expected_db =
              textbook_db(probe, equalizer_frequencies_hz[band], equalizer_q(band), gain_db, rate_hz);
          worst_db = std::max(worst_db, std::fabs(measured_db - expected_db));
        }
      }
    }
    CAPTURE(rate_hz);
    CHECK(worst_db < 0.01);
  }
}

TEST_CASE("equalizer: all bands together are the sum of their curves, and equal gains stay near that gain") {
  const EqualizerGains gains{6, 6, 6, 6, 6, 6, 6, 6, 6, 6};
  const std::vector<float> impulse = impulse_response(gains, 48000.0);
  double worst_db = 0.0;
  double highest_db = -100.0;
  double lowest_db = 100.0;
  for (double probe = 50.0; probe < 16500.0; probe *= 1.03) {
    double expected_db = 0.0;
    for (std::size_t band = 0; band < equalizer_bands; ++band) {
      expected_db += textbook_db(probe, equalizer_frequencies_hz[band], equalizer_q(band), 6.0, 48000.0);
    }
    const double measured_db = db(std::abs(response_at(impulse, probe, 48000.0)));
    worst_db = std::max(worst_db, std::fabs(measured_db - expected_db));
    highest_db = std::max(highest_db, measured_db);
    lowest_db = std::min(lowest_db, measured_db);
  }
  CAPTURE(lowest_db);
  CHECK(worst_db < 0.01);
  CHECK(highest_db < 9.0);
}

TEST_CASE("equalizer: flat is the input, bit for bit, before and after other gains") {
  Equalizer equalizer(48000.0, 1);
  const std::vector<float> input = sine_of(440.0, 0.5, 48000.0, 1.0);
  std::vector<float> output = input;
  run_mono(equalizer, output);
  CHECK(output == input);
  equalizer.set({3, -3, 3, -3, 3, -3, 3, -3, 3, -3});
  output = input;
  run_mono(equalizer, output);
  CHECK(output != input);
  equalizer.set({});
  std::vector<float> silence(48000, 0.0F);
  run_mono(equalizer, silence);
  output = input;
  run_mono(equalizer, output);
  CHECK(output == input);
}

TEST_CASE("equalizer: changed gains make no click, and end at the new curve whatever the block sizes") {
  for (const double rate_hz : session_rates) {
    CAPTURE(rate_hz);
    Equalizer equalizer(rate_hz, 1);
    std::vector<float> samples = sine_of(103.7, 0.5, rate_hz, 2.0);
    const auto quarter = samples.size() / 4;
    equalizer.set({12, 12, 0, 0, 0, 0, 0, 0, 0, 0});
    run_mono(equalizer, samples, 0, quarter);
    equalizer.set({-12, -12, 12, 0, 0, 0, 12, 0, -12, 12});
    run_mono(equalizer, samples, quarter, 2 * quarter);
    equalizer.set({});
    run_mono(equalizer, samples, 2 * quarter, 3 * quarter);
    // Again on its way, half done.
    equalizer.set({12, 12, 12, 12, 12, 12, 12, 12, 12, 12});
    run_mono(equalizer, samples, 3 * quarter, 3 * quarter + 500);
    equalizer.set({-12, -12, -12, -12, -12, -12, -12, -12, -12, -12});
    run_mono(equalizer, samples, 3 * quarter + 500, samples.size());
    // The tone at its loudest, +20 dB, has 8e-4 at 44.1 kHz; a switch without a ramp measures 0.1 and more.
    CHECK(largest_bend(samples) < 0.003);
  }
}

TEST_CASE("equalizer: it forgets a sample that was no number, and silence leaves nothing behind") {
  for (const float broken : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    Equalizer equalizer(48000.0, 1);
    equalizer.set({6, 6, 6, 6, 6, 6, 6, 6, 6, 6});
    std::vector<float> samples = sine_of(1000.0, 0.5, 48000.0, 1.0);
    samples[10000] = broken;
    run_mono(equalizer, samples);
    for (std::size_t i = 24000; i < samples.size(); ++i) REQUIRE(std::isfinite(samples[i]));
    CHECK(peak_in(samples, 24000, samples.size()) > 0.5F);
    std::vector<float> silence(5 * 48000, 0.0F);
    run_mono(equalizer, silence);
    CHECK(peak_in(silence, 4 * 48000, silence.size()) == 0.0F);
  }
}
