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
class Rig {
 public:
  explicit Rig(const StripSettings &settings, std::size_t channels = 1)
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
  Rig rig(StripSettings{});
  rig.run(10, 0.5);
  rig.strip.take_levels();
  rig.monitor.take_levels();
  rig.program.take_levels();
  rig.run(20, 0.5);
  const StripLevels levels = rig.strip.take_levels();
  CHECK(levels.input_peak_db == doctest::Approx(-6.02).epsilon(0.001));
  CHECK(levels.output_rms_db == doctest::Approx(-9.03).epsilon(0.001));
  for (Bus *bus : {&rig.monitor, &rig.program}) {
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
    Rig rig(settings);
    rig.run(10, 0.5, c.is_any_solo);
    rig.monitor.take_levels();
    rig.run(10, 0.5, c.is_any_solo);
    CHECK((rig.monitor.take_levels().peak_db[0] > -10.0) == c.is_heard);
  }
}

TEST_CASE("strip: the pan keeps the power, and the centre its level") {
  for (const float pan : {-100.0F, -40.0F, 0.0F, 25.0F, 100.0F}) {
    StripSettings settings;
    settings.pan = pan;
    Rig rig(settings);
    rig.run(10, 0.25);
    rig.monitor.take_levels();
    rig.run(10, 0.25);
    const BusLevels levels = rig.monitor.take_levels();
    const double power = std::pow(10.0, levels.rms_db[0] / 10.0) + std::pow(10.0, levels.rms_db[1] / 10.0);
    CHECK(power == doctest::Approx(2.0 * 0.25 * 0.25 / 2.0).epsilon(0.001));
    if (pan == -100.0F) CHECK(levels.peak_db[1] == silence_db);
    if (pan == 100.0F) CHECK(levels.peak_db[0] == silence_db);
    if (pan == 0.0F) CHECK(levels.rms_db[0] == doctest::Approx(levels.rms_db[1]));
  }
}

namespace {

/** Halves what passes, later by 7 frames; or answers with what is no number. */
class HalvingInsert : public InsertProcessor {
 public:
  explicit HalvingInsert(bool is_broken) : is_broken_(is_broken) {}
  void post(const float *const *channels, std::size_t frames) noexcept override {
    std::copy_n(channels[0], frames, posted_.begin());
  }
  bool collect(float *const *channels, std::size_t frames) noexcept override {
    for (std::size_t i = 0; i < frames; ++i) {
      channels[0][i] = is_broken_ ? std::numeric_limits<float>::quiet_NaN() : 0.5F * posted_[i];
    }
    return true;
  }
  std::size_t latency_frames() const noexcept override { return 7; }

 private:
  bool is_broken_;
  std::array<float, 960> posted_{};
};

/** The largest second difference of what a strip gives to the left, from a tone of 103.7 Hz (no zero crossing where a change comes). */
class BendMeter {
 public:
  explicit BendMeter(double at_rate_hz)
      : strip({at_rate_hz, 1, frame_length_of(at_rate_hz)}, StripSettings{}),
        rate_hz_(at_rate_hz),
        samples_(frame_length_of(at_rate_hz)) {}

  static std::size_t frame_length_of(double at_rate_hz) { return static_cast<std::size_t>(at_rate_hz / 100.0); }

  double run(double sec, bool is_any_solo = false) {
    double bend = 0.0;
    const auto frames = static_cast<std::size_t>(sec * 100.0);
    for (std::size_t n = 0; n < frames; ++n) {
      for (std::size_t i = 0; i < samples_.size(); ++i) {
        samples_[i] = static_cast<float>(
            0.5 * std::sin(2.0 * std::numbers::pi * 103.7 * static_cast<double>(position_++) / rate_hz_));
      }
      float *frame = samples_.data();
      strip.before_denoise(&frame, samples_.size());
      strip.after_denoise(&frame, samples_.size());
      const StereoBlock block = strip.to_output(&frame, samples_.size(), is_any_solo);
      for (std::size_t i = 0; i < samples_.size(); ++i) {
        const double next = block.left[i];
        if (position_ > 10000) bend = std::max(bend, std::fabs(next - 2.0 * last_ + before_last_));
        before_last_ = last_;
        last_ = next;
      }
    }
    return bend;
  }

  Strip strip;

 private:
  double rate_hz_;
  std::vector<float> samples_;
  std::size_t position_ = 0;
  double last_ = 0.0;
  double before_last_ = 0.0;
};

}  // namespace

