#include <doctest/doctest.h>

#include <chrono>
#include <map>
#include <memory>
#include <thread>

#include "capture_rig.hpp"
#include "engine/capture_engine.hpp"
#include "insert_support.hpp"

using namespace sounddesk;
using test::best_lag;
using test::Rig;
using test::microphone;
using test::SimulatedDevice;

TEST_CASE("capture engine: every channel gets its own track, whole and at its own time") {
  for (const bool is_raw : {false, true}) {
    Rig rig({microphone(0.0), microphone(180.0, 0.2), microphone(-180.0)});
    auto plan = rig.plan();
    for (auto &track : plan->tracks) track.is_raw = is_raw;
    REQUIRE(rig.engine.publish(std::move(plan)));
    rig.run_until(20.0);
    REQUIRE(rig.sink->tracks.size() == 3);
    const auto &first = rig.sink->tracks[0];
    for (const auto &[number, track] : rig.sink->tracks) {
      CHECK(track.is_whole);
      CHECK(track.first == first.first);
      CHECK(track.samples.size() == first.samples.size());
      CHECK(std::abs(best_lag(first.samples, track.samples, 18 * 48000, 48000, 200)) <= 24);
    }
    CHECK(static_cast<double>(first.samples.size()) == doctest::Approx(20.0 * 48000.0).epsilon(0.03));
    CHECK(rig.sink->tracks[1].missing == doctest::Approx(static_cast<double>(rig.players[1].lost_frames())).epsilon(0.05));
  }
}

TEST_CASE("capture engine: what is missing since the session itself stood still is kept apart from what a device lost") {
  Rig rig({microphone(0.0), microphone(20.0, 0.1)});
  REQUIRE(rig.engine.publish(rig.plan()));
  rig.run_until(5.0);
  const std::size_t lost = rig.sink->tracks[1].missing;
  CHECK(lost > 10000);
  CHECK(rig.sink->tracks[1].missing_in_standstill == 0);
  // Stopped for three seconds: nobody takes what the devices deliver.
  rig.now += 3.0;
  rig.run_until(12.0);
  const auto &still = rig.sink->tracks[0];
  CHECK(still.missing > 72000);
  CHECK(still.missing_in_standstill == still.missing);
  CHECK(rig.sink->tracks[1].missing > rig.sink->tracks[1].missing_in_standstill);
}

TEST_CASE("capture engine: the stated latency is the one that the samples show, in every mode") {
  struct Setting {
    int mode_ms;
    std::size_t block;
  };
  for (const Setting &setting : {Setting{0, 256}, Setting{50, 256}, Setting{20, 128}, Setting{10, 64}}) {
    SimulatedDevice device = microphone(30.0);
    device.block_frames = setting.block;
    Rig rig({device});
    rig.listen(setting.mode_ms, setting.block);
    REQUIRE(rig.engine.publish(rig.plan(setting.mode_ms)));
    rig.run_until(12.0, 0.00025);
    // What was played at the end against the sound of its time.
    const std::vector<float> &played = rig.speaker.played;
    std::vector<float> sung(played.size());
    for (std::size_t i = 0; i < sung.size(); ++i) sung[i] = static_cast<float>(test::sound_at(static_cast<double>(i) / 48000.0));
    const int lag = best_lag(sung, played, 10 * 48000, 24000, 6000);
    // The speaker's block leaves one block after it was asked for.
    const double measured_ms = (lag + static_cast<double>(setting.block)) / 48.0;
    const double stated_ms = rig.speaker.output->latency_sec() * 1000.0;
    CAPTURE(setting.mode_ms);
    MESSAGE(setting.mode_ms, " ms mode: stated ", stated_ms, ", measured ", measured_ms);
    CHECK(stated_ms == doctest::Approx(measured_ms).epsilon(0.02));
    CHECK(rig.speaker.output->silent_frames() == 0);
    if (setting.mode_ms > 0) CHECK(measured_ms < setting.mode_ms);
  }
}

