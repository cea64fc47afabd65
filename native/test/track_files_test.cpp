#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <random>

#include "rt/failure.hpp"
#include "support.hpp"
#include "take/peaks_file.hpp"
#include "take/track_file.hpp"
#include "take/track_repair.hpp"

using namespace sounddesk;
using namespace sounddesk::test;

namespace {

std::vector<float> tone(std::size_t frames, int channels) {
  std::vector<float> samples(frames * static_cast<std::size_t>(channels));
  Noise noise;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    samples[i] = 0.3F * static_cast<float>(std::sin(0.05 * static_cast<double>(i))) + 0.01F * noise.next();
  }
  return samples;
}

std::string bytes_of(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void put_bytes(const std::string &path, const std::string &bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

std::unique_ptr<TrackFile> create(const std::string &path, bool is_flac, int channels, TakeEncoding encoding) {
  const TrackFormat format{48000, channels, encoding};
  if (is_flac) return create_flac_file(path, format);
  return create_rf64_file(path, format, BroadcastInfo{"A take", "2026-01-02", "03:04:05", 1234567});
}

/** What a kill leaves: the file as it is while it is open. */
std::string unfinished(const Folder &folder, bool is_flac, int channels, TakeEncoding encoding, std::size_t frames) {
  const std::string path = folder.file("running");
  const auto file = create(path, is_flac, channels, encoding);
  const std::vector<float> samples = tone(frames, channels);
  for (std::size_t at = 0; at < frames; at += 480) {
    file->write(samples.data() + at * static_cast<std::size_t>(channels), std::min<std::size_t>(480, frames - at));
  }
  const std::string bytes = bytes_of(path);
  file->finish();
  return bytes;
}

WantedLength length(std::uint64_t frames) { return {frames, std::uint64_t{1} << 30}; }

void check_samples(const Read &read, std::size_t frames, int channels, double within) {
  const std::vector<float> expected = tone(frames, channels);
  REQUIRE(read.samples.size() >= expected.size());
  double worst = 0.0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    worst = std::max(worst, std::fabs(read.samples[i] - static_cast<double>(expected[i])));
  }
  CHECK(worst <= within);
}

}  // namespace

TEST_CASE("track: a finished file gives its samples back") {
  const Folder folder;
  for (const bool is_flac : {false, true}) {
    for (const int channels : {1, 2}) {
      const std::string path = folder.file(std::to_string(is_flac) + std::to_string(channels));
      const auto file = create(path, is_flac, channels, TakeEncoding::pcm24);
      file->write(tone(10001, channels).data(), 10001);
      file->finish();
      file->file().close();
      const Read read = read_file(path);
      CHECK(read.info.frames == 10001);
      CHECK(read.info.channels == channels);
      check_samples(read, 10001, channels, 1.0 / 16777216.0);
    }
  }
}

TEST_CASE("track: a float file keeps every bit, also above full scale, and counts it") {
  const Folder folder;
  const std::string path = folder.file("float.wav");
  const auto file = create_rf64_file(path, {96000, 1, TakeEncoding::float32}, std::nullopt);
  const std::vector<float> samples{0.1F, -1.5F, std::nanf(""), 3e-30F};
  file->write(samples.data(), samples.size());
  file->finish();
  CHECK(file->clipped_samples() == 1);
  file->file().close();
  const Read read = read_file(path);
  REQUIRE(read.samples.size() == 4);
  CHECK(static_cast<float>(read.samples[0]) == 0.1F);
  CHECK(static_cast<float>(read.samples[1]) == -1.5F);
  CHECK(read.samples[2] == 0.0);
  CHECK(static_cast<float>(read.samples[3]) == 3e-30F);
}

