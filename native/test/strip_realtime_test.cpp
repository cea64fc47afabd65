#include <doctest/doctest.h>

#include <array>
#include <vector>

#include "dsp_allocation_trap.hpp"
#include "engine/bus.hpp"
#include "engine/strip.hpp"
#include "support.hpp"

using namespace sounddesk;
using namespace sounddesk::test;

namespace {

/** Settings that turn everything on, and differ from turn to turn. */
StripSettings busy_settings(int turn, bool has_echo_cancellation) {
  const auto wobble = static_cast<float>(turn % 7);
  StripSettings settings;
  settings.input_gain_db = wobble;
  settings.echo_cancellation = has_echo_cancellation;
  settings.automatic_gain = turn % 3 != 0;
  settings.gate = {turn % 2 == 0, -50.0F + wobble, 40.0F, 1.0F, 50.0F, 100.0F};
  settings.equalizer = {turn % 4 != 0, {wobble, -3, 2, wobble, -wobble, 3, 0, wobble, 1, 2}};
  settings.compressor = {turn % 5 != 0, -30.0F + wobble, 4.0F, 3.0F, 100.0F, 3.0F, 4.0F};
  settings.volume_db = -wobble;
  settings.pan = 10.0F * wobble;
  settings.is_muted = turn % 11 == 0;
  settings.is_solo = turn % 13 == 0;
  return settings;
}

TrapCounts run_rig(double rate_hz, std::size_t channels, bool has_echo_cancellation) {
  const auto length = static_cast<std::size_t>(rate_hz / 100.0);
  Strip strip({rate_hz, channels, length}, StripSettings{});
  Bus monitor(monitor_bus(rate_hz, length));
  Bus program(program_bus(rate_hz, length));
  Noise noise;
  std::array<std::vector<float>, 2> samples{std::vector<float>(length), std::vector<float>(length)};
  const std::array<float *, 2> frame{samples[0].data(), samples[1].data()};
  const AllocationTrap trap;
  for (int turn = 0; turn < 400; ++turn) {
    for (auto &channel : samples) {
      for (float &sample : channel) sample = 0.8F * noise.next();
    }
    strip.set(busy_settings(turn / 10, has_echo_cancellation));
    strip.hear(monitor.output(), length);
    strip.before_denoise(frame.data(), length);
    strip.after_denoise(frame.data(), length);
    const StereoBlock block = strip.to_output(frame.data(), length, turn % 2 == 0);
    for (Bus *bus : {&monitor, &program}) {
      bus->begin(length);
      bus->add(block);
      bus->finish();
      bus->take_levels();
    }
    strip.take_levels();
  }
  return trap.counts();
}

}  // namespace

TEST_CASE("strip: neither it nor a bus allocates, frees or locks while it runs") {
  if (!can_trap()) return;
  for (const double rate_hz : {44100.0, 48000.0, 96000.0}) {
    for (const std::size_t channels : {std::size_t{1}, std::size_t{2}}) {
      const TrapCounts counts = run_rig(rate_hz, channels, false);
      CHECK(counts.allocations == 0);
      CHECK(counts.frees == 0);
      CHECK(counts.locks == 0);
    }
  }
}

TEST_CASE("strip: with echo cancellation it still allocates nothing") {
  if (!can_trap()) return;
  const TrapCounts counts = run_rig(48000.0, 2, true);
  CHECK(counts.allocations == 0);
  CHECK(counts.frees == 0);
}

TEST_CASE("strip: the trap itself sees an allocation") {
  if (!can_trap()) return;
  const AllocationTrap trap;
  std::vector<float> samples(1000);
  CHECK(samples.size() == 1000);
  CHECK(trap.counts().allocations >= 1);
}

TEST_CASE("strip: echo of what the monitor bus played is gone after some seconds") {
  Strip strip({48000.0, 1, 480}, StripSettings{});
  if (strip.echo_refusal().has_value()) return;
  StripSettings settings;
  settings.echo_cancellation = true;
  strip.set(settings);
  const std::vector<double> played = voice_like(48000, 1, 48000 * 12);
  constexpr std::size_t lag = 2000;
  std::vector<float> far(480);
  std::vector<float> near(480);
  StripLevels levels;
  for (std::size_t at = lag; at + 480 <= played.size(); at += 480) {
    for (std::size_t i = 0; i < 480; ++i) {
      far[i] = static_cast<float>(played[at + i]);
      near[i] = static_cast<float>(0.5 * played[at + i - lag]);
    }
    const std::array<const float *, 2> loudspeakers{far.data(), far.data()};
    strip.hear(loudspeakers.data(), 480);
    float *frame = near.data();
    strip.before_denoise(&frame, 480);
    strip.after_denoise(&frame, 480);
    strip.to_output(&frame, 480, false);
    if (at < 48000 * 6) strip.take_levels();
  }
  levels = strip.take_levels();
  CHECK(levels.input_rms_db - levels.output_rms_db > 15.0);
  CHECK(strip.latency_frames() > 0);
}