TEST_CASE("capture engine: under one server a short mode adds nothing to what the server keeps itself") {
  for (const std::size_t block : {64U, 128U, 96U, 100U}) {
    for (const int mode_ms : {5, 10}) {
      SimulatedDevice device;
      device.block_frames = block;
      device.wake_jitter_sec = 0.0;
      device.time_jitter_sec = 0.0;
      Rig rig({device});
      rig.is_direct = true;
      rig.listen(mode_ms, block);
      REQUIRE(rig.engine.publish(rig.plan(mode_ms)));
      rig.run_until(6.0, static_cast<double>(block) / 48000.0);
      const std::vector<float> &played = rig.speaker.played;
      std::vector<float> sung(played.size());
      for (std::size_t i = 0; i < sung.size(); ++i) sung[i] = static_cast<float>(test::sound_at(static_cast<double>(i) / 48000.0));
      const int lag = best_lag(sung, played, 4 * 48000, 24000, 2000);
      const std::size_t frame = latency_chain(mode_ms, 48000, block).frame;
      // Frames that do not fill a block make it wait for the next one.
      const std::size_t rest = block % frame == 0 ? 0 : block;
      CAPTURE(block);
      CAPTURE(mode_ms);
      MESSAGE(block, " frames a block, ", mode_ms, " ms mode: ", lag / 48.0 + static_cast<double>(block) / 48.0, " ms, stated ",
              rig.speaker.output->latency_sec() * 1000.0);
      // One block to fill; the one to leave comes on top.
      CHECK(lag >= static_cast<int>(block) - 2);
      CHECK(lag <= static_cast<int>(block + rest) + 2);
      CHECK(rig.speaker.output->silent_frames() == 0);
      CHECK(rig.speaker.output->latency_sec() == doctest::Approx((lag + static_cast<double>(block)) / 48000.0).epsilon(0.05));
    }
  }
}

TEST_CASE("capture engine: the echo cancellers hear how long the loudspeaker's sound takes to come back") {
  for (const int mode_ms : {0, 50}) {
    Rig rig({microphone(30.0), microphone(-20.0)});
    rig.listen(mode_ms, 256);
    REQUIRE(rig.engine.publish(rig.plan(mode_ms)));
    rig.run_until(4.0);
    CHECK(rig.nodes[0]->echo_delay_sec() == 0.0);
    const double latency_sec = rig.speaker.output->latency_sec();
    rig.engine.set_monitor_latency(latency_sec);
    rig.run_until(4.1);
    // What waits for the loudspeaker, and the microphone's own block. The models and the frame lie before.
    const double delay_sec = rig.nodes[0]->echo_delay_sec();
    MESSAGE("of ", latency_sec * 1000.0, " ms, ", delay_sec * 1000.0, " ms lie behind the bus");
    CHECK(delay_sec > 256.0 / 48000.0);
    CHECK(delay_sec == doctest::Approx(latency_sec - 0.02).epsilon(0.01));
    CHECK(rig.nodes[1]->echo_delay_sec() == delay_sec);
    // A little more or less is not worth a step.
    rig.engine.set_monitor_latency(latency_sec + 0.001);
    rig.run_until(4.2);
    CHECK(rig.nodes[0]->echo_delay_sec() == delay_sec);
    rig.engine.set_monitor_latency(latency_sec + 0.02);
    rig.run_until(4.3);
    CHECK(rig.nodes[0]->echo_delay_sec() == doctest::Approx(delay_sec + 0.02));
  }
}

TEST_CASE("capture engine: channels come, go and change their source without a click") {
  Rig rig({microphone(0.0), microphone(0.0)});
  rig.listen(0, 256);
  REQUIRE(rig.engine.publish(rig.plan()));
  rig.run_until(3.0);
  // The other microphone for the first channel, and one more channel.
  rig.add_node({});
  auto plan = rig.plan();
  plan->channels[0].input = rig.inputs[1];
  REQUIRE(rig.engine.publish(std::move(plan)));
  rig.run_until(4.0);
  // No source, and the added channel gone again.
  rig.nodes.pop_back();
  plan = rig.plan();
  plan->channels[0].input = nullptr;
  REQUIRE(rig.engine.publish(std::move(plan)));
  rig.run_until(5.0);
  // A shorter chain and back.
  REQUIRE(rig.engine.publish(rig.plan(20)));
  rig.run_until(6.0);
  REQUIRE(rig.engine.publish(rig.plan()));
  rig.run_until(7.0);
  CHECK(rig.engine.collect_garbage());
  float steepest = 0.0F;
  const std::vector<float> &played = rig.speaker.played;
  for (std::size_t i = 2 * 48000; i + 1 < played.size(); ++i) steepest = std::max(steepest, std::fabs(played[i + 1] - played[i]));
  // Both microphones at once change by up to 0.15 a sample.
  CHECK(steepest < 0.2F);
}

