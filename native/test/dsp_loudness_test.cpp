#include <doctest/doctest.h>
#include <ebur128.h>

#include <cstdio>
#include <limits>
#include <string>

#include "dsp/live_loudness.hpp"
#include "dsp/loudness.hpp"
#include "dsp/true_peak.hpp"
#include "dsp_support.hpp"
#include "dsp/levels.hpp"
#include "support.hpp"

using namespace sounddesk;
using namespace sounddesk::test;

namespace {

struct Section {
  double level_db;
  double sec;
};

/** Plays a stereo tone of 1 kHz in sections to a meter, in blocks of uneven length. */
template <typename After>
void play(LiveLoudness &meter, double rate_hz, const std::vector<Section> &sections, After after_block) {
  std::size_t position = 0;
  std::vector<float> block(701);
  for (const Section &section : sections) {
    auto left = static_cast<std::size_t>(std::lround(section.sec * rate_hz));
    const double amplitude = std::pow(10.0, section.level_db / 20.0);
    while (left > 0) {
      const std::size_t count = std::min(left, block.size());
      for (std::size_t i = 0; i < count; ++i) {
        block[i] = static_cast<float>(
            amplitude * std::sin(2.0 * std::numbers::pi * 1000.0 * static_cast<double>(position++) / rate_hz));
      }
      const std::array<const float *, 2> channels{block.data(), block.data()};
      meter.add(channels.data(), count);
      left -= count;
      after_block(static_cast<double>(position) / rate_hz);
    }
  }
}

void play(LiveLoudness &meter, double rate_hz, const std::vector<Section> &sections) {
  play(meter, rate_hz, sections, [](double) {});
}

/** What ffmpeg says of a file; nothing where there is no ffmpeg. */
std::optional<double> ffmpeg_integrated(const std::string &path) {
  const std::string command =
      "ffmpeg -hide_banner -nostats -i '" + path + "' -af ebur128=framelog=verbose -f null - 2>&1";
  FILE *pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return std::nullopt;
  std::optional<double> lufs;
  std::array<char, 512> line{};
  while (std::fgets(line.data(), static_cast<int>(line.size()), pipe) != nullptr) {
    double value = 0.0;
    if (std::sscanf(line.data(), " I: %lf LUFS", &value) == 1) lufs = value;
  }
  pclose(pipe);
  return lufs;
}

}  // namespace

TEST_CASE("loudness: at 48 kHz the filters are those that BS.1770 tabulates") {
  const KWeighting weighting = k_weighting(48000.0);
  CHECK(weighting.shelf.b0 == doctest::Approx(1.53512485958697).epsilon(1e-10));
  CHECK(weighting.shelf.b1 == doctest::Approx(-2.69169618940638).epsilon(1e-10));
  CHECK(weighting.shelf.b2 == doctest::Approx(1.19839281085285).epsilon(1e-10));
  CHECK(weighting.shelf.a1 == doctest::Approx(-1.69065929318241).epsilon(1e-10));
  CHECK(weighting.shelf.a2 == doctest::Approx(0.73248077421585).epsilon(1e-10));
  CHECK(weighting.high_pass.a1 == doctest::Approx(-1.99004745483398).epsilon(1e-10));
  CHECK(weighting.high_pass.a2 == doctest::Approx(0.99007225036621).epsilon(1e-10));
}

TEST_CASE("loudness: EBU Tech 3341, cases 1 to 5 (integrated) within 0.1 LU at every rate") {
  const std::vector<std::vector<Section>> cases{
      {{-23, 20}},
      {{-33, 20}},
      {{-36, 10}, {-23, 60}, {-36, 10}},
      {{-72, 10}, {-36, 10}, {-23, 60}, {-36, 10}, {-72, 10}},
      {{-26, 20}, {-20, 20.1}, {-26, 20}},
  };
  const std::vector<double> expected{-23, -33, -23, -23, -23};
  for (const double rate_hz : session_rates) {
    for (std::size_t i = 0; i < cases.size(); ++i) {
      CAPTURE(rate_hz);
      CAPTURE(i);
      LiveLoudness meter(rate_hz, 2);
      play(meter, rate_hz, cases[i]);
      REQUIRE(meter.integrated_lufs().has_value());
      CHECK(std::fabs(*meter.integrated_lufs() - expected[i]) < 0.1);
      if (i < 2) {
        CHECK(std::fabs(*meter.momentary_lufs() - expected[i]) < 0.1);
        CHECK(std::fabs(*meter.short_term_lufs() - expected[i]) < 0.1);
      }
    }
  }
}

