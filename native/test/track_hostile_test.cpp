// Tracks that somebody made to harm: numbers that cannot be, links to elsewhere, pipes.
#include <doctest/doctest.h>

#if !defined(_WIN32)
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <fstream>
#include <functional>

#include "rt/failure.hpp"
#include "support.hpp"
#include "take/audio_source.hpp"
#include "take/track_file.hpp"
#include "take/track_job.hpp"
#include "take/track_repair.hpp"

using namespace sounddesk;
using namespace sounddesk::test;

namespace {

constexpr WantedLength long_silence{std::uint64_t{4096} << 24, std::uint64_t{1} << 40};

std::string bytes_of(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void put_bytes(const std::string &path, const std::string &bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

/** What a kill leaves: the file as it is while it is open. */
std::string unfinished(const Folder &folder, bool is_flac, std::size_t frames) {
  const std::string path = folder.file("running");
  const TrackFormat format{48000, 1, TakeEncoding::pcm24};
  const auto file = is_flac ? create_flac_file(path, format) : create_rf64_file(path, format, std::nullopt);
  const std::vector<float> samples(frames, 0.25F);
  file->write(samples.data(), frames);
  const std::string bytes = bytes_of(path);
  file->finish();
  std::filesystem::remove(path);
  return bytes;
}

FailureCode code_of(const std::function<void()> &work) {
  try {
    work();
  } catch (const Failure &failure) {
    return failure.code();
  }
  return FailureCode::cancelled;  // Nothing was refused.
}

unsigned char crc8(const std::string &bytes) {
  unsigned crc = 0;
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc << 1 ^ ((crc & 0x80U) != 0 ? 0x07U : 0U)) & 0xFFU;
  }
  return static_cast<unsigned char>(crc);
}

unsigned crc16(const std::string &bytes) {
  unsigned crc = 0;
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned>(static_cast<unsigned char>(byte)) << 8;
    for (int bit = 0; bit < 8; ++bit) crc = (crc << 1 ^ ((crc & 0x8000U) != 0 ? 0x8005U : 0U)) & 0xFFFFU;
  }
  return crc;
}

/** One block of 4096 silent frames of 24 bits, with the number 2^24. */
std::string far_block() {
  std::string frame{"\xFF\xF8\xC0\x0C\xF9\x80\x80\x80\x80", 9};
  frame += static_cast<char>(crc8(frame));
  frame += std::string(4, '\0');
  const unsigned crc = crc16(frame);
  return frame + static_cast<char>(crc >> 8) + static_cast<char>(crc);
}

}  // namespace

TEST_CASE("hostile track: a FLAC block with a number that so few bytes cannot have come to is refused, and nothing is written") {
  const Folder folder;
  const std::string path = folder.file("far.flac");
  put_bytes(path, unfinished(folder, true, 0) + far_block());
  const std::string before = bytes_of(path);
  CHECK(code_of([&] { repair_track(path, std::nullopt); }) == FailureCode::file_unreadable);
  CHECK(code_of([&] { repair_track(path, long_silence); }) == FailureCode::file_unreadable);
  CHECK(bytes_of(path) == before);
}

TEST_CASE("hostile track: silence that nothing justifies, or that the disk has no room for, is not begun") {
  const Folder folder;
  for (const bool is_flac : {false, true}) {
    const std::string path = folder.file(is_flac ? "short.flac" : "short.wav");
    put_bytes(path, unfinished(folder, is_flac, 8192));
    repair_track(path, std::nullopt);
    const std::string before = bytes_of(path);
    CHECK(code_of([&] { repair_track(path, WantedLength{100 * 4096, 1000}); }) == FailureCode::file_unreadable);
    CHECK(bytes_of(path) == before);
    CHECK(repair_track(path, WantedLength{100 * 4096, 2 << 20}).frames == 100 * 4096);
  }
  const std::string path = folder.file("room.wav");
  put_bytes(path, unfinished(folder, false, 8192));
  repair_track(path, std::nullopt);
  const std::string before = bytes_of(path);
  // Three bytes each: thrice what is free.
  const std::filesystem::space_info space = std::filesystem::space(folder.file("."));
  const WantedLength wanted{space.available, std::uint64_t{1} << 50};
  CHECK(code_of([&] { repair_track(path, wanted); }) == FailureCode::disk_full);
  CHECK(bytes_of(path) == before);
}