TEST_CASE("capture engine: a chain's latency delays the other channels alike, in the tracks and on the buses") {
  // Both channels have the same microphone: what is aligned adds up, what is not does not.
  SimulatedDevice device = microphone(0.0);
  device.time_jitter_sec = 0.0;
  for (const int mode_ms : {0, 20}) {
    Rig rig({device, device});
    rig.listen(mode_ms, 256);
    StripSettings quiet;
    quiet.volume_db = -12.0F;
    for (const auto &node : rig.nodes) node->set(quiet);
    test::DelayingInsert slow(1000);
    const auto shared = std::shared_ptr<InsertProcessor>(&slow, [](InsertProcessor *) {});
    const auto publish = [&](bool has_insert, bool is_mixed) {
      auto plan = rig.plan(mode_ms);
      for (auto &channel : plan->channels) channel.input = rig.inputs[0];
      plan->channels[1].insert = has_insert ? shared : nullptr;
      plan->tracks.push_back({std::nullopt, !is_mixed, 1});
      REQUIRE(rig.engine.publish(std::move(plan)));
    };
    publish(false, true);
    rig.run_until(3.0, 0.0005);
    publish(true, true);
    rig.run_until(6.0, 0.0005);
    CHECK(rig.nodes[1]->has_insert(&slow));
    CHECK(rig.engine.delay_sec() >= 1000.0 / 48000.0);
    slow.latency = 300;
    rig.run_until(8.0, 0.0005);
    slow.answers = false;
    rig.run_until(9.0, 0.0005);
    slow.answers = true;
    publish(false, true);
    rig.run_until(12.0, 0.0005);
    CHECK_FALSE(rig.nodes[1]->has_insert(&slow));

    // As a recorder takes it: by its frames, the first that came.
    std::map<std::size_t, std::vector<float>> taken;
    for (auto &[number, track] : rig.sink->tracks) {
      CHECK_FALSE(track.has_hole);
      taken[number] = track.recorded;
    }
    const std::size_t count = std::min({taken[0].size(), taken[1].size(), taken[2].size()});
    CHECK(count > 10 * 48000);
    CHECK(rig.sink->tracks[0].first == rig.sink->tracks[1].first);
    const auto offset = static_cast<std::size_t>(rig.sink->tracks[0].first - rig.sink->tracks[2].first);
    double products = 0.0;
    double squares = 0.0;
    for (std::size_t i = 24000; i < 96000; ++i) {
      products += static_cast<double>(taken[0][i]) * taken[2][i + offset];
      squares += static_cast<double>(taken[0][i]) * taken[0][i];
    }
    const auto gain = static_cast<float>(products / squares);
    // To the sample: the second track is the first one, but for the few milliseconds of a jump of the chain itself.
    std::size_t differing = 0;
    std::size_t mixed = 0;
    for (std::size_t i = 24000; i + 4800 < count; ++i) {
      differing += std::fabs(taken[0][i] - taken[1][i]) > 1e-6F ? 1U : 0U;
      mixed += std::fabs(taken[2][i + offset] - gain * taken[0][i]) > 0.002F ? 1U : 0U;
    }
    MESSAGE(mode_ms, " ms mode: ", differing, " samples differ between the tracks, ", mixed, " between track and mix (", gain, ")");
    CHECK(differing < 1000);
    CHECK(mixed < 2000);
  }
}

TEST_CASE("capture engine: a session that stood still for a minute is silent for that minute, and continues") {
  Rig rig({microphone(40.0), microphone(-40.0)});
  REQUIRE(rig.engine.publish(rig.plan()));
  rig.run_until(5.0);
  const double before = rig.now;
  // As after SIGSTOP: nobody took what the devices delivered.
  rig.now += 60.0;
  rig.run_until(before + 75.0);
  for (const auto &[number, track] : rig.sink->tracks) {
    CHECK(track.is_whole);
    CHECK(static_cast<double>(track.samples.size()) / 48000.0 == doctest::Approx(80.0).epsilon(0.02));
    CHECK(track.missing > 50 * 48000);
  }
  const auto &first = rig.sink->tracks[0].samples;
  CHECK(std::abs(best_lag(first, rig.sink->tracks[1].samples, 78 * 48000, 24000, 200)) <= 48);
}

