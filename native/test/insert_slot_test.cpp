#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <numbers>
#include <vector>

#include "dsp_allocation_trap.hpp"
#include "engine/insert_slot.hpp"
#include "insert_support.hpp"
#include "support.hpp"

using namespace sounddesk;
using namespace sounddesk::test;

namespace {

constexpr double rate_hz = 48000.0;

/** Feeds a slot, and keeps what came out as a recorder does (by frame, the first that came) and as a bus hears it. */
struct Rig {
  explicit Rig(std::size_t frame_length, double tone_hz = 0.0) : length(frame_length), tone(tone_hz) {}

  float in(std::uint64_t at) const {
    if (tone > 0.0) return static_cast<float>(0.5 * std::sin(2.0 * std::numbers::pi * tone * static_cast<double>(at) / rate_hz));
    return noise[at % noise.size()];
  }

  void run(std::size_t frames, std::size_t delay) {
    for (std::size_t left = frames; left > 0; left -= std::min(left, length)) {
      std::vector<float> samples(length);
      std::vector<float> aligned(length);
      float *frame = samples.data();
      float *bus = aligned.data();
      for (std::size_t i = 0; i < length; ++i) samples[i] = in(clock + i);
      slot.post(&frame, length);
      slot.collect(&frame, length);
      std::vector<float> extra(slot.catch_up_frames());
      if (float *to = extra.data(); !extra.empty()) slot.read_catch_up(0, &to, extra.size());
      for (std::size_t i = 0; i < extra.size(); ++i) keep(clock + i - extra.size(), extra[i]);
      for (std::size_t i = 0; i < length; ++i) keep(clock + i, samples[i]);
      if (!slot.read_aligned(delay, &bus, length)) aligned = samples;
      heard.insert(heard.end(), aligned.begin(), aligned.end());
      clock += length;
    }
  }

  void keep(std::uint64_t now, float sample) {
    const auto at = static_cast<std::int64_t>(now) - static_cast<std::int64_t>(slot.latency_frames());
    if (at == static_cast<std::int64_t>(track.size())) track.push_back(sample);
    if (at > static_cast<std::int64_t>(track.size())) has_hole = true;
  }

  std::size_t length;
  double tone;
  std::vector<float> noise = [] {
    Noise source;
    std::vector<float> made(100003);
    for (float &sample : made) sample = 0.5F * source.next();
    return made;
  }();
  InsertSlot slot{rate_hz, 1, 480};
  std::uint64_t clock = 0;
  std::vector<float> track;
  std::vector<float> heard;
  bool has_hole = false;
};

/** The largest third difference from `from` on; of 0.5 at 300 Hz it is 3e-5. */
double bend(const std::vector<float> &samples, std::size_t from) {
  double worst = 0.0;
  for (std::size_t i = from + 3; i < samples.size(); ++i) {
    worst = std::max(worst, std::fabs(static_cast<double>(samples[i]) - 3.0 * static_cast<double>(samples[i - 1]) +
                                      3.0 * static_cast<double>(samples[i - 2]) - static_cast<double>(samples[i - 3])));
  }
  return worst;
}

}  // namespace

TEST_CASE("insert slot: a track holds every sample once and in its time, however the latency changes") {
  for (const std::size_t length : {std::size_t{32}, std::size_t{480}}) {
    Rig rig(length);
    DelayingInsert insert(1000);
    const auto state = [&](bool is_dry, std::size_t latency) {
      rig.run(12000, std::max<std::size_t>(latency, 1000));
      CHECK(rig.slot.is_dry() == is_dry);
      CHECK(rig.slot.latency_frames() == latency);
    };
    state(false, 0);
    rig.slot.set(&insert);
    state(false, 1000);
    insert.latency = 77;
    state(false, 77);
    insert.latency = 4321;
    state(false, 4321);
    insert.answers = false;
    state(true, 4321);
    insert.answers = true;
    state(false, 4321);
    rig.slot.set(nullptr);
    state(false, 0);
    CHECK_FALSE(rig.slot.is_in_use(&insert));
    CHECK_FALSE(rig.has_hole);
    REQUIRE(rig.track.size() == rig.clock);
    // The chain only delays, so the track is the input; where its own latency jumps, its sound does, for one frame.
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < rig.track.size(); ++i) wrong += std::fabs(rig.track[i] - rig.in(i)) > 1e-6F ? 1U : 0U;
    CHECK(wrong <= 3 * 480 + 240);
  }
}

