// One take, from its empty folder to its closed files.
//
// Threads: made on the control thread, then used by the writer's alone; `segments` may be read on the control
// thread where the writer's lock is held, since the writer changes them only with it. Real-time safety: none.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "take/ltc_decoder.hpp"
#include "take/session_time.hpp"
#include "take/take_document.hpp"
#include "take/take_governor.hpp"
#include "take/take_journal.hpp"
#include "take/take_syncer.hpp"
#include "take/take_types.hpp"
#include "take/track_recorder.hpp"

namespace sounddesk {

struct TakeCommand {
  enum class Kind { pause, resume, marker, stop } kind;
  /** Session frame that it is for. */
  std::uint64_t at;
  std::string label;
};

/** What a pause or a resume changes; clamped to what is possible. */
void apply_to(TakeSegments &segments, const TakeCommand &command);

class TakeRecording {
 public:
  /** `head`: the newest session frame, now. Throws `Failure`; what was made in the folder until then is removed. */
  TakeRecording(const TakeSetup &setup, const TakeOptions &options,
                const std::vector<std::unique_ptr<TrackInput>> &inputs, std::uint64_t head, const SessionTime &time,
                const TakeEvents &events);
  ~TakeRecording();

  /** With the first sound the take begins; before that, a pause makes it begin paused, and markers lie at its start. */
  void begin_with_sound(std::uint64_t horizon, std::mutex &lock);
  /** `lock` guards the segments. */
  void apply(const TakeCommand &command, std::mutex &lock);
  /** Writes what has arrived; false when the take has ended and all its files are closed. */
  bool advance(std::uint64_t horizon, std::mutex &lock);
  /** Ends it where it is, cleanly, e.g. since the recorder goes. */
  void end_now();

  void set_drift(std::size_t track, double ppm);
  void set_missed_deadlines(std::uint64_t total);

  const TakeSegments &segments() const { return state_.segments; }
  /** Of a take that has ended: why, for `TakeEvents::on_ended`. */
  std::optional<FailureCode> end_code() const { return state_.end_code; }
  const std::string &end_message() const { return state_.end_message; }

 private:
  using Clock = std::chrono::steady_clock;

  void create_files();
  void remove_files() noexcept;
  bool try_begin(std::uint64_t horizon, std::mutex &lock);
  void begin(std::uint64_t start_frame, double started_at_ms, std::mutex &lock);
  void report_pause(bool is_paused);
  void drain(std::uint64_t horizon);
  void end_where_asked();
  void maintain(std::uint64_t horizon, std::mutex &lock);
  void govern(std::uint64_t horizon, std::mutex &lock);
  void watch_folder();
  void watch_timecode();
  void report_broadcast_info();
  void journal_progress(std::uint64_t horizon);
  void report();
  void end(std::optional<FailureCode> code, const std::string &message);
  void close_files(std::string &trouble);
  void rescue(std::string &message);
  void update_state();
  std::uint64_t bytes_written() const;
  std::uint64_t frames_recorded() const;
  double clock_drift_ms() const;

  struct Track {
    std::size_t index;
    std::string file_name;
    std::string peaks_name;
    std::unique_ptr<TrackRecorder> recorder;
    std::optional<double> drift_ppm;
    /** Where its end could not be written and was mended. */
    std::optional<std::uint64_t> repaired_frames;
  };
  void journal_gap(const Track &track, const Gap &gap);

  TakeSetup setup_;
  TakeOptions options_;
  const std::vector<std::unique_ptr<TrackInput>> &inputs_;
  const SessionTime &time_;
  const TakeEvents &events_;
  std::uint64_t start_head_;
  double start_head_ms_;
  std::optional<double> origin_at_start_sec_;
  TakeState state_;
  std::vector<Track> tracks_;
  std::unique_ptr<TakeJournal> journal_;
  std::unique_ptr<TakeFile> reserve_;
  std::unique_ptr<TakeSyncer> syncer_;
  std::optional<TakeGovernor> governor_;
  std::unique_ptr<LtcDecoder> ltc_;
  std::optional<std::uint64_t> stop_at_;
  /** Why it ends at `stop_at_` on its own; nothing where that was asked for. */
  std::optional<std::pair<FailureCode, std::string>> wanted_end_;
  Clock::time_point stop_asked_at_{};
  Clock::time_point next_maintenance_{};
  Clock::time_point next_slow_warning_{};
  std::uint64_t missed_deadlines_at_start_ = 0;
  std::uint64_t missed_deadlines_ = 0;
  bool has_missed_deadlines_ = false;
  std::uint64_t seen_drops_ = 0;
  /** Paused before its first sound. */
  bool is_held_ = false;
  bool is_folder_going_ = false;
  bool has_ended_ = false;
};

}  // namespace sounddesk
