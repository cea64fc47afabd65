#include <doctest/doctest.h>

#include <limits>

#include "dsp/compressor.hpp"
#include "dsp/gate.hpp"
#include "dsp_support.hpp"

using namespace sounddesk;
using namespace sounddesk::test;

namespace {

/** Output level of Giannoulis, Massberg and Reiss, equation 4. */
double textbook_output_db(double x, double threshold, double ratio, double knee) {
  if (2.0 * (x - threshold) < -knee) return x;
  if (2.0 * std::fabs(x - threshold) <= knee && knee > 0.0) {
    return x + (1.0 / ratio - 1.0) * std::pow(x - threshold + knee / 2.0, 2.0) / (2.0 * knee);
  }
  return threshold + (x - threshold) / ratio;
}

CompressorSettings settings_of(float threshold_db, float ratio, float attack_ms, float release_ms, float makeup_db,
                               float knee_db) {
  return {true, threshold_db, ratio, attack_ms, release_ms, makeup_db, knee_db};
}

}  // namespace

TEST_CASE("compressor: steady tones follow the textbook's curve within 0.1 dB, with knee and make-up") {
  double worst_db = 0.0;
  for (const double rate_hz : session_rates) {
    for (const CompressorSettings &settings :
         {settings_of(-18, 4, 3, 100, 2, 2), settings_of(-30, 20, 0.1F, 10, 0, 0), settings_of(-40, 1, 10, 100, 20, 10),
          settings_of(-12, 2, 1, 50, 3, 10), settings_of(0, 8, 3, 100, 0, 6)}) {
      for (double level_db = -50.0; level_db <= 0.0; level_db += 2.5) {
        for (const double frequency_hz : {100.0, 997.0, 7000.0}) {
          Compressor compressor(rate_hz, 1);
          compressor.set(settings);
          std::vector<float> samples = sine_of(frequency_hz, std::pow(10.0, level_db / 20.0), rate_hz, 0.4);
          const auto from = samples.size() / 2;
          const double input_db = db(peak_in(samples, from, samples.size()));
          run_mono(compressor, samples);
          const double expected_db =
              textbook_output_db(input_db, settings.threshold_db, settings.ratio, settings.knee_db) +
              settings.makeup_gain_db;
          worst_db = std::max(worst_db, std::fabs(db(peak_in(samples, from, samples.size())) - expected_db));
        }
      }
    }
  }
  CAPTURE(worst_db);
  CHECK(worst_db < 0.05);
}

TEST_CASE("compressor: attack and release follow a step by 63 % in their times") {
  for (const double rate_hz : session_rates) {
    CAPTURE(rate_hz);
    for (const float attack_ms : {0.5F, 3.0F, 100.0F}) {
      for (const float release_ms : {10.0F, 100.0F, 1000.0F}) {
        Compressor compressor(rate_hz, 1);
        compressor.set(settings_of(-20, 4, attack_ms, release_ms, 0, 0));
        const auto loud = static_cast<std::size_t>(rate_hz);
        std::vector<float> samples(static_cast<std::size_t>(4 * rate_hz), 1.0F);
        std::fill(samples.begin(), samples.begin() + 1000, 0.01F);
        std::fill(samples.begin() + 1000 + static_cast<std::ptrdiff_t>(loud), samples.end(), 0.01F);
        const std::vector<float> input = samples;
        run_mono(compressor, samples);
        const auto gain_db = [&](std::size_t i) { return db(samples[i]) - db(input[i]); };
        const auto ms = [&](double time_ms) { return static_cast<std::size_t>(std::lround(time_ms * rate_hz / 1000.0)); };
        // 20 dB over at 4:1: 15 dB.
        CHECK(std::fabs(gain_db(1000 + ms(attack_ms) - 1) + 15.0 * (1.0 - std::exp(-1.0))) < 0.1);
        CHECK(std::fabs(gain_db(1000 + loud - 1) + 15.0) < 0.1);
        const std::size_t begins = 1000 + loud + ms(10) - 1;
        CHECK(std::fabs(gain_db(begins + ms(release_ms) - 1) + 15.0 * std::exp(-1.0)) < 0.1);
      }
    }
  }
}

TEST_CASE("compressor: changes and switching make no click, and off is the input bit for bit") {
  for (const double rate_hz : session_rates) {
    CAPTURE(rate_hz);
    Compressor compressor(rate_hz, 1);
    const std::vector<float> input = sine_of(103.7, 0.5, rate_hz, 3.0);
    std::vector<float> samples = input;
    const std::array<CompressorSettings, 8> turns{
        CompressorSettings{},           settings_of(-40, 20, 0.1F, 10, 0, 0), settings_of(-10, 2, 0.1F, 10, 20, 10),
        settings_of(-40, 20, 3, 50, 20, 0), CompressorSettings{},             settings_of(-20, 4, 0.1F, 10, 20, 0),
        settings_of(0, 1, 100, 1000, 0, 0), CompressorSettings{}};
    const std::size_t part = samples.size() / turns.size();
    for (std::size_t turn = 0; turn < turns.size(); ++turn) {
      compressor.set(turns[turn]);
      run_mono(compressor, samples, turn * part, (turn + 1) * part);
    }
    CHECK(std::equal(input.begin(), input.begin() + static_cast<std::ptrdiff_t>(part), samples.begin()));
    CHECK(std::equal(input.end() - static_cast<std::ptrdiff_t>(part / 2), input.end(),
                     samples.end() - static_cast<std::ptrdiff_t>(part / 2)));
    CHECK(largest_bend(samples) < 0.02);
  }
}

