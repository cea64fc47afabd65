#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <fstream>
#include <mutex>
#include <optional>
#include <thread>

#include "ltc_signal.hpp"
#include "rt/failure.hpp"
#include "support.hpp"
#include "take/take_writer.hpp"
#include "take/track_repair.hpp"
#include "take_studio.hpp"

#if !defined(_WIN32)
#include <sys/resource.h>
#endif

using namespace sounddesk;
using namespace sounddesk::test;

TEST_CASE("take: every channel and the mix come out sample by sample, in RF64 and FLAC") {
  for (const TakeContainer container : {TakeContainer::rf64, TakeContainer::flac}) {
    Studio studio({track_named("a"), track_named("b", 2), track_named("mix", 2, true)});
    studio.play(10);
    TakeOptions options = studio.options();
    options.container = container;
    studio.writer.start(options);
    const std::uint64_t from = studio.frame;
    studio.play(300);
    const std::uint64_t to = studio.frame;
    studio.stop();
    studio.play(10);
    const std::string ending = container == TakeContainer::flac ? ".flac" : ".wav";
    const std::vector<std::string> names{"01-Voice-a", "02-Voice-b", "03-Voice-mix"};
    for (std::size_t track = 0; track < names.size(); ++track) {
      const Read read = read_file(studio.folder.file("take/" + names[track] + ending));
      CHECK(read.info.frames == static_cast<sf_count_t>(to - from));
      check_frames(read, track, 0, from, to);
      CHECK(std::filesystem::file_size(studio.folder.file("take/" + names[track] + ".peaks")) ==
            32 + 300 * 4 * static_cast<std::size_t>(read.info.channels));
    }
    CHECK(studio.ended == 1);
    CHECK_FALSE(studio.end_code.has_value());
    CHECK(studio.says("\"status\":\"finished\""));
    CHECK(studio.says("\"frames\":144000"));
    CHECK(studio.says("\"name\":\"Voice \\\"a\\\"\""));
    CHECK_FALSE(std::filesystem::exists(studio.folder.file("take/take.journal.jsonl")));
    CHECK_FALSE(std::filesystem::exists(studio.folder.file("take/take.reserve")));
  }
}

TEST_CASE("take: its start is when the first frame was at the converter, and what its clock loses is reported") {
  Studio studio({track_named("a")});
  const auto wall_ms = [] {
    return std::chrono::duration<double, std::milli>(std::chrono::system_clock::now().time_since_epoch()).count();
  };
  const double now_sec = std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  const double now_ms = wall_ms();
  // The newest sound is half a second old when the take is asked for.
  studio.play(10);
  studio.writer.note_time(studio.frame, now_sec - 0.5);
  studio.writer.start(studio.options());
  studio.play(10);
  while (studio.progress < 1) std::this_thread::yield();
  CHECK(studio.clock_drift_ms == doctest::Approx(0.0));
  studio.writer.note_time(studio.frame, now_sec - 0.5 + 0.1 + 0.03);
  const int reported = studio.progress;
  while (studio.progress == reported) std::this_thread::yield();
  CHECK(studio.clock_drift_ms == doctest::Approx(30.0).epsilon(0.001));
  studio.stop();
  const std::string text = studio.text("take.json");
  const std::string key = "\"startedAtMs\":";
  const double started_at_ms = std::stod(text.substr(text.find(key) + key.size()));
  // The two clocks are looked at one after the other.
  CHECK(std::fabs(started_at_ms - (now_ms - 500.0)) < 100.0);
}

