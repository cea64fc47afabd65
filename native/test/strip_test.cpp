#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "engine/bus.hpp"
#include "engine/strip.hpp"

using namespace sounddesk;

namespace {

constexpr double rate_hz = 48000.0;
constexpr std::size_t frame_length = 480;

/** Runs a sine through a strip and two buses, frame by frame. */
class Desk {
 public:
  explicit Desk(const StripSettings &settings, std::size_t channels = 1)
      : strip({rate_hz, channels, frame_length}, settings),
        monitor(monitor_bus(rate_hz, frame_length)),
        program(program_bus(rate_hz, frame_length)),
        channels_(channels) {}

  /** Frames of a sine; the last frame's samples stay in `left` and `right` of the monitor bus. */
  void run(std::size_t frames, double amplitude, bool is_any_solo = false, std::size_t length = frame_length) {
    for (std::size_t n = 0; n < frames; ++n) {
      std::array<std::vector<float>, 2> samples;
      std::array<float *, 2> frame{};
      for (std::size_t channel = 0; channel < channels_; ++channel) {
        samples[channel].resize(length);
        frame[channel] = samples[channel].data();
      }
      for (std::size_t i = 0; i < length; ++i) {
        const double phase = 2.0 * std::numbers::pi * 1000.0 * static_cast<double>(position_++) / rate_hz;
        for (std::size_t channel = 0; channel < channels_; ++channel) {
          samples[channel][i] = static_cast<float>(amplitude * std::sin(phase));
        }
      }
      strip.before_denoise(frame.data(), length);
      strip.after_denoise(frame.data(), length);
      const StereoBlock block = strip.to_output(frame.data(), length, is_any_solo);
      for (Bus *bus : {&monitor, &program}) {
        bus->begin(length);
        bus->add(block);
        bus->finish();
      }
      for (std::size_t i = 0; i < length; ++i) {
        const float left = monitor.output()[0][i];
        largest_step = std::max(largest_step, std::fabs(left - last_));
        last_ = left;
      }
    }
  }

  Strip strip;
  Bus monitor;
  Bus program;
  float largest_step = 0.0F;

 private:
  std::size_t channels_;
  std::size_t position_ = 0;
  float last_ = 0.0F;
};

}  // namespace

TEST_CASE("strip: at its defaults a microphone reaches both sides of both buses unchanged") {
  Desk desk(StripSettings{});
  desk.run(10, 0.5);
  desk.strip.take_levels();
  desk.monitor.take_levels();
  desk.program.take_levels();
  desk.run(20, 0.5);
  const StripLevels levels = desk.strip.take_levels();
  CHECK(levels.input_peak_db == doctest::Approx(-6.02).epsilon(0.001));
  CHECK(levels.output_rms_db == doctest::Approx(-9.03).epsilon(0.001));
  for (Bus *bus : {&desk.monitor, &desk.program}) {
    const BusLevels bus_levels = bus->take_levels();
    CHECK(bus_levels.rms_db[0] == doctest::Approx(-9.03).epsilon(0.001));
    CHECK(bus_levels.rms_db[1] == doctest::Approx(-9.03).epsilon(0.001));
  }
}

TEST_CASE("strip: mute wins over solo, and solo elsewhere silences") {
  StripSettings settings;
  struct Case {
    bool is_muted;
    bool is_solo;
    bool is_any_solo;
    bool is_heard;
  };
  for (const Case &c : {Case{false, false, false, true}, Case{false, false, true, false}, Case{false, true, true, true},
                        Case{true, true, true, false}, Case{true, false, false, false}}) {
    settings.is_muted = c.is_muted;
    settings.is_solo = c.is_solo;
    Desk desk(settings);
    desk.run(10, 0.5, c.is_any_solo);
    desk.monitor.take_levels();
    desk.run(10, 0.5, c.is_any_solo);
    CHECK((desk.monitor.take_levels().peak_db[0] > -10.0) == c.is_heard);
  }
}

TEST_CASE("strip: the pan keeps the power, and the centre its level") {
  for (const float pan : {-100.0F, -40.0F, 0.0F, 25.0F, 100.0F}) {
    StripSettings settings;
    settings.pan = pan;
    Desk desk(settings);
    desk.run(10, 0.25);
    desk.monitor.take_levels();
    desk.run(10, 0.25);
    const BusLevels levels = desk.monitor.take_levels();
    const double power = std::pow(10.0, levels.rms_db[0] / 10.0) + std::pow(10.0, levels.rms_db[1] / 10.0);
    CHECK(power == doctest::Approx(2.0 * 0.25 * 0.25 / 2.0).epsilon(0.001));
    if (pan == -100.0F) CHECK(levels.peak_db[1] == silence_db);
    if (pan == 100.0F) CHECK(levels.peak_db[0] == silence_db);
    if (pan == 0.0F) CHECK(levels.rms_db[0] == doctest::Approx(levels.rms_db[1]));
  }
}