TEST_CASE("track: the time reference of a broadcast file is read by others, also when it was set later") {
  const Folder folder;
  const std::string path = folder.file("bwf.wav");
  const auto file = create_rf64_file(path, {48000, 1, TakeEncoding::pcm24}, BroadcastInfo{});
  file->write(tone(480, 1).data(), 480);
  file->set_broadcast_info({"Take 1 - Voice", "2026-01-02", "03:04:05", 5000000123ULL});
  file->finish();
  file->file().close();
  SF_INFO info{};
  SNDFILE *sound = sf_open(path.c_str(), SFM_READ, &info);
  REQUIRE(sound != nullptr);
  SF_BROADCAST_INFO read{};
  REQUIRE(sf_command(sound, SFC_GET_BROADCAST_INFO, &read, sizeof read) == SF_TRUE);
  sf_close(sound);
  CHECK((static_cast<std::uint64_t>(read.time_reference_high) << 32 | read.time_reference_low) == 5000000123ULL);
  CHECK(std::string(read.originator) == "SoundDesk");
  CHECK(std::string(read.description) == "Take 1 - Voice");
}

TEST_CASE("track: what a kill leaves decodes after its repair, up to the last block") {
  const Folder folder;
  const std::size_t frames = 50000;
  for (const bool is_flac : {false, true}) {
    for (const int channels : {1, 2}) {
      const std::string bytes = unfinished(folder, is_flac, channels, TakeEncoding::pcm24, frames);
      std::filesystem::remove(folder.file("running"));
      for (const std::size_t torn : {0U, 1U, 5U, 100U, 3001U}) {
        const std::string path = folder.file("torn");
        put_bytes(path, bytes.substr(0, bytes.size() - torn));
        const TrackRepair repair = repair_track(path, std::nullopt);
        const Read read = read_file(path);
        CHECK(read.info.frames == static_cast<sf_count_t>(repair.frames));
        // A block of FLAC is 4096 frames, and one is in the encoder.
        CHECK(repair.frames + (is_flac ? 3 * 4096 : 1001) >= frames);
        check_samples(read, repair.frames, channels, 1.0 / 16777216.0);
        CHECK_FALSE(repair_track(path, std::nullopt).was_changed);
      }
    }
  }
}

TEST_CASE("track: a repaired track is made longer by silence") {
  const Folder folder;
  for (const bool is_flac : {false, true}) {
    const std::string bytes = unfinished(folder, is_flac, 2, TakeEncoding::pcm24, 30000);
    std::filesystem::remove(folder.file("running"));
    const std::string path = folder.file("padded");
    put_bytes(path, bytes);
    const TrackRepair repair = repair_track(path, length(1000001));
    CHECK(repair.frames == 1000001);
    const Read read = read_file(path);
    CHECK(read.info.frames == 1000001);
    REQUIRE(read.samples.size() == 2000002);
    check_samples(read, 1000001 - repair.padded_frames, 2, 1.0 / 16777216.0);
    for (std::size_t i = 2 * (1000001 - repair.padded_frames); i < read.samples.size(); ++i) {
      REQUIRE(read.samples[i] == 0.0);
    }
  }
}

TEST_CASE("track: what is killed before its first sound is an empty track, and can be made longer") {
  const Folder folder;
  for (const bool is_flac : {false, true}) {
    for (const int channels : {1, 2}) {
      const std::string bytes = unfinished(folder, is_flac, channels, TakeEncoding::pcm24, 0);
      std::filesystem::remove(folder.file("running"));
      const std::string path = folder.file("begun");
      put_bytes(path, bytes);
      CHECK(repair_track(path, std::nullopt).frames == 0);
      const TrackRepair repair = repair_track(path, length(10001));
      CHECK(repair.frames == 10001);
      CHECK(repair.padded_frames == 10001);
      const Read read = read_file(path);
      CHECK(read.info.frames == 10001);
      CHECK(read.info.samplerate == 48000);
      CHECK(read.info.channels == channels);
      for (const double sample : read.samples) REQUIRE(sample == 0.0);
      CHECK_FALSE(repair_track(path, std::nullopt).was_changed);
    }
  }
}

