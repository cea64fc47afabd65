// The de-esser: what it lowers, by how much, and what it leaves alone.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "dsp/de_esser.hpp"
#include "dsp_allocation_trap.hpp"

using namespace sounddesk;
using namespace sounddesk::test;

namespace {

constexpr double rate_hz = 48000.0;
constexpr double voice_hz = 200.0;

struct Sound {
  std::vector<float> voice;
  std::vector<float> sibilant;

  std::vector<float> both() const {
    std::vector<float> sum(voice.size());
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = voice[i] + sibilant[i];
    return sum;
  }
};

/** A voice-like tone (partials of 200 Hz up to 3 kHz) for 2 s; over its second half a sharp s at `frequency_hz`. */
Sound voice_with_sibilant(double frequency_hz, double peak_db) {
  Sound sound{std::vector<float>(96000), std::vector<float>(96000)};
  const double amplitude = std::pow(10.0, peak_db / 20.0);
  for (std::size_t i = 0; i < sound.voice.size(); ++i) {
    const double sec = static_cast<double>(i) / rate_hz;
    for (int partial = 1; partial <= 15; ++partial) {
      sound.voice[i] += static_cast<float>(0.1 / partial * std::sin(2.0 * std::numbers::pi * voice_hz * partial * sec));
    }
    if (i >= 48000) sound.sibilant[i] = static_cast<float>(amplitude * std::sin(2.0 * std::numbers::pi * frequency_hz * sec));
  }
  return sound;
}

DeEsserSettings on(float frequency_hz = 6500.0F, float threshold_db = -30.0F, float range_db = 6.0F) {
  return {true, frequency_hz, threshold_db, range_db};
}

std::vector<float> through(DeEsser &de_esser, std::vector<float> samples, std::size_t block = 480) {
  for (std::size_t at = 0; at < samples.size(); at += block) {
    float *const channel = samples.data() + at;
    de_esser.process(&channel, std::min(block, samples.size() - at));
  }
  return samples;
}

/** Amplitude of one frequency in the last half second, in decibels. */
double level_db(const std::vector<float> &samples, double frequency_hz) {
  double real = 0.0;
  double imaginary = 0.0;
  const std::size_t count = 24000;
  for (std::size_t i = samples.size() - count; i < samples.size(); ++i) {
    const double angle = 2.0 * std::numbers::pi * frequency_hz * static_cast<double>(i) / rate_hz;
    real += samples[i] * std::cos(angle);
    imaginary += samples[i] * std::sin(angle);
  }
  return 20.0 * std::log10(2.0 * std::hypot(real, imaginary) / static_cast<double>(count));
}

}  // namespace

TEST_CASE("the de-esser lowers a sharp s by its range and leaves the voice under it alone") {
  for (const double frequency_hz : {4000.0, 6500.0, 9000.0}) {
    const Sound sound = voice_with_sibilant(frequency_hz, -10.0);
    const std::vector<float> input = sound.both();
    DeEsser de_esser(rate_hz, 1);
    de_esser.set(on(static_cast<float>(frequency_hz)));
    const std::vector<float> output = through(de_esser, input);
    CAPTURE(frequency_hz);
    CHECK(level_db(output, frequency_hz) - level_db(input, frequency_hz) == doctest::Approx(-6.0).epsilon(0.01));
    // At the default of 6.5 kHz the voice's band reaches to 3 kHz; of a lower one, to the same part of it.
    const double highest_hz = std::min(3000.0, 3000.0 * frequency_hz / 6500.0);
    for (int partial = 1; partial * voice_hz <= highest_hz; ++partial) {
      CAPTURE(partial);
      CHECK(std::fabs(level_db(output, partial * voice_hz) - level_db(input, partial * voice_hz)) < 0.5);
    }
    CHECK(de_esser.take_reduction_db() == doctest::Approx(6.0).epsilon(0.001));
    CHECK(de_esser.take_reduction_db() == 0.0F);
  }
}

