// What a capture session decides by: latency modes. Its devices are tested through the addon.
#include <doctest/doctest.h>

#include <string>

#include "engine/latency_mode.hpp"

using namespace sounddesk;

TEST_CASE("latency mode: a mode is achievable by what the devices state, and refused with the figure") {
  LatencyFacts facts{48000, 256, 0.0005, 0, std::nullopt, 0};
  // 64 frames each way, 64 through the strips, 3 ms in hand.
  const LatencyModeState ten = latency_mode_state(10, facts);
  CHECK(ten.is_achievable);
  CHECK(*ten.expected_ms == doctest::Approx(7.5));
  CHECK(latency_mode_state(20, facts).is_achievable);
  CHECK(latency_mode_state(50, facts).is_achievable);
  const LatencyModeState five = latency_mode_state(5, facts);
  CHECK_FALSE(five.is_achievable);
  CHECK(five.reason.find("6.8 ms") != std::string::npos);
  CHECK(latency_mode_state(50, facts).reason.find("strong") == std::string::npos);
  facts.is_strong_wanted = true;
  CHECK(latency_mode_state(50, facts).is_achievable);
  CHECK(latency_mode_state(50, facts).reason.find("studio take 42.5 ms") != std::string::npos);
  // A sound system with long blocks of its own.
  facts.least_block_frames = 1024;
  CHECK_FALSE(latency_mode_state(20, facts).is_achievable);
}

TEST_CASE("latency mode: under one server the short modes cost what the server states, and the refusal says so") {
  LatencyFacts facts{48000, 256, 0.0, 0, std::nullopt, 0, 0.004, 64};
  const LatencyModeState five = latency_mode_state(5, facts);
  CHECK(five.is_achievable);
  CHECK(*five.expected_ms == doctest::Approx(4.0 + 32.0 / 48.0));
  // Frames that do not fill a period make it wait for the next one.
  facts.period_frames = 48;
  CHECK(*latency_mode_state(5, facts).expected_ms == doctest::Approx(5.0 + 32.0 / 48.0));
  facts.period_frames = 128;
  facts.direct_sec = 0.008;
  const LatencyModeState refused = latency_mode_state(5, facts);
  CHECK_FALSE(refused.is_achievable);
  CHECK(refused.reason.find("keeps 8.0 ms with 128 frames") != std::string::npos);
  CHECK(latency_mode_state(10, facts).is_achievable);
}

TEST_CASE("latency mode: what runs is judged by measurement, and without a monitor there is nothing to judge") {
  LatencyFacts facts{48000, 256, 0.0005, 20, 23.4, 0};
  const LatencyModeState measured = latency_mode_state(20, facts);
  CHECK_FALSE(measured.is_achievable);
  CHECK(measured.reason.find("23.4 ms") != std::string::npos);
  facts.measured_p99_ms = 14.0;
  CHECK(latency_mode_state(20, facts).is_achievable);
  facts = {48000, 256, std::nullopt, 0, std::nullopt, 0};
  const LatencyModeState unheard = latency_mode_state(50, facts);
  CHECK_FALSE(unheard.is_achievable);
  CHECK_FALSE(unheard.expected_ms.has_value());
  CHECK(unheard.reason.find("monitor") != std::string::npos);
}

TEST_CASE("latency mode: chains fit their mode at every rate, and noise models are only where they have time") {
  for (const int rate_hz : {44100, 48000, 96000}) {
    for (const int mode_ms : {5, 10, 20, 50, 0}) {
      const LatencyChain chain = latency_chain(mode_ms, rate_hz, 1024);
      CHECK(chain.frame <= static_cast<std::size_t>(rate_hz / 100));
      CHECK(chain.has_models == (mode_ms == 0 || mode_ms == 50));
      if (mode_ms > 0) CHECK(2.0 * static_cast<double>(chain.block_frames) / rate_hz < mode_ms / 1000.0);
    }
  }
}