TEST_CASE("compressor: what was no number is gone after the sample, and both channels get one gain") {
  Compressor compressor(48000.0, 2);
  compressor.set(settings_of(-20, 4, 3, 100, 0, 0));
  std::vector<float> left = sine_of(1000.0, 0.9, 48000.0, 1.0);
  std::vector<float> right = sine_of(1000.0, 0.09, 48000.0, 1.0);
  left[100] = std::numeric_limits<float>::quiet_NaN();
  left[200] = std::numeric_limits<float>::infinity();
  std::array<float *, 2> channels{left.data(), right.data()};
  compressor.process(channels.data(), left.size());
  for (std::size_t i = 24000; i < left.size(); ++i) {
    REQUIRE(std::isfinite(left[i]));
    REQUIRE(left[i] == doctest::Approx(10.0 * right[i]).epsilon(1e-4));
  }
  CHECK(compressor.take_reduction_db() > 10.0F);
}

TEST_CASE("gate: it lowers by its range what stays below, and opens and closes in its times") {
  for (const double rate_hz : session_rates) {
    CAPTURE(rate_hz);
    Gate gate(rate_hz, 1);
    gate.set({true, -40.0F, 30.0F, 5.0F, 100.0F, 200.0F});
    const auto ms = [&](double time_ms) { return static_cast<std::size_t>(std::lround(time_ms * rate_hz / 1000.0)); };
    std::vector<float> samples(ms(3000), 0.001F);
    const std::size_t loud_from = ms(1000);
    const std::size_t loud_to = ms(2000);
    std::fill(samples.begin() + static_cast<std::ptrdiff_t>(loud_from),
              samples.begin() + static_cast<std::ptrdiff_t>(loud_to), 0.1F);
    const std::vector<float> input = samples;
    run_mono(gate, samples);
    const auto gain_db = [&](std::size_t i) { return db(samples[i]) - db(input[i]); };
    CHECK(gain_db(loud_from - 1) == doctest::Approx(-30.0).epsilon(0.001));
    CHECK(gain_db(loud_from + ms(2.5)) == doctest::Approx(-15.0).epsilon(0.02));
    CHECK(gain_db(loud_from + ms(5)) == doctest::Approx(0.0).epsilon(0.001));
    // 10 ms of level window and 100 ms of hold.
    CHECK(gain_db(loud_to + ms(109)) == 0.0);
    CHECK(gain_db(loud_to + ms(110 + 100)) == doctest::Approx(-15.0).epsilon(0.02));
    CHECK(gain_db(loud_to + ms(110 + 201)) == doctest::Approx(-30.0).epsilon(0.001));
  }
}

TEST_CASE("gate: a level that wavers within the hysteresis does not close it") {
  Gate gate(48000.0, 1);
  gate.set({true, -40.0F, 80.0F, 1.0F, 0.0F, 10.0F});
  std::vector<float> samples(48000);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    // -39 dB at first, then -43 dB.
    samples[i] = i < 2000 ? 0.0112F : 0.0071F;
  }
  const std::vector<float> input = samples;
  run_mono(gate, samples);
  CHECK(gate.is_open());
  CHECK(std::equal(samples.begin() + 1000, samples.end(), input.begin() + 1000));
}

TEST_CASE("gate: changes and switching make no click") {
  Gate gate(48000.0, 1);
  // Below every threshold but the last: only the settings move the gain.
  std::vector<float> samples = sine_of(103.7, 0.05, 48000.0, 4.0);
  const std::array<GateSettings, 6> turns{GateSettings{true, -10, 40, 100, 0, 20}, GateSettings{true, -10, 5, 0.1F, 0, 20},
                                          GateSettings{true, -10, 80, 0.1F, 0, 20}, GateSettings{false, -10, 80, 0.1F, 0, 20},
                                          GateSettings{true, 0, 20, 0.1F, 0, 20}, GateSettings{true, 0, 0, 100, 0, 20}};
  const std::size_t part = samples.size() / turns.size();
  for (std::size_t turn = 0; turn < turns.size(); ++turn) {
    gate.set(turns[turn]);
    run_mono(gate, samples, turn * part, (turn + 1) * part);
  }
  CHECK(largest_bend(samples) < 0.001);
}
