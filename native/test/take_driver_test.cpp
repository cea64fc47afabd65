// Not a test on its own: records in real time until it is ended or killed, for the tests that do so.
// SOUNDDESK_TAKE_DIR names the folder; _CHANNELS, _SECONDS, _CONTAINER and _KEEP_FREE what is recorded.
// Every track holds a ramp that says which frame it is, so that whatever is left can be checked by value.
#include <doctest/doctest.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

#if defined(_WIN32)
#include <io.h>
#define SD_WRITE _write
#else
#include <unistd.h>
#define SD_WRITE ::write
#endif

#include "take/take_writer.hpp"

using namespace sounddesk;

namespace {

std::string setting(const char *name, const char *otherwise) {
  const char *value = std::getenv((std::string("SOUNDDESK_TAKE_") + name).c_str());
  return value == nullptr ? otherwise : value;
}

/** By the system's own call, which anyone who records what this process does to its disk sees in its place among them. */
void say(const std::string &line) {
  const std::string whole = line + "\n";
  if (SD_WRITE(1, whole.data(), static_cast<unsigned>(whole.size())) < 0) std::abort();
}

}  // namespace

TEST_CASE("take driver: records until it is ended" * doctest::skip()) {
  using Clock = std::chrono::steady_clock;
  constexpr int rate_hz = 48000;
  constexpr std::size_t block = 480;
  const int channels = std::stoi(setting("CHANNELS", "8"));
  TakeSetup setup;
  for (int i = 0; i < channels; ++i) {
    TakeTrack track;
    track.id = "channel-" + std::to_string(i + 1);
    track.name = "Channel " + std::to_string(i + 1);
    setup.tracks.push_back(track);
  }
  TakeEvents events;
  events.on_warning = [](TakeWarning warning, const std::string &message) {
    say(std::string("warning ") + name_of(warning) + " " + message);
  };
  events.on_ended = [](std::optional<FailureCode> code, const std::string &message) {
    say(std::string("ended ") + (code.has_value() ? name_of(*code) : "-") + " " + message);
  };
  TakeWriter writer(setup, events);
  TakeOptions options;
  options.folder = setting("DIR", "");
  options.name = "Driven";
  options.container = setting("CONTAINER", "rf64") == "flac" ? TakeContainer::flac : TakeContainer::rf64;
  options.keep_free_bytes = std::stoull(setting("KEEP_FREE", "0"));
  writer.start(options);

  std::vector<float> samples(block);
  const Clock::time_point begin = Clock::now();
  const double seconds = std::stod(setting("SECONDS", "3600"));
  bool has_ended = false;
  for (std::uint64_t frame = 0; frame < static_cast<std::uint64_t>(seconds * rate_hz) && !has_ended; frame += block) {
    const auto due = begin + std::chrono::microseconds(frame * 1000000 / rate_hz);
    // A device that was not served loses its sound: the clock continues, as after a sleep.
    const auto late = Clock::now() - due;
    if (late > std::chrono::milliseconds(500)) {
      frame += static_cast<std::uint64_t>(std::chrono::duration<double>(late).count() * rate_hz) / block * block;
    }
    std::this_thread::sleep_until(due);
    for (std::size_t i = 0; i < block; ++i) samples[i] = static_cast<float>((frame + i) % 8000000) / 8388608.0F;
    for (std::size_t track = 0; track < setup.tracks.size(); ++track) {
      writer.write({track, samples.data(), block, frame, 0});
    }
    // What was delivered, for anyone who kills this process: at most so much may be missing later.
    if (frame % (block * 5) == 0) say("frame " + std::to_string(frame + block));
    has_ended = frame > rate_hz && !writer.is_recording();
  }
  writer.stop();
  writer.wait_until_ended();
}
