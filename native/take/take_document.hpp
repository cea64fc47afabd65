// `take.json` and the journal beside it: what a take is, readable at every moment of its recording.
//
// `take.json` is written whole at the start ("recording") and at the end ("finished"), each by replacing. In
// between `take.journal.jsonl` grows by a line for everything that happens and one every half second, and is made
// durable as often; at the end it goes. A take without an end is thus its `take.json`, its journal's whole lines
// and its files. `src-shared/domain/takes.ts` is the schema, `docs/decisions/0006-takes.md` says why.
//
// Threads: one. Real-time safety: none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "take/take_segments.hpp"
#include "take/take_types.hpp"
#include "take/track_recorder.hpp"

namespace sounddesk {

struct TakeMarker {
  std::uint64_t at_frame;
  std::string label;
};

struct TakeTrackState {
  TakeTrack track;
  std::string file_name;
  std::string peaks_name;
  std::uint64_t frames_written = 0;
  std::uint64_t clipped_samples = 0;
  std::uint64_t gap_count = 0;
  std::uint64_t missing_frames = 0;
  std::uint64_t dry_frames = 0;
  std::uint64_t xruns = 0;
  std::vector<Gap> gaps;
  std::optional<double> drift_ppm;
};

struct TakeState {
  TakeOptions options;
  int rate_hz = 0;
  bool is_finished = false;
  /** Session frame and wall clock (milliseconds since 1970) of the take's first frame; known with the first sound. */
  std::optional<std::uint64_t> start_frame;
  std::optional<double> started_at_ms;
  /** Samples since midnight at the take's first frame. */
  std::optional<std::uint64_t> time_reference;
  std::optional<double> timecode_fps;
  std::uint64_t frames = 0;
  std::uint64_t missed_deadlines = 0;
  TakeSegments segments;
  std::vector<TakeMarker> markers;
  std::vector<TakeTrackState> tracks;
  /** Why it ended; nothing where it was asked for. */
  std::optional<FailureCode> end_code;
  std::string end_message;
};

std::string take_document(const TakeState &state);
std::string gap_json(const Gap &gap);

/** ASCII letters, digits and hyphens of a name, for a file's name. */
std::string plain_name(const std::string &name);

struct LocalTime {
  std::string date;
  std::string time;
  double seconds_since_midnight;
};
LocalTime local_time(double ms_since_1970);

}  // namespace sounddesk
