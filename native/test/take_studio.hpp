// For tests of takes: a recorder and its engine, whose clock goes as a test says.
#pragma once

#include <doctest/doctest.h>

#include <atomic>
#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support.hpp"
#include "take/take_writer.hpp"

namespace sounddesk::test {

inline constexpr std::size_t block = 480;

/** What a session frame sounds like in a track: different everywhere, and exact in 24 bits. */
inline float value_at(std::size_t track, std::uint64_t frame) {
  return static_cast<float>((frame * 7919 + track * 104729) % 8000000) / 8388608.0F;
}

inline TakeTrack track_named(const std::string &id, int channels = 1, bool is_mix = false) {
  TakeTrack track;
  track.id = id;
  track.name = "Voice \"" + id + "\"";
  track.channels = channels;
  track.is_mix = is_mix;
  track.device_id = is_mix ? "" : "device";
  track.device_channels = {0};
  return track;
}

/** A recorder and its engine, whose clock goes as the test says. */
class Studio {
 public:
  explicit Studio(std::vector<TakeTrack> tracks, double pre_roll_sec = 0.0)
      : tracks_(tracks), writer({48000, std::move(tracks), pre_roll_sec}, events()) {
    std::filesystem::create_directory(folder.file("take"));
  }

  TakeOptions options() const {
    TakeOptions options;
    options.folder = folder.file("take");
    options.name = "Take";
    options.mode = TakeMode::both;
    return options;
  }

  /** Runs on for so many blocks; `missing` of each block's frames. */
  void play(std::size_t blocks, std::size_t missing = 0) {
    std::vector<float> samples;
    for (std::size_t i = 0; i < blocks; ++i, frame += block) {
      for (std::size_t track = 0; track < tracks_.size(); ++track) {
        if (tracks_[track].is_played) continue;
        const auto channels = static_cast<std::size_t>(tracks_[track].channels);
        samples.resize(block * channels);
        for (std::size_t j = 0; j < samples.size(); ++j) samples[j] = value_at(track, frame + j / channels);
        writer.write({track, samples.data(), block, frame, missing});
      }
    }
  }

  void stop() {
    writer.stop();
    writer.wait_until_ended();
  }

  std::string text(const std::string &name) const {
    std::ifstream file(folder.file("take/" + name));
    return {std::istreambuf_iterator<char>(file), {}};
  }

  bool says(const std::string &part) const { return text("take.json").find(part) != std::string::npos; }

  Folder folder;
  std::uint64_t frame = 48000;
  std::atomic<int> ended{0};
  std::optional<FailureCode> end_code;
  std::string end_message;
  std::atomic<int> progress{0};
  std::atomic<double> clock_drift_ms{0.0};
  /** The reported moments of the take, in order; read it when the take has ended. */
  std::vector<std::pair<std::string, double>> moments;

 private:
  TakeEvents events() {
    TakeEvents events;
    events.on_progress = [this](const TakeProgress &reported) {
      clock_drift_ms = reported.clock_drift_ms;
      ++progress;
    };
    events.on_started = [this](double started_at_ms, int) { moments.emplace_back("started", started_at_ms); };
    events.on_paused = [this](double sec) { moments.emplace_back("paused", sec); };
    events.on_resumed = [this](double sec) { moments.emplace_back("resumed", sec); };
    events.on_ended = [this](std::optional<FailureCode> code, const std::string &message) {
      end_code = code;
      end_message = message;
      ++ended;
    };
    return events;
  }

  std::vector<TakeTrack> tracks_;

 public:
  TakeWriter writer;
};

/** Whether the file holds the session's frames [from, to), one after the other, from `at` on. */
inline void check_frames(const Read &read, std::size_t track, std::size_t at, std::uint64_t from, std::uint64_t to) {
  const auto channels = static_cast<std::size_t>(read.info.channels);
  REQUIRE(read.samples.size() >= (at + to - from) * channels);
  std::size_t wrong = 0;
  for (std::uint64_t i = 0; i < (to - from) * channels; ++i) {
    if (static_cast<float>(read.samples[at * channels + i]) != value_at(track, from + i / channels)) ++wrong;
  }
  CHECK(wrong == 0);
}

}  // namespace sounddesk::test