TEST_CASE("strip: no change of a setting makes a click") {
  for (const double at_rate_hz : {44100.0, 48000.0, 96000.0}) {
    BendMeter meter(at_rate_hz);
    StripSettings settings;
    meter.run(0.3);
    const auto change = [&](const char *what, bool is_any_solo = false) {
      meter.strip.set(settings);
      const double bend = meter.run(0.4, is_any_solo);
      CAPTURE(at_rate_hz);
      CAPTURE(what);
      // The tone has 1e-4; a switch without a ramp 0.1 to 0.5.
      CHECK(bend < 0.005);
    };
    settings.input_gain_db = 6.0F;
    change("input gain");
    settings.input_gain_db = -20.0F;
    change("input gain down");
    settings.input_gain_db = 0.0F;
    change("input gain back");
    settings.volume_db = -120.0F;
    change("volume off");
    settings.volume_db = 0.0F;
    change("volume on");
    settings.pan = 100.0F;
    change("pan right");
    settings.pan = -100.0F;
    change("pan left");
    settings.pan = 0.0F;
    change("pan centre");
    settings.is_muted = true;
    change("mute");
    settings.is_muted = false;
    change("unmute");
    change("solo elsewhere", true);
    settings.is_solo = true;
    change("solo", true);
    settings.is_solo = false;
    change("no solo");
    settings.equalizer = {true, {12, 12, -12, 0, 12, 0, 12, 0, 12, 12}};
    change("equalizer on");
    settings.equalizer.gains_db = {-12, -12, 12, 0, -12, 0, -12, 0, -12, -12};
    change("equalizer changed");
    settings.equalizer.is_on = false;
    change("equalizer off");
    settings.compressor = {true, -40.0F, 20.0F, 1.0F, 50.0F, 12.0F, 6.0F};
    change("compressor on");
    settings.compressor = {true, -10.0F, 2.0F, 1.0F, 50.0F, 0.0F, 0.0F};
    change("compressor changed");
    settings.compressor.is_on = false;
    change("compressor off");
    settings.gate = {true, 0.0F, 60.0F, 1.0F, 0.0F, 50.0F};
    change("gate on");
    settings.gate.range_db = 10.0F;
    change("gate range");
    settings.gate.is_on = false;
    change("gate off");
    HalvingInsert insert(false);
    meter.strip.set_insert(&insert);
    CHECK(meter.strip.insert_in_use(&insert));
    change("insert in");
    CHECK(meter.strip.latency_frames() == 7);
    meter.strip.set_insert(nullptr);
    CHECK(meter.strip.insert_in_use(&insert));
    change("insert out");
    CHECK_FALSE(meter.strip.insert_in_use(&insert));
  }
}

TEST_CASE("strip: it recovers from samples that are no numbers, in its input and from a plug-in") {
  StripSettings settings;
  settings.equalizer = {true, {6, 6, 6, 6, 6, 6, 6, 6, 6, 6}};
  settings.compressor.is_on = true;
  settings.gate.is_on = true;
  Rig rig(settings);
  std::vector<float> samples(frame_length, std::numeric_limits<float>::quiet_NaN());
  samples[1] = std::numeric_limits<float>::infinity();
  float *frame = samples.data();
  rig.strip.before_denoise(&frame, frame_length);
  samples[2] = std::numeric_limits<float>::quiet_NaN();
  rig.strip.after_denoise(&frame, frame_length);
  for (const float sample : samples) REQUIRE(std::isfinite(sample));
  HalvingInsert broken(true);
  rig.strip.set_insert(&broken);
  rig.run(10, 0.5);
  rig.strip.take_levels();
  rig.run(2, 0.5);
  CHECK(rig.strip.take_levels().output_peak_db == silence_db);
  rig.strip.set_insert(nullptr);
  rig.run(100, 0.25);
  rig.monitor.take_levels();
  rig.run(10, 0.25);
  const BusLevels levels = rig.monitor.take_levels();
  CHECK(levels.peak_db[0] > -20.0);
  CHECK(levels.peak_db[0] < 3.0);
}

TEST_CASE("strip: the raw tap is after the input gain, the processed one before the fader, in blocks of any length") {
  StripSettings settings;
  settings.input_gain_db = 6.0206F;
  settings.volume_db = -20.0F;
  Strip strip({rate_hz, 1, frame_length}, settings);
  std::vector<float> samples(64, 0.1F);
  float *frame = samples.data();
  for (int turn = 0; turn < 100; ++turn) {
    std::fill(samples.begin(), samples.end(), 0.1F);
    strip.before_denoise(&frame, samples.size());
    CHECK(strip.raw(0)[63] == doctest::Approx(0.2).epsilon(1e-4));
    strip.after_denoise(&frame, samples.size());
    CHECK(samples[63] == doctest::Approx(0.2).epsilon(1e-4));
    strip.to_output(&frame, samples.size(), false);
  }
  CHECK(strip.to_output(&frame, samples.size(), false).left[0] == doctest::Approx(0.02).epsilon(1e-3));
}

