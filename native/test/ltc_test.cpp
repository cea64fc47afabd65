#include <doctest/doctest.h>

#include "ltc_signal.hpp"

using namespace sounddesk;
using namespace sounddesk::test;

namespace {

std::optional<LtcReading> read_ltc(const std::vector<float> &samples, int rate_hz) {
  LtcDecoder decoder(rate_hz);
  for (std::size_t at = 0; at < samples.size(); at += 441) {
    decoder.process(samples.data() + at, std::min<std::size_t>(441, samples.size() - at), 1);
  }
  return decoder.reading();
}

LtcFrame first_frame(const LtcSignal &signal) {
  return {signal.hours, signal.minutes, signal.seconds, signal.frames, signal.is_drop_frame, 0.0};
}

}  // namespace

TEST_CASE("ltc: time and rate are read at every frame rate and sample rate") {
  const std::vector<std::pair<double, bool>> kinds{{24.0, false}, {25.0, false}, {30000.0 / 1001.0, true},
                                                   {30000.0 / 1001.0, false}, {30.0, false}, {24000.0 / 1001.0, false}};
  for (const int rate_hz : {44100, 48000, 96000}) {
    for (const auto &[fps, is_drop_frame] : kinds) {
      LtcSignal signal;
      signal.fps = fps;
      signal.is_drop_frame = is_drop_frame;
      signal.seconds = 58;  // Over the end of a minute, where drop-frame counting skips.
      signal.lead_samples = 1234.5;
      const auto reading = read_ltc(ltc_sound(signal, rate_hz, 4.0), rate_hz);
      REQUIRE(reading.has_value());
      CHECK(reading->fps == doctest::Approx(fps).epsilon(1e-9));
      CHECK(reading->first.is_drop_frame == is_drop_frame);
      const double expected = static_cast<double>(ltc_frame_number(first_frame(signal), fps)) / fps - 1234.5 / rate_hz;
      CHECK(std::fabs(reading->start_sec - expected) * rate_hz <= 1.0);
    }
  }
}

TEST_CASE("ltc: noise, either polarity and a low level are read") {
  for (const double level : {0.01, 0.9, -0.5}) {
    LtcSignal signal;
    signal.level = level;
    signal.noise = std::fabs(level) * 0.15;
    const auto reading = read_ltc(ltc_sound(signal, 48000, 3.0), 48000);
    REQUIRE(reading.has_value());
    const double expected = static_cast<double>(ltc_frame_number(first_frame(signal), 25.0)) / 25.0;
    CHECK(std::fabs(reading->start_sec - expected) < 0.0001);
  }
}

TEST_CASE("ltc: drop-frame counting leaves two numbers out but every tenth minute") {
  CHECK(ltc_frame_number({0, 1, 0, 2, true, 0.0}, 29.97) == 1800);
  CHECK(ltc_frame_number({0, 10, 0, 0, true, 0.0}, 29.97) == 17982);
  CHECK(ltc_frame_number({1, 0, 0, 0, false, 0.0}, 25.0) == 90000);
}

TEST_CASE("ltc: what is no timecode is not read as one") {
  CHECK_FALSE(read_ltc(std::vector<float>(96000, 0.0F), 48000).has_value());
  std::vector<float> voice;
  for (const double sample : voice_like(48000, 1, 480000)) voice.push_back(static_cast<float>(sample));
  CHECK_FALSE(read_ltc(voice, 48000).has_value());
  Noise noise;
  std::vector<float> loud(480000);
  for (float &sample : loud) sample = noise.next();
  CHECK_FALSE(read_ltc(loud, 48000).has_value());
}
