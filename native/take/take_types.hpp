// What a take is made of, as the session says it and as its events report it: the native side of `TakeOptions`,
// `TakeProgress` and `CaptureEvent` in `src-main/services/engine/process/captureAddon.ts`.
//
// Threads: plain values. Real-time safety: none (strings).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "rt/failure.hpp"

namespace sounddesk {

enum class TakeMode { multitrack, mixed, both };
/** What a channel's file has: what came in, what leaves the strip before its fader, or a file of each. */
enum class TakeTap { raw, processed, both };
enum class TakeContainer { rf64, flac };
enum class TakeEncoding { pcm24, float32 };
enum class TimecodeSource { none, time_of_day, ltc };

/** One track that the session can deliver; its place in the list is `TrackBlock::track`. */
struct TakeTrack {
  /** Of the channel; `mix` for the mix. */
  std::string id;
  std::string name;
  /** A mix is recorded in the modes mixed and both, the others in multitrack and both. */
  bool is_mix = false;
  /** Of what leaves the strip, beside the raw track of the same channel: the id of that one; else empty. */
  std::string processed_of;
  /** Its sound is played into the session's program elsewhere, and handed in: while nothing plays, nothing comes. */
  bool is_played = false;
  int channels = 1;
  /** Empty where there is none. */
  std::string device_id;
  std::string device_name;
  std::vector<int> device_channels;
};

struct TakeSetup {
  int rate_hz = 48000;
  std::vector<TakeTrack> tracks;
  /** The most that a start may reach back, 0 to 30 s; costs this much memory for every track. */
  double pre_roll_sec = 0.0;
};

/** Of a sound file that is heard beside the session's program. */
struct PlayedTrack {
  std::string id;
  std::string name;
};

struct TakeOptions {
  /** An existing, empty folder. */
  std::string folder;
  std::string name;
  TakeMode mode = TakeMode::multitrack;
  /** For the record only: the session feeds what it says. */
  TakeTap tap = TakeTap::processed;
  /** With both: ids of channels without a processed track. */
  std::vector<std::string> raw_only_ids;
  std::vector<PlayedTrack> played;
  TakeContainer container = TakeContainer::rf64;
  /** FLAC takes pcm24 alone. */
  TakeEncoding encoding = TakeEncoding::pcm24;
  /** At most that of the set-up. */
  double pre_roll_sec = 0.0;
  TimecodeSource timecode = TimecodeSource::none;
  /** Id of the track that carries LTC. */
  std::string ltc_track_id;
  std::uint64_t keep_free_bytes = 0;
};

struct TakeProgress {
  double recorded_sec = 0.0;
  bool is_paused = false;
  std::uint64_t bytes_written = 0;
  /** At the measured rate of this take, until `keep_free_bytes` is reached; nothing until it is known. */
  std::optional<double> seconds_left;
  std::uint64_t gaps = 0;
  std::uint64_t missing_frames = 0;
  /** What the session's clock has lost against the machine's since the take's start; negative where it gained. */
  double clock_drift_ms = 0.0;
};

enum class TakeWarning { disk_low, disk_slow };

constexpr const char *name_of(TakeWarning warning) {
  return warning == TakeWarning::disk_low ? "DISK_LOW" : "DISK_SLOW";
}

/** All are called on the writer's thread; they may block it for moments, never for seconds. */
struct TakeEvents {
  /** Its first frame is there. `started_at_ms`: when that was at the converter, wall clock, milliseconds since 1970. */
  std::function<void(double started_at_ms, int rate_hz)> on_started;
  /** From here on nothing is recorded, or it is again. Seconds of the session since the first frame, pauses among them. */
  std::function<void(double since_start_sec)> on_paused;
  std::function<void(double since_start_sec)> on_resumed;
  /** Twice a second while recording. */
  std::function<void(const TakeProgress &)> on_progress;
  std::function<void(TakeWarning, const std::string &message)> on_warning;
  /** All files are closed. No code: it was asked for; else what was recorded until then is kept. */
  std::function<void(std::optional<FailureCode>, const std::string &message)> on_ended;
};

}  // namespace sounddesk