TEST_CASE("take: what is played beside it comes late and lies where it belongs; silence is no gap, and what comes too late is one") {
  TakeTrack file = track_named("file", 2);
  file.is_played = true;
  Studio studio({track_named("a"), file});
  const auto play_file = [&](std::uint64_t at) {
    std::vector<float> samples(2 * block);
    for (std::size_t j = 0; j < samples.size(); ++j) samples[j] = value_at(1, at + j / 2);
    studio.writer.write({1, samples.data(), block, at, 0});
  };
  studio.play(10);
  TakeOptions options = studio.options();
  options.mode = TakeMode::multitrack;
  studio.writer.start(options);
  const std::uint64_t from = studio.frame;
  studio.play(300);
  for (std::uint64_t at = from + 96000; at < from + 144000; at += block) play_file(at);
  studio.play(300);
  const std::uint64_t to = studio.frame;
  // It is written until two seconds before now.
  for (const int seen = studio.progress + 2; studio.progress < seen;) std::this_thread::yield();
  play_file(from + 150000);
  studio.stop();
  const Read read = read_file(studio.folder.file("take/02-Voice-file.wav"));
  CHECK(read.info.frames == static_cast<sf_count_t>(to - from));
  check_frames(read, 1, 96000, from + 96000, from + 144000);
  for (std::size_t i = 0; i < 2 * 96000; ++i) REQUIRE(read.samples[i] == 0.0);
  for (std::size_t i = 2 * 144000; i < read.samples.size(); ++i) REQUIRE(read.samples[i] == 0.0);
  CHECK(studio.says("\"kind\":\"played\""));
  CHECK(studio.says("\"gapCount\":1,\"missingFrames\":480"));
  CHECK(studio.says("\"atFrame\":150000"));
}

TEST_CASE("take: the modes choose channels, the mix, or both") {
  for (const auto &[mode, files] : {std::pair{TakeMode::multitrack, 1}, {TakeMode::mixed, 1}, {TakeMode::both, 2}}) {
    Studio studio({track_named("a"), track_named("mix", 2, true)});
    TakeOptions options = studio.options();
    options.mode = mode;
    studio.writer.start(options);
    studio.play(20);
    studio.stop();
    int waves = 0;
    for (const auto &entry : std::filesystem::directory_iterator(studio.folder.file("take"))) {
      waves += entry.path().extension() == ".wav" ? 1 : 0;
    }
    CHECK(waves == files);
  }
}

TEST_CASE("take: the pre-roll reaches back exactly, or as far as there is sound") {
  Studio studio({track_named("a"), track_named("b")}, 2.0);
  studio.play(500);
  TakeOptions options = studio.options();
  options.pre_roll_sec = 1.5;
  studio.writer.start(options);
  const std::uint64_t at = studio.frame;
  studio.play(50);
  const std::uint64_t to = studio.frame;
  studio.stop();
  const Read read = read_file(studio.folder.file("take/02-Voice-b.wav"));
  CHECK(read.info.frames == static_cast<sf_count_t>(72000 + to - at));
  check_frames(read, 1, 0, at - 72000, to);

  Studio young({track_named("a")}, 2.0);
  young.play(30);
  options.folder = young.folder.file("take");
  young.writer.start(options);
  young.play(10);
  young.stop();
  CHECK(read_file(young.folder.file("take/01-Voice-a.wav")).info.frames == 40 * block);
}

TEST_CASE("take: a jump of the session's clock becomes silence of the same length in every track") {
  Studio studio({track_named("a"), track_named("b")});
  studio.writer.start(studio.options());
  const std::uint64_t from = studio.frame;
  studio.play(100);
  const std::uint64_t jump = studio.frame;
  studio.frame += 3 * 48000;
  studio.play(100);
  const std::uint64_t to = studio.frame;
  studio.stop();
  const Read read = read_file(studio.folder.file("take/01-Voice-a.wav"));
  CHECK(read.info.frames == static_cast<sf_count_t>(to - from));
  check_frames(read, 0, 0, from, jump);
  for (std::size_t i = jump - from; i < jump - from + 144000; ++i) REQUIRE(read.samples[i] == 0.0);
  check_frames(read, 0, jump - from + 144000, jump + 144000, to);
  CHECK(studio.says("\"gaps\":[{\"atFrame\":48000,\"spanFrames\":144000,\"missingFrames\":144000,"
                    "\"reason\":\"late\"}]"));
}

TEST_CASE("take: what a device did not deliver is listed, once for each burst") {
  Studio studio({track_named("a")});
  studio.writer.start(studio.options());
  studio.play(50);
  studio.play(20, block);
  studio.play(50);
  studio.play(3, 100);
  studio.play(50);
  studio.stop();
  CHECK(studio.says("{\"atFrame\":24000,\"spanFrames\":9600,\"missingFrames\":9600,\"reason\":\"device\"},"
                    "{\"atFrame\":57600,\"spanFrames\":1440,\"missingFrames\":300,\"reason\":\"device\"}"));
  CHECK(studio.says("\"gapCount\":2,\"missingFrames\":9900"));
}

