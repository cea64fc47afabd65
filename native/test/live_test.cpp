#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <thread>
#include <vector>

#include "device/device_names.hpp"
#include "engine/buffer_control.hpp"
#include "engine/live_engine.hpp"
#include "engine/live_meters.hpp"
#include "support.hpp"

using namespace sounddesk;

namespace {

/** Two devices without hardware: a thread that calls the engine in real time, as PortAudio would. */
struct FakeDevices {
  std::vector<float> played;

  void run(LiveEngine &engine, const LiveFormat &format, const std::vector<double> &sound, double seconds) {
    const auto start = std::chrono::steady_clock::now();
    std::size_t recorded = 0;
    std::vector<float> in(format.block_frames);
    std::vector<float> out(format.block_frames);
    while (static_cast<double>(played.size()) < seconds * format.output_rate_hz) {
      const double time = static_cast<double>(played.size()) / format.output_rate_hz;
      std::this_thread::sleep_until(start + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                                std::chrono::duration<double>(time)));
      while (static_cast<double>(recorded + in.size()) / format.input_rate_hz <= time) {
        for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(sound[(recorded + i) % sound.size()]);
        engine.receive(in.data(), in.size(), 1, time - static_cast<double>(recorded) / format.input_rate_hz);
        recorded += in.size();
      }
      engine.provide(out.data(), out.size(), 1, static_cast<double>(out.size()) / format.output_rate_hz);
      played.insert(played.end(), out.begin(), out.end());
    }
  }
};

}  // namespace

namespace {

/** All else off. */
LiveSettings with_denoise(const DenoiseSettings &denoise) {
  LiveSettings settings;
  settings.strip.denoise = denoise;
  return settings;
}

struct Latency {
  double stated_ms;
  double measured_ms;
  /** Stood still through the last half second: on a busy machine a dropout may fall into it. */
  bool is_steady;
};

Latency run_and_measure(const LiveFormat &format) {
  constexpr std::size_t seconds = 4;
  const std::vector<double> sound =
      test::voice_like(format.input_rate_hz, 1, seconds * static_cast<std::size_t>(format.input_rate_hz));
  // Off: what comes out is what went in, so the delay can be read off the samples.
  LiveEngine engine(format, with_denoise({false, 100.0F, 100.0F}));
  engine.start();
  FakeDevices devices;
  devices.run(engine, format, sound, static_cast<double>(seconds));
  engine.stop();

  std::vector<FrameRecord> records(512);
  const std::size_t count = engine.take_records(records.data(), records.size());
  REQUIRE(count > 300);
  double stated_ms = 0.0;
  float least = 1e9F;
  float most = 0.0F;
  for (std::size_t i = count - 60; i < count; ++i) {
    stated_ms += static_cast<double>(records[i].latency_ms) / 60.0;
    least = std::min(least, records[i].latency_ms);
    most = std::max(most, records[i].latency_ms);
  }

  // The lag at which what was played in the last half second fits the input best.
  const double ratio = static_cast<double>(format.input_rate_hz) / format.output_rate_hz;
  const auto half_second = static_cast<std::size_t>(format.output_rate_hz) / 2;
  double best = -1.0;
  int best_lag = 0;
  for (int lag = 0; lag < format.output_rate_hz * 15 / 100; lag += 4) {
    double sum = 0.0;
    for (std::size_t i = devices.played.size() - half_second; i < devices.played.size(); i += 3) {
      const auto at = static_cast<std::size_t>((static_cast<double>(i) - lag) * ratio);
      sum += static_cast<double>(devices.played[i]) * sound[at % sound.size()];
    }
    if (sum > best) {
      best = sum;
      best_lag = lag;
    }
  }
  // A played sample's number is the time of the call that asked for it; it leaves a block later.
  const double measured_ms = 1000.0 * (best_lag + static_cast<double>(format.block_frames)) / format.output_rate_hz;
  return {stated_ms, measured_ms, most - least < 2.0F};
}

}  // namespace

TEST_CASE("the latency that the engine states is the one by which the sound comes out later") {
  for (const LiveFormat format : {LiveFormat{48000, 48000, 256}, LiveFormat{44100, 48000, 512}}) {
    CAPTURE(format.input_rate_hz);
    Latency latency = run_and_measure(format);
    for (int attempt = 1; attempt < 12 && !latency.is_steady; ++attempt) latency = run_and_measure(format);
    REQUIRE(latency.is_steady);
    CHECK(std::fabs(latency.stated_ms - latency.measured_ms) < 3.0);
  }
}

