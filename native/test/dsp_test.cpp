#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "dsp/levels.hpp"
#include "dsp/loudness.hpp"
#include "dsp/soxr_resampler.hpp"
#include "dsp/variable_resampler.hpp"

using namespace sounddesk;

namespace {

std::vector<float> sine(double frequency_hz, double rate_hz, std::size_t count) {
  std::vector<float> samples(count);
  for (std::size_t i = 0; i < count; ++i) {
    samples[i] = static_cast<float>(0.5 * std::sin(2.0 * std::numbers::pi * frequency_hz * static_cast<double>(i) / rate_hz));
  }
  return samples;
}

}  // namespace

TEST_CASE("levels are in dBFS and end at the floor") {
  const std::vector<float> samples = sine(1000.0, 48000.0, 48000);
  CHECK(power_to_db(mean_square(samples.data(), samples.size())) == doctest::Approx(-9.03).epsilon(0.001));
  CHECK(amplitude_to_db(peak_of(samples.data(), samples.size())) == doctest::Approx(-6.02).epsilon(0.001));
  CHECK(amplitude_to_db(0.0) == silence_db);
  CHECK(power_to_db(0.0) == silence_db);
}

TEST_CASE("a meter keeps its last reading while nothing arrives") {
  LevelMeter meter;
  CHECK(meter.take().peak_db == silence_db);
  meter.add(1.0F, 0.25);
  CHECK(meter.take().rms_db == doctest::Approx(-6.02).epsilon(0.001));
  CHECK(meter.take().peak_db == doctest::Approx(0.0));
}

TEST_CASE("the loudness of a 997 Hz sine at -6 dBFS in one channel is -9.7 LUFS, and of silence unknown") {
  const std::vector<float> samples = sine(997.0, 48000.0, 5 * 48000);
  LoudnessMeter meter(1, 48000);
  meter.add(samples.data(), samples.size());
  REQUIRE(meter.integrated_lufs().has_value());
  // BS.1770: a full-scale sine of 997 Hz in one channel reads -3.01.
  CHECK(*meter.integrated_lufs() == doctest::Approx(-9.03).epsilon(0.01));
  LoudnessMeter silence(1, 48000);
  const std::vector<float> zeros(48000 * 3, 0.0F);
  silence.add(zeros.data(), zeros.size());
  CHECK_FALSE(silence.integrated_lufs().has_value());
}

TEST_CASE("resampling there and back keeps every sample in its place") {
  for (const int rate_hz : {8000, 16000, 44100, 96000, 192000}) {
    CAPTURE(rate_hz);
    const std::vector<float> input = sine(1000.0, rate_hz, static_cast<std::size_t>(rate_hz));
    SoxrResampler up(rate_hz, 48000);
    SoxrResampler down(48000, rate_hz);
    std::vector<float> middle;
    std::vector<float> output;
    for (std::size_t at = 0; at < input.size(); at += 1000) {
      up.process(input.data() + at, std::min<std::size_t>(1000, input.size() - at), middle);
    }
    up.finish(middle);
    down.process(middle.data(), middle.size(), output);
    down.finish(output);
    CHECK(std::abs(static_cast<int>(output.size()) - static_cast<int>(input.size())) <= 1);
    float worst = 0.0F;
    for (std::size_t i = input.size() / 10; i < input.size() * 9 / 10; ++i) worst = std::max(worst, std::fabs(output[i] - input[i]));
    // A shift by one sample at 192 kHz would already be 0.016.
    CHECK(worst < 0.001F);
  }
}

TEST_CASE("the resampler between clocks passes equal rates unchanged") {
  const std::vector<float> input = sine(1000.0, 48000.0, 4800);
  VariableResampler resampler(48000, 48000, 480);
  std::vector<float> output;
  std::vector<float> block(resampler.max_output(480));
  for (std::size_t at = 0; at < input.size(); at += 480) {
    const std::size_t count = resampler.push(input.data() + at, 480, block.data());
    output.insert(output.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(count));
  }
  REQUIRE(output.size() == input.size() - VariableResampler::half_width);
  float worst = 0.0F;
  for (std::size_t i = 0; i < output.size(); ++i) worst = std::max(worst, std::fabs(output[i] - input[i]));
  CHECK(worst < 1e-6F);
}

TEST_CASE("the resampler between clocks puts each sample where its position says") {
  for (const double to_hz : {44100.0, 96000.0}) {
    for (const double deviation : {-0.003, 0.0, 0.003}) {
      CAPTURE(to_hz);
      CAPTURE(deviation);
      VariableResampler resampler(48000, to_hz, 480);
      resampler.set_deviation(deviation);
      const std::vector<float> input = sine(1000.0, 48000.0, 9600);
      std::vector<float> block(resampler.max_output(480));
      double worst = 0.0;
      const double step = 48000.0 / to_hz * (1.0 + deviation);
      for (std::size_t at = 0; at < input.size(); at += 480) {
        const double start = resampler.position();
        const std::size_t count = resampler.push(input.data() + at, 480, block.data());
        for (std::size_t i = 0; at > 0 && i < count; ++i) {
          const double position = start + static_cast<double>(i) * step;
          const double expected = 0.5 * std::sin(2.0 * std::numbers::pi * 1000.0 * position / 48000.0);
          worst = std::max(worst, std::fabs(expected - static_cast<double>(block[i])));
        }
      }
      CHECK(worst < 0.001);
    }
  }
}