TEST_CASE("the de-esser passes every bit where nothing is above the threshold, and where it is off") {
  const Sound sound = voice_with_sibilant(6500.0, -40.0);
  DeEsser quiet(rate_hz, 1);
  quiet.set(on(6500.0F, -25.0F));
  CHECK(through(quiet, sound.both()) == sound.both());
  CHECK(quiet.take_reduction_db() == 0.0F);

  const Sound sharp = voice_with_sibilant(6500.0, -10.0);
  DeEsser off(rate_hz, 1);
  off.set({});
  CHECK(through(off, sharp.both()) == sharp.both());
  // Switched off while it worked: after its 20 ms again every bit.
  DeEsser switched(rate_hz, 1);
  switched.set(on());
  through(switched, sharp.both());
  switched.set({});
  const std::vector<float> output = through(switched, sharp.both());
  const std::vector<float> input = sharp.both();
  for (std::size_t i = 961; i < input.size(); ++i) REQUIRE(output[i] == input[i]);
}

TEST_CASE("the de-esser takes as much as is above its threshold, and never more than its range") {
  for (const double peak_db : {-27.0, -20.0, -10.0, 0.0, 20.0}) {
    const Sound sound = voice_with_sibilant(6500.0, peak_db);
    DeEsser de_esser(rate_hz, 1);
    de_esser.set(on(6500.0F, -30.0F, 12.0F));
    const std::vector<float> output = through(de_esser, sound.sibilant);
    const double reduction_db = level_db(sound.sibilant, 6500.0) - level_db(output, 6500.0);
    CAPTURE(peak_db);
    CHECK(reduction_db == doctest::Approx(std::min(12.0, peak_db + 30.0)).epsilon(0.03));
    CHECK(reduction_db <= 12.001);
    const float shown_db = de_esser.take_reduction_db();
    CHECK(shown_db <= 12.0F);
    CHECK(shown_db == doctest::Approx(reduction_db).epsilon(0.03));
  }
}

TEST_CASE("the de-esser gives all channels the same gain, whatever the blocks") {
  const Sound sound = voice_with_sibilant(6500.0, -10.0);
  std::vector<float> left = sound.both();
  std::vector<float> right = sound.voice;
  DeEsser both(rate_hz, 2);
  both.set(on());
  for (std::size_t at = 0; at < left.size(); at += 480) {
    float *const channels[] = {left.data() + at, right.data() + at};
    both.process(channels, 480);
  }
  DeEsser alone(rate_hz, 1);
  alone.set(on());
  // The louder band is the left one's.
  CHECK(through(alone, sound.both(), 77) == left);
  CHECK(right != sound.voice);
}

TEST_CASE("the de-esser is reached without a click, allocates nothing, and survives what is no number") {
  const Sound sound = voice_with_sibilant(6500.0, -10.0);
  DeEsser de_esser(rate_hz, 1);
  de_esser.set({});
  std::vector<float> samples = sound.both();
  const std::array<DeEsserSettings, 6> turns{on(),         on(2000.0F),           on(12000.0F, -60.0F, 24.0F),
                                             DeEsserSettings{}, on(4000.0F, 0.0F, 24.0F), on(8000.0F, -60.0F, 0.0F)};
  float last_in = 0.0F;
  float last_out = 0.0F;
  float largest_step = 0.0F;
  {
    const AllocationTrap trap;
    for (std::size_t at = 0; at < samples.size(); at += 480) {
      de_esser.set(turns[at / 480 / 7 % turns.size()]);
      for (std::size_t i = at; i < at + 480; ++i) {
        float *const channel = &samples[i];
        const float in = samples[i];
        de_esser.process(&channel, 1);
        largest_step = std::max(largest_step, std::fabs((samples[i] - last_out) - (in - last_in)));
        last_in = in;
        last_out = samples[i];
      }
    }
    CHECK(trap.counts().allocations == 0);
    CHECK(trap.counts().locks == 0);
  }
  // A tone of 6.5 kHz at -10 dBFS moves by 0.27 from sample to sample; the de-esser changes that by its own share alone.
  CHECK(largest_step < 0.3F);
  de_esser.set(on(6500.0F, -60.0F, 24.0F));
  std::vector<float> broken(480, std::numeric_limits<float>::quiet_NaN());
  through(de_esser, broken);
  const std::vector<float> after = through(de_esser, sound.both());
  for (const float sample : after) REQUIRE(std::isfinite(sample));
}