TEST_CASE("insert slot: what the buses hear neither clicks nor leaves its time when latencies and chains change") {
  for (const std::size_t length : {std::size_t{32}, std::size_t{128}, std::size_t{480}}) {
    Rig rig(length, 300.0);
    rig.run(9600, 0);
    const std::size_t begin = rig.heard.size();
    // Another channel has become slower.
    rig.run(9600, 2000);
    DelayingInsert slow(2000);
    DelayingInsert quick(100);
    rig.slot.set(&slow);
    rig.run(9600, 2000);
    rig.slot.set(&quick);
    rig.run(9600, 2000);
    CHECK(rig.slot.latency_frames() == 100);
    for (std::size_t i = rig.heard.size() - 4800; i < rig.heard.size(); ++i) {
      REQUIRE(rig.heard[i] == doctest::Approx(rig.in(i - 2000)).epsilon(1e-4));
    }
    rig.run(9600, 100);
    rig.slot.set(nullptr);
    rig.run(9600, 0);
    CAPTURE(length);
    // A cut would be up to 1, and 0.01 where it is 2000 frames of 300 Hz.
    CHECK(bend(rig.heard, begin) < 0.004);
  }
}

TEST_CASE("insert slot: of a fade back to a slower chain the track holds the beginning, too") {
  // No whole number of periods in a frame: a cut in a zero crossing would not be heard.
  Rig rig(480, 337.0);
  DelayingInsert insert(0);
  insert.gain = 0.8F;
  rig.slot.set(&insert);
  rig.run(9600, 0);
  const std::size_t from = rig.track.size();
  insert.latency = 1000;
  rig.run(9600, 1000);
  CHECK_FALSE(rig.slot.is_dry());
  // Behind the jump of the chain's own sound, which fades out before.
  CHECK(bend(rig.track, from + 240) < 0.002);
}

TEST_CASE("insert slot: without an answer the dry sound is heard within the same frame, in its time and without a click") {
  Rig rig(480, 300.0);
  DelayingInsert insert(500);
  rig.slot.set(&insert);
  rig.run(9600, 500);
  insert.answers = false;
  const std::size_t from = rig.heard.size();
  rig.run(480, 500);
  CHECK(rig.slot.is_dry());
  CHECK(rig.slot.latency_frames() == 500);
  for (std::size_t i = from + 240; i < from + 480; ++i) CHECK(rig.heard[i] == doctest::Approx(rig.in(i - 500)).epsilon(1e-5));
  rig.run(4800, 500);
  insert.answers = true;
  rig.run(4800, 500);
  CHECK_FALSE(rig.slot.is_dry());
  CHECK(bend(rig.heard, from) < 0.004);
}

TEST_CASE("insert slot: the sound of a chain that fails goes over into the dry one without an edge, whatever it was") {
  for (const float gain : {0.8F, 0.25F, -1.0F}) {
    Rig rig(480, 337.0);
    DelayingInsert insert(500);
    insert.gain = gain;
    rig.slot.set(&insert);
    rig.run(9600, 500);
    insert.answers = false;
    const std::size_t from = rig.heard.size();
    rig.run(4800, 500);
    CAPTURE(gain);
    // Held at its last sample until it had faded it was 0.02.
    CHECK(bend(rig.heard, from) < 0.001);
  }
}

TEST_CASE("insert slot: a rise of the delay is no fade to what counts frames") {
  // As the mix is recorded: its frames are `delay` earlier from the frame on in which the delay rises.
  for (const std::size_t growth : {std::size_t{1}, std::size_t{31}, std::size_t{1000}}) {
    Rig rig(480);
    rig.run(4800, 0);
    rig.run(4800, growth);
    for (std::size_t i = 4800 + growth; i < 9600; ++i) REQUIRE(rig.heard[i] == rig.in(i - growth));
  }
}

TEST_CASE("insert slot: it allocates, frees and locks nothing") {
  if (!can_trap()) return;
  InsertSlot slot(rate_hz, 2, 480);
  DelayingInsert insert(700, 2);
  std::vector<float> storage(4 * 480, 0.1F);
  const std::array<float *, 2> frame{storage.data(), storage.data() + 480};
  const std::array<float *, 2> out{storage.data() + 960, storage.data() + 1440};
  const AllocationTrap trap;
  for (int turn = 0; turn < 400; ++turn) {
    if (turn % 40 == 0) slot.set(turn % 80 == 0 ? &insert : nullptr);
    insert.answers = turn % 30 != 7;
    slot.post(frame.data(), 480);
    slot.collect(frame.data(), 480);
    slot.read_aligned(turn % 100 < 50 ? 700 : 900, out.data(), 480);
  }
  const TrapCounts counts = trap.counts();
  CHECK(counts.allocations == 0);
  CHECK(counts.frees == 0);
  CHECK(counts.locks == 0);
}
