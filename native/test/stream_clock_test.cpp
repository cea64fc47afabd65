#include <doctest/doctest.h>

#include <cmath>

#include "device/stream_clock.hpp"

using sounddesk::StreamClock;

TEST_CASE("a stream's clock holds still while single statements are late") {
  StreamClock clock(48000.0);
  CHECK_FALSE(clock.is_known());
  double worst_sec = 0.0;
  for (int i = 0; i < 200; ++i) {
    // Every third statement is 6 ms late; the device runs 100 millionths fast.
    const double index = i * 4800.0;
    const double true_sec = 50.0 + index / (48000.0 * 1.0001);
    clock.state(index, true_sec + (i % 3 == 1 ? 0.006 : 0.0));
    worst_sec = std::max(worst_sec, std::fabs(clock.time_of(index) - true_sec));
  }
  CHECK(clock.is_known());
  CHECK(worst_sec < 0.0002);
}

TEST_CASE("a stream's clock follows a way that has become longer within a second") {
  StreamClock clock(48000.0);
  for (int i = 0; i < 30; ++i) clock.state(i * 4800.0, 1.0 + i * 0.1);
  CHECK(clock.time_of(48000.0) == doctest::Approx(2.0));
  for (int i = 30; i < 40; ++i) clock.state(i * 4800.0, 1.02 + i * 0.1);
  CHECK(clock.time_of(48000.0) == doctest::Approx(2.02));
}