TEST_CASE("capture engine: a device that is gone keeps its channel, and comes back to its own time") {
  Rig rig({microphone(0.0), microphone(100.0)});
  REQUIRE(rig.engine.publish(rig.plan()));
  rig.run_until(5.0);
  // The main device of all goes.
  rig.players.erase(rig.players.begin());
  rig.inputs[0]->set_open(false);
  rig.run_until(9.0);
  rig.inputs[0]->set_open(true);
  SimulatedDevice back = microphone(-60.0);
  back.start_sec = rig.now;
  rig.players.emplace_back(back, rig.inputs[0]->aligned());
  rig.run_until(20.0);
  const auto &first = rig.sink->tracks[0];
  const auto &second = rig.sink->tracks[1];
  CHECK(first.is_whole);
  CHECK(first.samples.size() == second.samples.size());
  CHECK(static_cast<double>(first.missing) == doctest::Approx(4.0 * 48000.0).epsilon(0.05));
  CHECK(second.missing < 4800);
  CHECK(std::abs(best_lag(first.samples, second.samples, 18 * 48000, 24000, 200)) <= 24);
}

TEST_CASE("capture engine: who listens to the program gets all of it, and silence for what was not taken in time") {
  Rig rig({microphone(0.0)});
  REQUIRE(rig.engine.publish(rig.plan()));
  rig.run_until(1.0);
  rig.engine.tap_program(true);
  const std::size_t before = rig.sink->tracks[0].samples.size();
  std::vector<float> heard;
  const auto take = [&] {
    std::vector<float> block(9600);
    for (std::size_t count = block.size(); count == block.size();) {
      count = rig.engine.take_program(block.data(), block.size());
      heard.insert(heard.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(count));
    }
  };
  const auto listen_until = [&](double end_sec) {
    for (double until = rig.now + 0.1; until <= end_sec; until += 0.1) {
      rig.run_until(until);
      take();
    }
  };
  const auto loudest_between = [&](double from_sec, double to_sec) {
    float peak = 0.0F;
    const auto from = static_cast<std::size_t>(2 * 48000 * from_sec);
    for (std::size_t i = from; i < static_cast<std::size_t>(2 * 48000 * to_sec); ++i) peak = std::max(peak, std::abs(heard[i]));
    return peak;
  };
  listen_until(4.0);
  CHECK(heard.size() / 2 == rig.sink->tracks[0].samples.size() - before);
  CHECK(loudest_between(0.5, 3.0) > 0.01F);
  // Nobody takes anything for six seconds, of which two fit.
  rig.run_until(10.0);
  listen_until(14.0);
  CHECK(heard.size() / 2 == rig.sink->tracks[0].samples.size() - before);
  CHECK(loudest_between(6.5, 8.5) == 0.0F);
  CHECK(loudest_between(10.0, 12.5) > 0.01F);
  rig.engine.tap_program(false);
  rig.run_until(15.0);
  heard.clear();
  take();
  CHECK(heard.empty());
}

TEST_CASE("capture engine: the program's tap says when its sound was at the converter, in every chain") {
  for (const int mode_ms : {0, 50, 10}) {
    Rig rig({microphone(30.0)});
    auto plan = rig.plan(mode_ms);
    plan->tracks.push_back({std::nullopt, false, 1});
    REQUIRE(rig.engine.publish(std::move(plan)));
    rig.run_until(8.0, 0.0005);
    rig.engine.tap_program(true);
    std::vector<float> heard;
    double from_sec = 0.0;
    std::int64_t from_frame = 0;
    for (double until = 8.1; until < 12.0; until += 0.1) {
      rig.run_until(until, 0.0005);
      if (heard.empty()) {
        from_sec = rig.engine.program_sec();
        from_frame = rig.engine.program_frame();
      }
      std::vector<float> block(2 * 48000);
      const std::size_t count = rig.engine.take_program(block.data(), block.size());
      for (std::size_t i = 0; i < count; i += 2) heard.push_back(block[i]);
      // It is not of the future, and no older than what a chain takes.
      CHECK(rig.engine.program_sec() <= rig.now);
      CHECK(rig.engine.program_sec() > rig.now - 0.1);
    }
    // The mix of a take has the same samples at the same frames.
    const auto &mix = rig.sink->tracks[1];
    REQUIRE(mix.is_whole);
    const auto place = static_cast<std::size_t>(from_frame - static_cast<std::int64_t>(mix.first));
    REQUIRE(place + heard.size() <= mix.samples.size());
    CHECK(std::equal(heard.begin(), heard.end(), mix.samples.begin() + static_cast<std::ptrdiff_t>(place)));
    std::vector<float> sung(heard.size());
    for (std::size_t i = 0; i < sung.size(); ++i) {
      sung[i] = static_cast<float>(test::sound_at(from_sec + static_cast<double>(i) / 48000.0));
    }
    CAPTURE(mode_ms);
    CHECK(std::abs(best_lag(sung, heard, 2 * 48000, 24000, 6000)) <= 48);
  }
}

