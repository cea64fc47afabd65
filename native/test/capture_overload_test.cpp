// On overload a session steps up a mode and says so, before it is heard.
#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "capture_rig.hpp"
#include "device/capture_meter.hpp"
#include "device/capture_relief.hpp"
#include "device/capture_session.hpp"

using namespace sounddesk;
using test::Rig;

namespace {

/** The mixer's clock, for the engine's busy times: they take a function without a context. */
double *rig_now = nullptr;
double read_rig_clock() noexcept { return *rig_now; }

/** Work that takes time on the mixer's clock: the devices continue meanwhile. */
class CostlyInsert final : public InsertProcessor {
 public:
  explicit CostlyInsert(Rig &rig) : rig_(rig) {}

  void post(const float *const *, std::size_t) noexcept override {
    rig_.now += cost_sec;
    for (test::DevicePlayer &player : rig_.players) player.run_until(rig_.now);
    rig_.speaker.run_until(rig_.now);
  }
  bool collect(float *const *, std::size_t) noexcept override { return true; }
  std::size_t latency_frames() const noexcept override { return 0; }

  double cost_sec = 0.0;

 private:
  Rig &rig_;
};

/** As long on the wall clock, at every call. It does not sleep: Windows counts sleep in milliseconds. */
class SlowInsert final : public InsertProcessor {
 public:
  explicit SlowInsert(std::chrono::microseconds cost) : cost_(cost) {}
  void post(const float *const *, std::size_t) noexcept override {
    const auto end = std::chrono::steady_clock::now() + cost_;
    while (std::chrono::steady_clock::now() < end) continue;
  }
  bool collect(float *const *, std::size_t) noexcept override { return true; }
  std::size_t latency_frames() const noexcept override { return 0; }

 private:
  const std::chrono::microseconds cost_;
};

}  // namespace

TEST_CASE("overload: as the work of a frame grows the mode becomes longer each time before a frame is late or silent") {
  test::SimulatedDevice device = test::microphone(20.0);
  device.block_frames = 64;
  Rig rig({device});
  rig_now = &rig.now;
  rig.engine.set_stage_clock(read_rig_clock);
  rig.listen(5, 64);
  auto work = std::make_shared<CostlyInsert>(rig);
  const auto publish = [&](int mode_ms) {
    auto plan = rig.plan(mode_ms);
    plan->channels[0].insert = work;
    REQUIRE(rig.engine.publish(std::move(plan)));
  };
  int mode_ms = 5;
  publish(mode_ms);
  CaptureOverload overload;
  std::vector<int> modes;
  for (double tick_sec = 1.0 / 30.0; modes.size() < 3 && tick_sec < 60.0; tick_sec += 1.0 / 30.0) {
    // A frame of the mode under 5 ms has 0.67 ms, one under 20 ms has 2.7 ms.
    work->cost_sec = 0.0002 + 0.00008 * rig.now;
    rig.run_until(tick_sec, 0.00025);
    CHECK(rig.speaker.output->silent_frames() == 0);
    CHECK(rig.engine.frames_late() == 0);
    const std::uint64_t misses = rig.engine.frames_late() + rig.speaker.output->dropouts();
    if (!overload.is_overloaded(rig.engine.take_peak_load(), misses)) continue;
    const CaptureRelief relief = relief_of({mode_ms, false, false, 64});
    MESSAGE(mode_ms, " ms mode, ", work->cost_sec * 1000.0, " ms a frame, load ", rig.engine.load(), ": ", relief.message);
    CHECK(rig.engine.load() < 1.0);
    modes.push_back(relief.mode_ms);
    if (relief.kind == CaptureRelief::Kind::longer_mode) publish(mode_ms = relief.mode_ms);
  }
  // Longer than 20 ms would cost more, not less.
  CHECK(modes == std::vector<int>{10, 20, 20});
  // And nothing was lost on the way.
  CHECK(rig.sink->tracks[0].is_whole);
  CHECK(rig.sink->tracks[0].missing == 0);
}

TEST_CASE("overload: work that is too much at once is reported within half a second, and not only once it is missed") {
  Rig rig({test::microphone(0.0)});
  rig_now = &rig.now;
  rig.engine.set_stage_clock(read_rig_clock);
  rig.listen(50, 256);
  auto work = std::make_shared<CostlyInsert>(rig);
  auto plan = rig.plan(50);
  plan->channels[0].insert = work;
  REQUIRE(rig.engine.publish(std::move(plan)));
  CaptureOverload overload;
  double reported_sec = 0.0;
  for (double tick_sec = 1.0 / 30.0; reported_sec == 0.0 && tick_sec < 10.0; tick_sec += 1.0 / 30.0) {
    work->cost_sec = rig.now < 5.0 ? 0.003 : 0.0092;
    rig.run_until(tick_sec, 0.00025);
    if (overload.is_overloaded(rig.engine.take_peak_load(), rig.engine.frames_late())) reported_sec = rig.now;
  }
  CHECK(reported_sec > 5.0);
  CHECK(reported_sec < 5.5);
  CHECK(rig.engine.frames_late() == 0);
}