TEST_CASE("hostile track: silence that does not fit after all is taken back") {
  const Folder folder;
  for (const bool is_flac : {false, true}) {
    const std::string path = folder.file(is_flac ? "full.flac" : "full.wav");
    put_bytes(path, unfinished(folder, is_flac, 8192));
    repair_track(path, std::nullopt);
    const std::string before = bytes_of(path);
    rlimit limit{};
    getrlimit(RLIMIT_FSIZE, &limit);
    const auto former = std::signal(SIGXFSZ, SIG_IGN);
    rlimit small = limit;
    small.rlim_cur = before.size() + 5000;
    setrlimit(RLIMIT_FSIZE, &small);
    const FailureCode code = code_of([&] { repair_track(path, WantedLength{4096 * 1000, 100 << 20}); });
    setrlimit(RLIMIT_FSIZE, &limit);
    std::signal(SIGXFSZ, former);
    CHECK(code == FailureCode::disk_full);
    CHECK(bytes_of(path) == before);
  }
}

TEST_CASE("hostile track: headers without an end and tails of nothing but starts are looked through at once") {
  const Folder folder;
  const std::string path = folder.file("endless");
  put_bytes(path, std::string("RIFF\0\0\0\0WAVE", 12));
  std::filesystem::resize_file(path, std::uint64_t{1} << 40);
  CHECK(code_of([&] { repair_track(path, std::nullopt); }) == FailureCode::file_unreadable);
  CHECK_NOTHROW(code_of([&] { open_take_source(path); }));
  const std::string start("\xFF\xF8\xC0\x0C\x00", 5);
  std::string tail = unfinished(folder, true, 0);
  const char crc = static_cast<char>(crc8(start));
  while (tail.size() < (5U << 20)) tail += start + crc;
  put_bytes(path, tail);
  code_of([&] { repair_track(path, std::nullopt); });
  CHECK(std::filesystem::file_size(path) <= tail.size());
}

TEST_CASE("hostile track: links, second names, pipes and folders are refused, and what they lead to stays as it was") {
  const Folder folder;
  const std::string outside = folder.file("outside.wav");
  put_bytes(outside, unfinished(folder, false, 9600) + "torn");
  const std::string before = bytes_of(outside);
  std::filesystem::create_directories(folder.file("take"));
  std::filesystem::create_directory_symlink(folder.file("."), folder.file("linked"));
  const std::string link = folder.file("take/link.wav");
  const std::string second = folder.file("take/second.wav");
  const std::string pipe = folder.file("take/pipe.wav");
  std::filesystem::create_symlink(outside, link);
  std::filesystem::create_hard_link(outside, second);
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  std::filesystem::create_symlink("/dev/zero", folder.file("take/device.wav"));
  JobControl control([](double) {});
  for (const std::string &path : {link, second, pipe, folder.file("take/device.wav"), folder.file("linked/outside.wav"),
                                  folder.file("take"), outside + '\0' + ".wav"}) {
    CHECK_MESSAGE(code_of([&] { repair_track(path, std::nullopt); }) == FailureCode::file_unreadable, path);
    if (path != second) {
      CHECK_MESSAGE(code_of([&] { inspect_track(path, 1000000, control); }) == FailureCode::file_unreadable, path);
    }
  }
  CHECK(bytes_of(outside) == before);
  std::filesystem::remove(second);
  CHECK(repair_track(outside, std::nullopt).was_changed);
}

TEST_CASE("hostile track: an inspection ends where there is far more than the take says") {
  const Folder folder;
  const std::string path = folder.file("long.flac");
  put_bytes(path, unfinished(folder, true, 48000));
  repair_track(path, std::nullopt);
  JobControl control([](double) {});
  CHECK(code_of([&] { inspect_track(path, 20000, control); }) == FailureCode::file_unreadable);
  CHECK(inspect_track(path, 1000000, control).frames > 20000);
}
#endif