TEST_CASE("capture engine: who listens to a channel gets what leaves its strip, silence while it is muted, and when it was heard") {
  for (const int mode_ms : {0, 10}) {
    Rig rig({microphone(30.0), microphone(0.0)});
    auto tap = std::make_shared<SoundTap>(48000, 1, 480);
    const auto plan = [&] {
      auto made = rig.plan(mode_ms);
      made->channels[0].voice = tap;
      return made;
    };
    REQUIRE(rig.engine.publish(plan()));
    std::vector<float> heard;
    double from_sec = 0.0;
    const auto listen_until = [&](double end_sec) {
      for (double until = rig.now + 0.1; until <= end_sec + 0.01; until += 0.1) {
        rig.run_until(until, 0.0005);
        std::vector<float> block(48000);
        const std::size_t count = tap->take(block.data(), block.size());
        if (heard.empty()) from_sec = tap->next_sec() - static_cast<double>(count) / 48000.0;
        heard.insert(heard.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(count));
      }
    };
    listen_until(6.0);
    CAPTURE(mode_ms);
    CHECK(heard == rig.sink->tracks[0].samples);
    std::vector<float> sung(heard.size());
    for (std::size_t i = 0; i < sung.size(); ++i) {
      sung[i] = static_cast<float>(test::sound_at(from_sec + static_cast<double>(i) / 48000.0));
    }
    CHECK(std::abs(best_lag(sung, heard, 3 * 48000, 24000, 6000)) <= 48);

    StripSettings muted;
    muted.is_muted = true;
    rig.nodes[0]->set(muted);
    listen_until(7.0);
    heard.clear();
    listen_until(9.0);
    CHECK(std::ranges::all_of(heard, [](float sample) { return sample == 0.0F; }));
    // Its recording is not muted.
    CHECK(std::ranges::any_of(rig.sink->tracks[0].samples, [](float sample) { return sample != 0.0F; }));
    // A listener who stays away is owed silence, and no time.
    rig.nodes[0]->set({});
    const std::size_t before = rig.sink->tracks[0].samples.size();
    heard.clear();
    rig.run_until(15.0);
    listen_until(18.0);
    CHECK(heard.size() == rig.sink->tracks[0].samples.size() - before);
  }
}

TEST_CASE("capture engine: its own thread runs a session in real time and takes part in the meters") {
  const double start = monotonic_sec();
  CaptureEngine engine(48000, start);
  auto input = std::make_shared<CaptureInput>(AlignedFormat{48000.0, 48000.0, 1, 480});
  auto node = std::make_shared<CaptureNode>(StripFormat{48000.0, 1, 480}, StripSettings{});
  auto plan = std::make_unique<CapturePlan>();
  plan->chain = latency_chain(0, 48000, 256);
  plan->inputs = {input};
  plan->channels.push_back({node, input, {0, 0}, {0, 0}});
  REQUIRE(engine.publish(std::move(plan)));
  engine.start();
  std::vector<float> block(480, 0.5F);
  double taken = start;
  double peak_db = silence_db;
  for (int i = 0; i < 100 || (peak_db < -100.0 && i < 1000); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    const double now = monotonic_sec();
    while (taken + 0.01 <= now) {
      input->aligned().receive(block.data(), block.size(), taken, now, false, taken == start);
      taken += 0.01;
    }
    peak_db = std::max(peak_db, node->read_levels().output_peak_db);
  }
  engine.stop();
  CHECK(engine.frames_processed() > 0);
  CHECK(peak_db == doctest::Approx(-6.02).epsilon(0.1));
}