TEST_CASE("take: what is missing is in the journal while it still grows, a few times however long it is") {
  Studio studio({track_named("a")});
  studio.writer.start(studio.options());
  studio.play(50);
  const auto named = [&] {
    const std::string journal = studio.text("take.journal.jsonl");
    std::size_t count = 0;
    for (auto at = journal.find("\"gap\""); at != std::string::npos; at = journal.find("\"gap\"", at + 1)) ++count;
    // Each line says it twice: its type, and the gap itself.
    return count / 2;
  };
  int waited = 0;
  for (; named() == 0 && waited < 10000; ++waited) {
    studio.play(1, block);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  CHECK(named() > 0);
  studio.play(1000, block);
  studio.play(5);
  CHECK(named() < 20);
  studio.stop();
  CHECK(studio.says("\"gapCount\":1,"));
}

TEST_CASE("take: what does not fit into the ring becomes silence, also at the very end") {
  Studio studio({track_named("a")});
  studio.play(1);
  studio.writer.start(studio.options());
  const std::uint64_t from = studio.frame;
  // Far more at once than the ring holds.
  studio.play(6000);
  const std::uint64_t to = studio.frame;
  studio.stop();
  const Read read = read_file(studio.folder.file("take/01-Voice-a.wav"));
  CHECK(read.info.frames == static_cast<sf_count_t>(to - from));
  check_frames(read, 0, 0, from, from + 10 * 48000);
  CHECK(studio.says("\"reason\":\"overflow\""));
}

TEST_CASE("take: a marker knows its place at once, however far the disk is with what was asked for before") {
  Studio studio({track_named("a")});
  studio.play(1);
  studio.writer.start(studio.options());
  const std::uint64_t from = studio.frame;
  studio.play(100);
  while (studio.progress < 1) std::this_thread::yield();
  std::uint64_t left_out = 0;
  for (int i = 0; i < 200; ++i) {
    studio.writer.pause();
    const std::uint64_t paused = studio.frame;
    studio.play(1);
    studio.writer.resume();
    left_out += studio.frame - paused;
    studio.play(1);
    // The writer is somewhere between the two.
    std::this_thread::sleep_for(std::chrono::microseconds(i));
    REQUIRE(studio.writer.add_marker("m") ==
            doctest::Approx(static_cast<double>(studio.frame - from - left_out) / 48000).epsilon(1e-9));
  }
  studio.stop();
}

TEST_CASE("take: a pause is left out of all tracks alike, and markers keep their place") {
  Studio studio({track_named("a"), track_named("b")});
  studio.play(1);
  studio.writer.start(studio.options());
  const std::uint64_t from = studio.frame;
  studio.play(100);
  while (studio.progress < 1) std::this_thread::yield();
  CHECK(studio.writer.add_marker("one") == doctest::Approx(1.0));
  studio.writer.pause();
  const std::uint64_t paused = studio.frame;
  studio.play(70);
  CHECK(studio.writer.add_marker("in the pause") == doctest::Approx(1.0));
  studio.writer.resume();
  const std::uint64_t resumed = studio.frame;
  studio.play(50);
  CHECK(studio.writer.add_marker("two") == doctest::Approx(1.5));
  studio.play(50);
  const std::uint64_t to = studio.frame;
  studio.stop();
  for (std::size_t track = 0; track < 2; ++track) {
    const Read read = read_file(studio.folder.file(track == 0 ? "take/01-Voice-a.wav" : "take/02-Voice-b.wav"));
    CHECK(read.info.frames == static_cast<sf_count_t>(paused - from + to - resumed));
    check_frames(read, track, 0, from, paused);
    check_frames(read, track, paused - from, resumed, to);
  }
  CHECK(studio.says("\"pauses\":[{\"atFrame\":48000,\"frames\":33600}]"));
  CHECK(studio.says("\"markers\":[{\"atFrame\":48000,\"label\":\"one\"},{\"atFrame\":48000,\"label\":\"in the pause\"},"
                    "{\"atFrame\":72000,\"label\":\"two\"}]"));
  CHECK(studio.says("\"gaps\":[],\"gapCount\":0"));
  REQUIRE(studio.moments.size() == 3);
  const std::string text = studio.text("take.json");
  const std::string key = "\"startedAtMs\":";
  CHECK(studio.moments[0].first == "started");
  CHECK(studio.moments[0].second == doctest::Approx(std::stod(text.substr(text.find(key) + key.size()))));
  CHECK(studio.moments[1] == std::pair<std::string, double>("paused", 1.0));
  CHECK(studio.moments[2] == std::pair<std::string, double>("resumed", 1.7));
}

TEST_CASE("take: paused before its first sound, it begins paused") {
  Studio studio({track_named("a")});
  studio.writer.start(studio.options());
  studio.writer.pause();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  studio.play(100);
  while (studio.progress < 1) std::this_thread::yield();
  studio.writer.resume();
  const std::uint64_t resumed = studio.frame;
  studio.play(50);
  const std::uint64_t to = studio.frame;
  studio.stop();
  const Read read = read_file(studio.folder.file("take/01-Voice-a.wav"));
  CHECK(read.info.frames == static_cast<sf_count_t>(to - resumed));
  check_frames(read, 0, 0, resumed, to);
  CHECK(studio.says("\"pauses\":[{\"atFrame\":0,\"frames\":48000}]"));
  REQUIRE(studio.moments.size() == 3);
  CHECK(studio.moments[1] == std::pair<std::string, double>("paused", 0.0));
  CHECK(studio.moments[2] == std::pair<std::string, double>("resumed", 1.0));
}

TEST_CASE("take: a track that never comes is silent, and as long as the others") {
  Studio studio({track_named("a")});
  TakeWriter writer({48000, {track_named("a"), track_named("b")}, 0.0}, {});
  writer.start(studio.options());
  std::vector<float> samples(block, 0.25F);
  for (std::uint64_t frame = 0; frame < 48000; frame += block) writer.write({0, samples.data(), block, frame, 0});
  writer.stop();
  writer.wait_until_ended();
  const Read read = read_file(studio.folder.file("take/02-Voice-b.wav"));
  CHECK(read.info.frames == 48000);
  CHECK(studio.says("\"missingFrames\":48000,\"reason\":\"late\""));
}

TEST_CASE("take: the next take begins where it is asked for, by the same recorder") {
  Studio studio({track_named("a")});
  studio.writer.start(studio.options());
  CHECK_THROWS_AS(studio.writer.start(studio.options()), Failure);
  studio.play(10);
  studio.stop();
  studio.play(10);
  TakeOptions options = studio.options();
  options.folder = studio.folder.file("second");
  std::filesystem::create_directory(options.folder);
  studio.writer.start(options);
  const std::uint64_t from = studio.frame;
  studio.play(30);
  const std::uint64_t to = studio.frame;
  studio.stop();
  check_frames(read_file(studio.folder.file("second/01-Voice-a.wav")), 0, 0, from, to);
  CHECK(studio.ended == 2);
}

TEST_CASE("take: options that cannot be are refused, and leave the folder empty") {
  Studio studio({track_named("a")});
  const auto refused = [&studio](const auto &change) {
    TakeOptions options = studio.options();
    change(options);
    try {
      studio.writer.start(options);
    } catch (const Failure &failure) {
      return failure.code();
    }
    return FailureCode::cancelled;
  };
  CHECK(refused([](TakeOptions &options) { options.mode = TakeMode::mixed; }) == FailureCode::bad_option);
  CHECK(refused([](TakeOptions &options) { options.pre_roll_sec = 1.0; }) == FailureCode::bad_option);
  CHECK(refused([](TakeOptions &options) { options.folder += "/no"; }) == FailureCode::file_unwritable);
  CHECK(refused([](TakeOptions &options) { options.keep_free_bytes = 1ULL << 60; }) == FailureCode::disk_full);
  CHECK(refused([](TakeOptions &options) {
          options.container = TakeContainer::flac;
          options.encoding = TakeEncoding::float32;
        }) == FailureCode::bad_option);
  CHECK(std::filesystem::is_empty(studio.folder.file("take")));
}

TEST_CASE("take: timecode in one of the tracks becomes the time reference of all") {
  Studio studio({track_named("a"), track_named("ltc")});
  TakeOptions options = studio.options();
  options.timecode = TimecodeSource::ltc;
  options.ltc_track_id = "ltc";
  studio.writer.start(options);
  LtcSignal signal;
  signal.lead_samples = 480.0;
  const std::vector<float> sound = ltc_sound(signal, 48000, 3.0);
  for (std::size_t at = 0; at + block <= sound.size(); at += block) {
    studio.writer.write({0, sound.data() + at, block, at, 0});
    studio.writer.write({1, sound.data() + at, block, at, 0});
  }
  while (studio.progress < 2) std::this_thread::yield();
  studio.stop();
  // 10:20:30 and five frames of 1/25 s, 10 ms behind the start of the take.
  const double expected = (10 * 3600 + 20 * 60 + 30.2 - 0.01) * 48000;
  SF_INFO info{};
  SNDFILE *file = sf_open(studio.folder.file("take/01-Voice-a.wav").c_str(), SFM_READ, &info);
  SF_BROADCAST_INFO read{};
  sf_command(file, SFC_GET_BROADCAST_INFO, &read, sizeof read);
  sf_close(file);
  const std::uint64_t high = read.time_reference_high;
  const auto reference = static_cast<double>(high << 32 | read.time_reference_low);
  CHECK(std::fabs(reference - expected) <= 1.0);
  CHECK(studio.says("\"fps\":25"));
}

#if !defined(_WIN32)
TEST_CASE("take: a folder that is removed comes back with all that was recorded, and it is said") {
  for (const TakeContainer container : {TakeContainer::rf64, TakeContainer::flac}) {
    Studio studio({track_named("a"), track_named("b")});
    TakeOptions options = studio.options();
    options.container = container;
    studio.writer.start(options);
    const std::uint64_t from = studio.frame;
    studio.play(100);
    while (studio.progress < 1) std::this_thread::yield();
    std::filesystem::remove_all(options.folder);
    studio.writer.wait_until_ended();
    CHECK(studio.end_code == FailureCode::file_unwritable);
    CHECK(studio.end_message.find("put back") != std::string::npos);
    const std::string ending = container == TakeContainer::flac ? ".flac" : ".wav";
    check_frames(read_file(studio.folder.file("take/01-Voice-a" + ending)), 0, 0, from, from + 48000);
    check_frames(read_file(studio.folder.file("take/02-Voice-b" + ending)), 1, 0, from, from + 48000);
    CHECK(studio.says("\"status\":\"finished\""));
  }
}

TEST_CASE("take: a folder that is moved keeps all that was recorded") {
  Studio studio({track_named("a")});
  studio.writer.start(studio.options());
  const std::uint64_t from = studio.frame;
  studio.play(100);
  while (studio.progress < 1) std::this_thread::yield();
  std::filesystem::rename(studio.folder.file("take"), studio.folder.file("moved"));
  studio.writer.wait_until_ended();
  CHECK(studio.end_code == FailureCode::file_unwritable);
  CHECK(repair_track(studio.folder.file("moved/01-Voice-a.wav"), std::nullopt).frames == 48000);
  check_frames(read_file(studio.folder.file("moved/01-Voice-a.wav")), 0, 0, from, from + 48000);
  CHECK_FALSE(std::filesystem::exists(studio.folder.file("take")));
}

TEST_CASE("take: where a file can grow no more, the take ends, every track is closed and decodes") {
  for (const TakeContainer container : {TakeContainer::rf64, TakeContainer::flac}) {
    Studio studio({track_named("a"), track_named("b")});
    TakeOptions options = studio.options();
    options.container = container;
    studio.writer.start(options);
    const std::uint64_t from = studio.frame;
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    const auto former = std::signal(SIGXFSZ, SIG_IGN);
    rlimit limited = before;
    limited.rlim_cur = 200000;
    setrlimit(RLIMIT_FSIZE, &limited);
    while (studio.ended == 0) {
      studio.play(5);
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, former);
    CHECK(studio.end_code == FailureCode::disk_full);
    const std::string ending = container == TakeContainer::flac ? ".flac" : ".wav";
    sf_count_t longest = 0;
    for (std::size_t track = 0; track < 2; ++track) {
      const std::string path = studio.folder.file((track == 0 ? "take/01-Voice-a" : "take/02-Voice-b") + ending);
      const Read read = read_file(path);
      longest = std::max(longest, read.info.frames);
      check_frames(read, track, 0, from, from + static_cast<std::uint64_t>(read.info.frames));
      CHECK_FALSE(repair_track(path, std::nullopt).was_changed);
    }
    // The track that met the limit is full up to it. The other one has what was drained before, which is as much
    // as the machine was quick.
    CHECK(longest > 60000);
    CHECK(studio.says("\"code\":\"DISK_FULL\""));
  }
}
#endif