TEST_CASE("strip: samples at full scale are counted before and after, also where the gain turns them down") {
  StripSettings settings;
  settings.input_gain_db = -6.0F;
  Strip strip({rate_hz, 1, frame_length}, settings);
  std::vector<float> samples(frame_length, 0.1F);
  samples[3] = 1.0F;
  samples[4] = -1.0F;
  float *frame = samples.data();
  strip.before_denoise(&frame, frame_length);
  strip.after_denoise(&frame, frame_length);
  strip.to_output(&frame, frame_length, false);
  const StripLevels levels = strip.take_levels();
  CHECK(levels.input_clipped == 2);
  CHECK(levels.output_clipped == 0);
  strip.reset_meters();
  CHECK(strip.take_levels().input_clipped == 0);
}

TEST_CASE("strip: a stage's reduction is shown while it is on, and unknown otherwise") {
  StripSettings settings;
  Rig rig(settings);
  rig.run(10, 0.5);
  StripLevels levels = rig.strip.take_levels();
  CHECK_FALSE(levels.reduction_db<Gate>().has_value());
  CHECK_FALSE(levels.reduction_db<Compressor>().has_value());
  CHECK_FALSE(levels.automatic_gain_db.has_value());
  settings.compressor = {true, -18.0F, 4.0F, 3.0F, 100.0F, 0.0F, 0.0F};
  settings.gate = {true, -40.0F, 30.0F, 1.0F, 0.0F, 50.0F};
  rig.strip.set(settings);
  rig.run(50, 0.5);
  levels = rig.strip.take_levels();
  REQUIRE(levels.reduction_db<Compressor>().has_value());
  // 12 dB over at 4:1.
  CHECK(*levels.reduction_db<Compressor>() == doctest::Approx(0.75 * (18.0 - 6.02)).epsilon(0.01));
  rig.run(50, 0.0005);
  CHECK(*rig.strip.take_levels().reduction_db<Gate>() == doctest::Approx(30.0));
}

TEST_CASE("bus: several strips add up, and the program bus stays under -1 dBTP, late by what it says") {
  Bus program(program_bus(rate_hz, frame_length));
  Bus monitor(monitor_bus(rate_hz, frame_length));
  CHECK(monitor.latency_frames() == 0);
  CHECK(program.latency_frames() < 100);
  std::vector<float> samples(frame_length);
  std::size_t position = 0;
  for (int turn = 0; turn < 100; ++turn) {
    for (float &sample : samples) {
      sample = static_cast<float>(0.8 * std::sin(2.0 * std::numbers::pi * 440.0 * static_cast<double>(position++) / rate_hz));
    }
    for (Bus *bus : {&program, &monitor}) {
      bus->begin(frame_length);
      bus->add({samples.data(), samples.data()});
      bus->add({samples.data(), samples.data()});
      bus->finish();
    }
  }
  const BusLevels unlimited = monitor.take_levels();
  CHECK(unlimited.peak_db[0] == doctest::Approx(20.0 * std::log10(1.6)).epsilon(0.001));
  CHECK(unlimited.clipped > 1000);
  CHECK_FALSE(unlimited.limiter_reduction_db.has_value());
  const BusLevels limited = program.take_levels();
  CHECK(limited.peak_db[0] < -1.0);
  CHECK(limited.peak_db[0] > -1.2);
  CHECK(limited.clipped == 0);
  CHECK(*limited.limiter_reduction_db == doctest::Approx(5.13).epsilon(0.02));
  program.set_limiter(false);
  CHECK_FALSE(program.take_levels().limiter_reduction_db.has_value());
}

TEST_CASE("bus: loudness of a tone at -23 dBFS on both sides is -23 LUFS, whatever the rate") {
  for (const double at_rate_hz : {44100.0, 48000.0, 96000.0}) {
    const auto length = static_cast<std::size_t>(at_rate_hz / 100.0);
    Bus bus(monitor_bus(at_rate_hz, length));
    std::vector<float> samples(length);
    std::size_t position = 0;
    for (int turn = 0; turn < 500; ++turn) {
      for (float &sample : samples) {
        sample = static_cast<float>(0.0707946 *
                                    std::sin(2.0 * std::numbers::pi * 1000.0 * static_cast<double>(position++) / at_rate_hz));
      }
      bus.begin(length);
      bus.add({samples.data(), samples.data()});
      bus.finish();
    }
    const BusLevels levels = bus.take_levels();
    for (const auto &lufs : {levels.momentary_lufs, levels.short_term_lufs, levels.integrated_lufs}) {
      REQUIRE(lufs.has_value());
      CHECK(std::fabs(*lufs + 23.0) < 0.1);
    }
  }
}