TEST_CASE("loudness: EBU Tech 3341, case 9 (short-term) and case 12 (momentary) within 0.1 LU") {
  std::vector<Section> slow;
  for (int i = 0; i < 5; ++i) slow.insert(slow.end(), {{-20, 1.34}, {-30, 1.66}});
  std::vector<Section> fast;
  for (int i = 0; i < 25; ++i) fast.insert(fast.end(), {{-20, 0.18}, {-30, 0.22}});
  double worst_slow = 0.0;
  double worst_fast = 0.0;
  LiveLoudness meter(48000.0, 2);
  play(meter, 48000.0, slow, [&](double sec) {
    if (sec > 3.2) worst_slow = std::max(worst_slow, std::fabs(*meter.short_term_lufs() + 23.0));
  });
  meter.reset();
  CHECK_FALSE(meter.momentary_lufs().has_value());
  play(meter, 48000.0, fast, [&](double sec) {
    if (sec > 1.0) worst_fast = std::max(worst_fast, std::fabs(*meter.momentary_lufs() + 23.0));
  });
  CHECK(worst_slow < 0.1);
  CHECK(worst_fast < 0.1);
}

TEST_CASE("loudness: a whole programme reads as libebur128 has it, at every rate and with every order of channels") {
  for (const int rate_hz : {8000, 11025, 44100, 48000, 96000, 192000}) {
    for (const int channels : {1, 2, 3, 4, 5, 6, 8}) {
      CAPTURE(rate_hz);
      CAPTURE(channels);
      const auto frames = static_cast<std::size_t>(5 * rate_hz);
      std::vector<double> samples = voice_like(rate_hz, channels, frames);
      // Digital silence, a quiet start and much louder later: both gates have work.
      for (std::size_t i = 0; i < samples.size(); ++i) {
        const double sec = static_cast<double>(i / static_cast<std::size_t>(channels)) / rate_hz;
        samples[i] *= sec < 1.0 ? 0.0 : sec < 2.5 ? 0.01 : 0.2 * sec;
      }
      LoudnessMeter meter(channels, rate_hz);
      ebur128_state *reference =
          ebur128_init(static_cast<unsigned>(channels), static_cast<unsigned long>(rate_hz), EBUR128_MODE_I);
      REQUIRE(reference != nullptr);
      constexpr std::size_t step = 997;
      for (std::size_t at = 0; at < frames; at += step) {
        const std::size_t count = std::min(step, frames - at);
        meter.add(samples.data() + at * static_cast<std::size_t>(channels), count);
        ebur128_add_frames_double(reference, samples.data() + at * static_cast<std::size_t>(channels), count);
      }
      double expected = 0.0;
      CHECK(ebur128_loudness_global(reference, &expected) == EBUR128_SUCCESS);
      ebur128_destroy(&reference);
      REQUIRE(meter.integrated_lufs().has_value());
      CHECK(*meter.integrated_lufs() == doctest::Approx(expected).epsilon(1e-6));
    }
  }
}

TEST_CASE("loudness: a voice in one and in two channels reads within 0.1 LU of ffmpeg's ebur128") {
  Folder folder;
  for (const double rate_hz : session_rates) {
    for (const int channels : {1, 2}) {
      CAPTURE(rate_hz);
      CAPTURE(channels);
      const auto frames = static_cast<std::size_t>(12 * rate_hz);
      std::vector<double> samples = voice_like(static_cast<int>(rate_hz), channels, frames);
      // Louder from second to second, with a quiet start, so that both gates have work.
      for (std::size_t i = 0; i < samples.size(); ++i) {
        const double sec = static_cast<double>(i / static_cast<std::size_t>(channels)) / rate_hz;
        samples[i] *= sec < 3.0 ? 0.02 : 0.15 * sec;
      }
      const std::string path = folder.file("voice.wav");
      write_file(path, SF_FORMAT_WAV | SF_FORMAT_FLOAT, static_cast<int>(rate_hz), channels, samples);
      const std::optional<double> reference = ffmpeg_integrated(path);
      if (!reference.has_value()) {
        MESSAGE("ffmpeg is not here: not compared");
        return;
      }
      LiveLoudness meter(rate_hz, static_cast<std::size_t>(channels));
      std::array<std::vector<float>, 2> planar;
      for (std::size_t i = 0; i < samples.size(); ++i) {
        planar[i % static_cast<std::size_t>(channels)].push_back(static_cast<float>(samples[i]));
      }
      for (std::size_t at = 0; at < frames; at += 480) {
        const std::array<const float *, 2> block{planar[0].data() + at, planar[1].data() + (channels == 2 ? at : 0)};
        meter.add(block.data(), std::min<std::size_t>(480, frames - at));
      }
      REQUIRE(meter.integrated_lufs().has_value());
      // ffmpeg prints one decimal.
      CHECK(std::fabs(*meter.integrated_lufs() - *reference) < 0.1);
    }
  }
}