TEST_CASE("overload: a session takes the longer mode on its own, says so, and continues") {
  std::mutex mutex;
  std::vector<std::pair<int, int>> reported;
  std::string message;
  std::atomic<std::uint64_t> processed{0};
  CaptureEvents events;
  events.on_levels = [&](const CaptureLevels &levels) { processed.store(levels.frames_processed); };
  events.on_devices = [](const std::vector<CaptureDeviceState> &) {};
  events.on_failed = [](FailureCode, const std::string &) {};
  events.on_overloaded = [&](int from_ms, int to_ms, const std::string &text) {
    const std::lock_guard<std::mutex> lock(mutex);
    reported.emplace_back(from_ms, to_ms);
    message = text;
  };
  CaptureOptions options;
  options.mode_ms = 5;
  CaptureChannelOptions channel;
  channel.id = channel.name = "one";
  options.channels = {channel};
  CaptureSession session(options, events);
  // 32 frames last 0.67 ms: too much for them, and half of what 64 have.
  session.set_insert("one", std::make_shared<SlowInsert>(std::chrono::microseconds(600)), 1);
  const auto has_reported = [&] {
    const std::lock_guard<std::mutex> lock(mutex);
    return !reported.empty();
  };
  for (int i = 0; i < 3000 && !has_reported(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  const std::uint64_t before = processed.load();
  for (int i = 0; i < 1000 && processed.load() < before + 50; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  session.stop();
  REQUIRE_FALSE(reported.empty());
  CHECK(reported.front() == std::pair{5, 10});
  CHECK(message.find("cannot keep up") != std::string::npos);
  CHECK(processed.load() > before);
}

TEST_CASE("overload: what is given up comes in order, and the last word names what the user can do") {
  using Kind = CaptureRelief::Kind;
  CHECK(relief_of({50, true, false, 256}).kind == Kind::rnnoise);
  CHECK(relief_of({5, false, true, 64}).mode_ms == 10);
  CHECK(relief_of({10, false, true, 64}).mode_ms == 20);
  CHECK(relief_of({20, false, true, 128}).kind == Kind::reserve);
  CHECK(relief_of({20, false, false, 128}).kind == Kind::longer_blocks);
  CHECK(relief_of({50, false, false, 256}).mode_ms == 0);
  CHECK(relief_of({0, false, false, 512}).message.find("1024 frames") != std::string::npos);
  const CaptureRelief none = relief_of({0, false, false, 1024});
  CHECK(none.kind == Kind::none);
  CHECK(none.message.find("Close other programs") != std::string::npos);
}

TEST_CASE("capture overload: a load that stays high is reported once, a single peak and a good machine never") {
  CaptureOverload overload;
  for (int tick = 0; tick < 300; ++tick) CHECK_FALSE(overload.is_overloaded(0.5, 0));
  for (int tick = 0; tick < 3; ++tick) CHECK_FALSE(overload.is_overloaded(1.5, 0));
  for (int tick = 0; tick < 30; ++tick) CHECK_FALSE(overload.is_overloaded(0.5, 0));
  int reported = 0;
  for (int tick = 0; tick < 30; ++tick) reported += overload.is_overloaded(0.9, 0) ? 1 : 0;
  CHECK(reported == 1);
  // Where nothing helps it is said again after half a minute, not all the time.
  overload.rest();
  for (int tick = 0; tick < 890; ++tick) CHECK_FALSE(overload.is_overloaded(0.9, 0));
  for (int tick = 0; tick < 30; ++tick) reported += overload.is_overloaded(0.9, 0) ? 1 : 0;
  CHECK(reported == 2);
}

TEST_CASE("capture overload: deadlines that are missed again and again are reported, a single one is not") {
  CaptureOverload overload;
  for (int tick = 0; tick < 100; ++tick) CHECK_FALSE(overload.is_overloaded(0.3, 0));
  CHECK_FALSE(overload.is_overloaded(0.3, 1));
  for (int tick = 0; tick < 60; ++tick) CHECK_FALSE(overload.is_overloaded(0.3, 1));
  int reported = 0;
  for (std::uint64_t misses = 2; misses < 10; ++misses) reported += overload.is_overloaded(0.3, misses) ? 1 : 0;
  CHECK(reported == 1);
}

TEST_CASE("capture short modes: noise reduction costs the sound no time, and the model's turns no frame its deadline") {
  std::array<std::vector<float>, 2> played;
  for (const bool is_on : {false, true}) {
    test::SimulatedDevice device = test::microphone(0.0);
    device.block_frames = 64;
    Rig rig({device});
    StripSettings settings;
    settings.denoise_engine = is_on ? DenoiseEngine::rnnoise : DenoiseEngine::off;
    settings.denoise.reduction = 70.0F;
    rig.nodes[0]->set(settings);
    rig.listen(5, 64);
    REQUIRE(rig.engine.publish(rig.plan(5)));
    rig.run_until(3.0, 0.00025);
    CHECK(rig.engine.frames_late() == 0);
    CHECK(rig.engine.delay_sec() == 0.0);
    CHECK(rig.nodes[0]->read_levels().speech_probability.has_value() == is_on);
    played[is_on ? 1 : 0] = rig.speaker.played;
  }
  CHECK(played[0] != played[1]);
  // Not more than the filter itself turns the phase: 0.2 ms.
  CHECK(std::abs(test::best_lag(played[0], played[1], 48000, 48000, 200)) < 10);
}