TEST_CASE("track: what is killed between the blocks of FLAC's header is an empty track, and can be made longer") {
  const Folder folder;
  // 42 bytes describe the stream, and comments follow.
  const std::string bytes = unfinished(folder, true, 2, TakeEncoding::pcm24, 30000);
  REQUIRE((bytes[4] & 0x80) == 0);
  for (const std::size_t size : {42U, 44U, 46U, 60U}) {
    const std::string path = folder.file("torn-header");
    put_bytes(path, bytes.substr(0, size));
    const TrackRepair repair = repair_track(path, std::nullopt);
    CHECK(repair.frames == 0);
    CHECK(repair.was_changed);
    CHECK(std::filesystem::file_size(path) == 42);
    CHECK_FALSE(repair_track(path, std::nullopt).was_changed);
    CHECK(repair_track(path, length(5000)).frames == 5000);
    CHECK(read_file(path).info.frames == 5000);
  }
}

TEST_CASE("track: a file of no bytes, as a power cut can leave one, is an empty track and stays as it is") {
  const Folder folder;
  const std::string path = folder.file("empty");
  put_bytes(path, "");
  for (const std::optional<WantedLength> &wanted : {std::optional<WantedLength>{}, std::optional<WantedLength>{length(9)}}) {
    const TrackRepair repair = repair_track(path, wanted);
    CHECK(repair.frames == 0);
    CHECK_FALSE(repair.was_changed);
    CHECK(std::filesystem::file_size(path) == 0);
  }
}

TEST_CASE("track: a finished file is left alone by a repair") {
  const Folder folder;
  for (const bool is_flac : {false, true}) {
    const std::string path = folder.file(is_flac ? "f" : "r");
    const auto file = create(path, is_flac, 1, TakeEncoding::pcm24);
    file->write(tone(9999, 1).data(), 9999);
    file->finish();
    file->file().close();
    const std::string before = bytes_of(path);
    const TrackRepair repair = repair_track(path, std::nullopt);
    CHECK(repair.frames == 9999);
    CHECK_FALSE(repair.was_changed);
    CHECK(bytes_of(path) == before);
  }
}

TEST_CASE("track: hostile files are refused or repaired, and nothing else happens") {
  const Folder folder;
  std::mt19937 random(7);
  for (const bool is_flac : {false, true}) {
    const std::string whole = unfinished(folder, is_flac, 1, TakeEncoding::pcm24, 6000).substr(0, 20000);
    std::filesystem::remove(folder.file("running"));
    for (int round = 0; round < 400; ++round) {
      std::string bytes = whole.substr(0, random() % 4 == 0 ? random() % whole.size() : whole.size());
      // Most damage goes to the headers.
      for (int edit = static_cast<int>(random() % 8); edit >= 0 && !bytes.empty(); --edit) {
        const std::size_t at = random() % std::min<std::size_t>(bytes.size(), random() % 2 == 0 ? 120 : bytes.size());
        bytes[at] = static_cast<char>(random() % 3 == 0 ? 0xFF : random());
      }
      const std::string path = folder.file("hostile");
      put_bytes(path, bytes);
      try {
        std::optional<WantedLength> wanted;
        if (random() % 2 == 0) wanted = length(7000);
        const TrackRepair repair = repair_track(path, wanted);
        CHECK(repair.frames < 100000000000000ULL);
      } catch (const Failure &failure) {
        CHECK(failure.code() != FailureCode::bad_option);
      }
      CHECK(std::filesystem::file_size(path) < 4000000);
    }
  }
}

TEST_CASE("track: peaks hold the lowest and highest sample of every 10 ms") {
  const Folder folder;
  const std::string path = folder.file("peaks");
  PeaksFile peaks(path, 48000, 1);
  std::vector<float> samples(1000, 0.0F);
  samples[3] = 0.5F;
  samples[479] = -1.0F;
  samples[480] = 1.0F;
  peaks.write(samples.data(), 700);
  peaks.write(samples.data() + 700, 300);
  peaks.finish();
  peaks.file().close();
  const std::string bytes = bytes_of(path);
  REQUIRE(bytes.size() == 32 + 3 * 4);
  CHECK(bytes.substr(0, 4) == "SDPK");
  std::int16_t points[6];
  std::memcpy(points, bytes.data() + 32, sizeof points);
  CHECK(points[0] == -32767);
  CHECK(points[1] == 16384);
  CHECK(points[2] == 0);
  CHECK(points[3] == 32767);
  CHECK(points[4] == 0);
  CHECK(points[5] == 0);
}