TEST_CASE("loudness: silence is unknown, and a sample that was no number does not stay") {
  LiveLoudness meter(48000.0, 1);
  std::vector<float> samples(48000 * 4, 0.0F);
  const float *channel = samples.data();
  meter.add(&channel, samples.size());
  CHECK_FALSE(meter.momentary_lufs().has_value());
  CHECK_FALSE(meter.short_term_lufs().has_value());
  CHECK_FALSE(meter.integrated_lufs().has_value());
  samples = sine_of(1000.0, 0.5, 48000.0, 5.0);
  samples[1000] = std::numeric_limits<float>::quiet_NaN();
  channel = samples.data();
  for (std::size_t at = 0; at < samples.size(); at += 480) {
    const float *block = channel + at;
    meter.add(&block, 480);
  }
  REQUIRE(meter.momentary_lufs().has_value());
  CHECK(*meter.momentary_lufs() == doctest::Approx(-9.03).epsilon(0.01));
}

TEST_CASE("true peak: EBU Tech 3341, cases 15 to 19, within +0.2 and -0.4 dB") {
  struct Case {
    double divisor;
    double phase_degrees;
    double amplitude;
    double expected_db;
  };
  for (const double rate_hz : session_rates) {
    for (const Case &c : {Case{4, 0, 0.5, -6.02}, Case{4, 45, 0.5, -6.02}, Case{6, 60, 0.5, -6.02},
                          Case{8, 67.5, 0.5, -6.02}, Case{4, 45, 1.41, 2.98}}) {
      TruePeakMeter meter(1);
      const std::vector<float> samples =
          sine_of(rate_hz / c.divisor, c.amplitude, rate_hz, 0.5, c.phase_degrees * std::numbers::pi / 180.0);
      // Faded in: a tone that begins abruptly has a crest of its own.
      std::vector<float> faded = samples;
      for (std::size_t i = 0; i < 2000; ++i) {
        faded[i] *= static_cast<float>(i) / 2000.0F;
        faded[faded.size() - 1 - i] *= static_cast<float>(i) / 2000.0F;
      }
      const float *channel = faded.data();
      meter.add(&channel, faded.size());
      meter.finish();
      CAPTURE(c.divisor);
      CAPTURE(c.phase_degrees);
      CHECK(meter.peak_db() < c.expected_db + 0.2);
      CHECK(meter.peak_db() > c.expected_db - 0.4);
    }
  }
}

TEST_CASE("true peak: what is skipped since it can't be louder changes no figure") {
  test::Noise noise;
  std::vector<float> samples(48000);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    // Louder for a moment here and there, also at the very end.
    const float level = i % 9973 < 40 || i + 3 > samples.size() ? 0.9F : 0.3F + 0.1F * static_cast<float>(i) / 48000.0F;
    samples[i] = level * noise.next();
  }
  TruePeakMeter meter(1);
  TruePeakDetector detector;
  float expected = 0.0F;
  for (std::size_t at = 0; at < samples.size();) {
    const std::size_t count = std::min<std::size_t>(1 + at % 701, samples.size() - at);
    const float *channel = samples.data() + at;
    meter.add(&channel, count);
    for (std::size_t i = 0; i < count; ++i) expected = std::max(expected, detector.push(channel[i]));
    REQUIRE(meter.peak_db() == amplitude_to_db(expected));
    at += count;
  }
}