TEST_CASE("an output that starves plays silence, counts it and comes back") {
  const LiveFormat format{48000, 48000, 256};
  LiveEngine engine(format, with_denoise({true, 100.0F, 100.0F}));
  engine.start();
  const std::vector<double> sound = test::voice_like(48000, 1, 48000);
  FakeDevices devices;
  devices.run(engine, format, sound, 0.5);
  std::vector<float> out(256);
  for (int i = 0; i < 40; ++i) engine.provide(out.data(), 256, 1, 0.005);
  CHECK(out.back() == 0.0F);
  CHECK(engine.frames_missed() > 0);
  const std::uint64_t processed = engine.frames_processed();
  for (int half = 0; half < 20 && engine.frames_processed() <= processed + 30; ++half) {
    devices.played.clear();
    devices.run(engine, format, sound, 0.5);
  }
  CHECK(engine.frames_processed() > processed + 30);
  engine.stop();
}

TEST_CASE("a meter knows the noise of pauses and how far it fell") {
  LiveMeters meters;
  CHECK_FALSE(meters.take().noise_level_db.has_value());
  FrameRecord pause{};
  pause.is_pause = true;
  pause.aligned_input_power = 1e-4;
  pause.denoised_power = 1e-7;
  pause.latency_ms = 30.0F;
  for (int i = 0; i < 100; ++i) meters.add(pause);
  FrameRecord speech = pause;
  speech.is_pause = false;
  speech.aligned_input_power = 0.1;
  for (int i = 0; i < 50; ++i) meters.add(speech);
  const LiveLevels levels = meters.take();
  REQUIRE(levels.noise_level_db.has_value());
  CHECK(*levels.noise_level_db == doctest::Approx(-40.0).epsilon(0.01));
  CHECK(*levels.reduction_db == doctest::Approx(30.0).epsilon(0.01));
  CHECK(levels.latency_p99_ms == doctest::Approx(30.0));
  CHECK(levels.scope.size() == 300);
  CHECK(meters.take().scope.empty());
}

TEST_CASE("a meter's latency follows a way that has changed outside the chain at once, and never shows nothing") {
  LiveMeters meters;
  FrameRecord record{};
  record.latency_ms = 47.0F;
  for (int i = 0; i < 500; ++i) meters.add(record);
  meters.lengthen_latency(-16.0);
  const LiveLevels levels = meters.take();
  CHECK(levels.latency_ms == doctest::Approx(31.0));
  CHECK(levels.latency_p50_ms == doctest::Approx(31.0));
}

TEST_CASE("a meter keeps what the whole session came to, and the largest reductions since it was read") {
  LiveMeters meters;
  CHECK_FALSE(meters.take().session_latency_p50_ms.has_value());
  FrameRecord record{};
  record.is_pause = true;
  record.aligned_input_power = 1e-4;
  record.denoised_power = 1e-6;
  record.output_lufs = -23.0F;
  for (int i = 0; i < 2000; ++i) {
    // Longer ago than the ten seconds that are shown.
    record.latency_ms = i < 60 ? 90.0F : 30.0F;
    record.reductions_db[effect_place<Compressor>] = i == 1990 ? 6.0F : 2.0F;
    meters.add(record);
  }
  const LiveLevels levels = meters.take();
  CHECK(levels.latency_p99_ms == doctest::Approx(30.0));
  CHECK(levels.session_latency_p50_ms.value_or(0.0) == doctest::Approx(30.0).epsilon(0.01));
  CHECK(levels.session_latency_p99_ms.value_or(0.0) == doctest::Approx(90.0).epsilon(0.01));
  CHECK(levels.session_reduction_db.value_or(0.0) == doctest::Approx(20.0).epsilon(0.01));
  CHECK(levels.reductions_db[effect_place<Compressor>] == 6.0);
  CHECK(levels.output_lufs.value_or(0.0) == doctest::Approx(-23.0));
  CHECK(meters.take().reductions_db[effect_place<Compressor>] == 0.0);
}

TEST_CASE("device names stay the same when cards change places") {
  CHECK(stable_id("ALSA", "USB Mic: Audio (hw:2,0)", true) == stable_id("ALSA", "USB Mic: Audio (hw:1,0)", true));
  CHECK(stable_id("ALSA", "pulse", true) != stable_id("ALSA", "pulse", false));
  CHECK(stable_id("JACK Audio Connection Kit", "system", true) == "jack-audio-connection-kit:in:system");
  CHECK(type_of("Monitor of Speakers", true) == "system");
  CHECK(type_of("USB Mic: Audio (hw:1,0)", true) == "input");
  CHECK(type_of("USB Headset", false) == "output");
  CHECK_FALSE(is_offered("ALSA", "surround51"));
  CHECK_FALSE(is_offered("OSS", "/dev/dsp"));
  CHECK(is_offered("ALSA", "default"));
  CHECK(is_offered("Windows WASAPI", "Microphone (USB Audio)"));
  for (const char *older : {"MME", "Windows DirectSound", "Windows WDM-KS"}) CHECK_FALSE(is_offered(older, "Microphone (USB Audio)"));
  CHECK(type_of("Speakers (USB Audio) [Loopback]", true) == "system");
}
