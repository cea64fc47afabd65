// One track of a running take: from its input into its file and its peaks, with silence for what is missing.
//
// Threads: the writer's. Real-time safety: none.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "take/peaks_file.hpp"
#include "take/take_segments.hpp"
#include "take/track_file.hpp"
#include "take/track_input.hpp"

namespace sounddesk {

/** `device`: the engine put silence there; `overflow`: the disk was too slow; `late`: nothing came from the engine. */
enum class GapReason { device, standstill, overflow, late };

constexpr const char *name_of(GapReason reason) {
  switch (reason) {
    case GapReason::device: return "device";
    case GapReason::standstill: return "standstill";
    case GapReason::overflow: return "overflow";
    case GapReason::late: return "late";
  }
  return "late";
}

/** Frames of the take in which sound is missing; `frames` of `span` where it is scattered over several blocks. */
struct Gap {
  std::uint64_t at;
  std::uint64_t span;
  std::uint64_t frames;
  GapReason reason;
};

class TrackRecorder {
 public:
  /** Hears what is written, with the frame of the take that it begins at. */
  using Listener = std::function<void(const float *interleaved, std::size_t frames, std::uint64_t take_frame)>;

  /** `is_played`: what does not come was silent, and is no gap; what comes too late is one. */
  TrackRecorder(TrackInput &input, std::unique_ptr<TrackFile> file, std::unique_ptr<PeaksFile> peaks,
                bool is_played = false);

  void begin(std::uint64_t session_frame) { begun_ = next_ = session_frame; }
  void listen(Listener listener) { listener_ = std::move(listener); }
  /** Writes what has arrived, up to `horizon`. Throws as `TrackFile::write` does. */
  void drain(const TakeSegments &segments, std::uint64_t horizon);
  /** Writes silence for what did not arrive until then. */
  void fill_up_to(const TakeSegments &segments, std::uint64_t session_frame);

  /** The next session frame to be dealt with. */
  std::uint64_t next() const { return next_; }
  TrackFile &file() { return *file_; }
  PeaksFile &peaks() { return *peaks_; }
  const TrackFile &file() const { return *file_; }
  TrackInput &input() { return input_; }

  const std::vector<Gap> &gaps() const { return gaps_; }
  std::uint64_t gap_count() const { return gap_count_; }
  std::uint64_t missing_frames() const { return missing_frames_; }
  /** Without the plug-ins that were heard before. */
  std::uint64_t dry_frames() const { return dry_frames_; }
  /** The sound system said so often that it lost its time. */
  std::uint64_t xruns() const { return xruns_; }
  /** The gap that may still grow, once it is twice as long as when this was answered last: a kill would leave it unnamed. */
  std::optional<Gap> take_grown_gap();
  /** Gaps that no longer grow and were not reported yet, for the journal. */
  std::vector<Gap> take_closed_gaps();
  /** With the one that may still grow. */
  std::vector<Gap> take_all_gaps();

 private:
  void write(const TakeSegments &segments, std::uint32_t frames);
  void write_silence(const TakeSegments &segments, std::uint64_t to);
  void leave_out(const TakeSegments &segments, std::uint32_t frames);
  void put(const float *interleaved, std::size_t frames);
  void note_gap(std::uint64_t at, std::uint64_t span, std::uint64_t frames, GapReason reason);

  TrackInput &input_;
  std::unique_ptr<TrackFile> file_;
  std::unique_ptr<PeaksFile> peaks_;
  Listener listener_;
  const bool is_played_;
  std::uint64_t begun_ = 0;
  std::uint64_t next_ = 0;
  std::uint64_t seen_drops_;
  std::vector<float> block_;
  std::vector<Gap> gaps_;
  std::vector<Gap> unreported_;
  std::optional<Gap> open_gap_;
  /** How much of it was named. */
  std::uint64_t named_span_ = 0;
  std::uint64_t gap_count_ = 0;
  std::uint64_t missing_frames_ = 0;
  std::uint64_t dry_frames_ = 0;
  std::uint64_t xruns_ = 0;
};

}  // namespace sounddesk
