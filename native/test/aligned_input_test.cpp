#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <memory>
#include <string>

#include "capture_simulation.hpp"

using namespace sounddesk;
using test::SimulatedDevice;
using test::SimulatedSession;

namespace {

/** Longer by `SOUNDDESK_SIMULATED_SEC=3600`, as in scripts/soak/drift.mjs. */
double simulated_sec(double usual) {
  const char *asked = std::getenv("SOUNDDESK_SIMULATED_SEC");
  return asked == nullptr ? usual : std::atof(asked);
}

SimulatedDevice device(double ppm, double lost_share) {
  SimulatedDevice simulated;
  simulated.deviation_ppm = ppm;
  simulated.lost_share = lost_share;
  return simulated;
}

/** Whether a track of `counts` holds every number from the device's first sample on; the first 64 are faded in. */
bool is_without_step(const std::deque<float> &kept) {
  constexpr float one = 1.0F / 0x100000;
  const auto begin = std::find_if(kept.begin(), kept.end(), [](float sample) { return sample >= 64 * one; });
  if (begin == kept.end() || *begin != 64 * one) return false;
  for (auto at = begin + 1; at != kept.end(); ++at) {
    if (*at != (at[-1] == 1.0F - one ? 0.0F : at[-1] + one)) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("capture clocks: a device on its own may count 6 % slowly and stand still: nothing is cut or put in") {
  for (const bool has_no_times : {true, false}) {
    for (const bool is_heard : {false, true}) {
      SimulatedDevice slow = device(-60000.0, 0.0);
      slow.counts = true;
      slow.has_no_times = has_no_times;
      slow.start_sec = 1.3;
      // Its own times would report a standstill as lost time.
      slow.stall_every = has_no_times ? 170 : 0;
      slow.stall_sec = 0.05;
      slow.late_every = 230;
      slow.late_sec = 0.04;
      SimulatedSession session;
      session.kept_sec = 100.0;
      session.is_heard = is_heard;
      session.run({slow}, 60.0);
      CAPTURE(has_no_times);
      CAPTURE(is_heard);
      CHECK(session.tracks[0].missing == 0);
      CHECK(is_without_step(session.tracks[0].kept));
      CHECK(session.tracks[0].kept.size() > 50 * 48000 * 9 / 10);
    }
  }
}

TEST_CASE("capture clocks: devices of one slow server keep every sample and stay together") {
  SimulatedDevice slow = device(-60000.0, 0.0);
  slow.counts = true;
  slow.has_no_times = true;
  slow.stall_every = 170;
  slow.stall_sec = 0.05;
  SimulatedSession session;
  session.kept_sec = 100.0;
  session.has_one_server = true;
  session.run({slow, slow}, 30.0);
  for (const SimulatedSession::Track &track : session.tracks) {
    CHECK(track.missing == 0);
    CHECK(is_without_step(track.kept));
  }
  CHECK(session.tracks[0].frames == session.tracks[1].frames);
  CHECK(session.tracks[0].kept.back() == session.tracks[1].kept.back());
}

TEST_CASE("capture clocks: a device on its own that loses blocks, or was away, keeps its length with silence") {
  SimulatedDevice losing = device(30.0, 0.1);
  SimulatedSession session;
  session.run({losing}, 60.0);
  CHECK(static_cast<double>(session.tracks[0].frames) / 48000.0 == doctest::Approx(60.0).epsilon(0.001));
  const auto lost = static_cast<double>(session.tracks[0].lost_by_device);
  CHECK(static_cast<double>(session.tracks[0].missing) == doctest::Approx(lost).epsilon(0.02));

  SimulatedDevice away = device(0.0, 0.0);
  away.has_no_times = true;
  away.stall_every = 1500;
  away.stall_sec = 2.0;
  session.run({away}, 20.0);
  CHECK(static_cast<double>(session.tracks[0].frames) / 48000.0 == doctest::Approx(20.0).epsilon(0.001));
  CHECK(static_cast<double>(session.tracks[0].missing) == doctest::Approx(4.0 * 48000.0).epsilon(0.02));
}

TEST_CASE("capture clocks: devices at +200 and -200 ppm that lose 28 % in bursts stay within a millisecond, none shortened") {
  const double seconds = simulated_sec(180.0);
  SimulatedSession session;
  session.run({device(0.0, 0.0), device(200.0, 0.28), device(-200.0, 0.28)}, seconds);
  for (const SimulatedSession::Track &track : session.tracks) {
    CHECK(track.frames == session.tracks[0].frames);
    CHECK(static_cast<double>(track.frames) / 48000.0 == doctest::Approx(seconds).epsilon(0.0002));
  }
  CHECK(session.tracks[0].missing == 0);
  for (std::size_t i = 1; i < 3; ++i) {
    const auto lost = static_cast<double>(session.tracks[i].lost_by_device);
    CHECK(lost > 0.25 * seconds * 48000.0);
    CHECK(static_cast<double>(session.tracks[i].missing) == doctest::Approx(lost).epsilon(0.01));
    MESSAGE("drift ", session.tracks[i].drift_ppm, " ppm, offset ", session.offset_ms(0, i), " ms");
    CHECK(std::fabs(session.offset_ms(0, i)) <= 0.5);
  }
  CHECK(std::fabs(session.offset_ms(1, 2)) <= 1.0);
  CHECK(session.tracks[1].drift_ppm == doctest::Approx(200.0).epsilon(0.1));
  CHECK(session.tracks[2].drift_ppm == doctest::Approx(-200.0).epsilon(0.1));
}

TEST_CASE("capture clocks: the main device may be the one that loses, too") {
  SimulatedSession session;
  session.run({device(200.0, 0.28), device(-200.0, 0.28)}, simulated_sec(60.0));
  CHECK(session.tracks[0].frames == session.tracks[1].frames);
  CHECK(std::fabs(session.offset_ms(0, 1)) <= 1.0);
}

TEST_CASE("capture clocks: with one device every sample passes unchanged") {
  SimulatedSession session;
  session.kept_sec = 100.0;
  session.run({device(150.0, 0.0)}, 5.0);
  CHECK(session.tracks[0].missing <= 480);
  // Found again in the device's own samples.
  const double period_sec = 1.0 / (48000.0 * (1.0 + 150e-6));
  std::size_t matches = 0;
  const std::deque<float> &kept = session.tracks[0].kept;
  std::size_t first = 0;
  while (first < 2000 && kept[1000] != static_cast<float>(test::sound_at(static_cast<double>(first) * period_sec))) ++first;
  REQUIRE(first < 2000);
  for (std::size_t i = 1000; i < kept.size(); ++i) {
    matches += kept[i] == static_cast<float>(test::sound_at(static_cast<double>(first + i - 1000) * period_sec)) ? 1 : 0;
  }
  // But for the last bit of the test's own arithmetic.
  CHECK(static_cast<double>(matches) > 0.9995 * static_cast<double>(kept.size() - 1000));
}

TEST_CASE("capture clocks: blocks that are late but not lost leave no silence") {
  for (const bool has_no_times : {false, true}) {
    for (const bool is_heard : {false, true}) {
      SimulatedDevice late = device(50.0, 0.0);
      late.late_every = 200;
      late.late_sec = 0.04;
      late.has_no_times = has_no_times;
      SimulatedSession session;
      session.is_heard = is_heard;
      session.run({device(0.0, 0.0), late}, 30.0);
      CAPTURE(has_no_times);
      CAPTURE(is_heard);
      CHECK(session.tracks[1].frames == session.tracks[0].frames);
      // At the very start it is not known yet how late this device can be. With neither times nor patience a part
      // of what was late (57600 frames) cannot be waited for.
      CHECK(session.tracks[1].missing < (has_no_times && is_heard ? 30000 : 12000));
      CHECK(std::fabs(session.offset_ms(0, 1)) <= (has_no_times ? 5.0 : 0.5));
    }
  }
}

TEST_CASE("capture clocks: a device of another rate, one that starts later, and coarse times") {
  SimulatedDevice cd = device(-80.0, 0.05);
  cd.rate_hz = 44100.0;
  cd.says_overflow = true;
  SimulatedDevice late_start = device(120.0, 0.0);
  late_start.start_sec = 3.0;
  late_start.block_frames = 1024;
  late_start.time_jitter_sec = 0.002;
  SimulatedSession session;
  session.run({device(0.0, 0.0), cd, late_start}, 40.0);
  CHECK(session.tracks[1].frames == session.tracks[0].frames);
  CHECK(session.tracks[2].frames == session.tracks[0].frames);
  CHECK(std::fabs(session.offset_ms(0, 1)) <= 0.5);
  CHECK(std::fabs(session.offset_ms(0, 2)) <= 1.0);
}
