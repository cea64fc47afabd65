// Records what the engine delivers into the files of a take, so that nothing which was recorded can be lost.
//
// Made with the session ("armed"): from then on it takes every block and keeps the pre-roll. `start` makes the
// files of one take in a folder; when that has ended (`on_ended`), the same writer may start another one. A
// change of the set of tracks needs another writer.
//
// Threads: `write` belongs to the DSP thread, for tracks that are played to the control thread, and is real-time safe: it copies into a ring for each track, holding
// ten seconds beside the pre-roll. Everything else belongs to one control thread and is not real-time safe. Files
// are written by a thread of the writer and made durable by another one, so a disk that stalls costs nothing
// until ten seconds have passed; what does not fit then becomes silence of the same length.
//
// Times: a track's block carries the session's frame. Where the frames jump, silence is written for what lies
// between. All tracks of a take begin at the same session frame and end at the same one. Pauses are left out of
// all of them alike.
#pragma once

#include <memory>
#include <string>

#include "engine/track_sink.hpp"
#include "take/take_types.hpp"

namespace sounddesk {

class TakeWriter final : public TrackSink {
 public:
  /** Allocates all rings. Throws BAD_OPTION for a set-up without tracks or outside its limits. */
  TakeWriter(TakeSetup setup, TakeEvents events);
  /** Ends a running take cleanly (`on_ended` is called) and joins the threads. `write` must not be called any more. */
  ~TakeWriter() override;
  TakeWriter(const TakeWriter &) = delete;
  TakeWriter &operator=(const TakeWriter &) = delete;

  void write(const TrackBlock &block) noexcept override;
  void note_time(std::uint64_t session_frame, double at_sec) noexcept override;
  bool is_keeping() const noexcept override;

  /**
   * Makes the files and records from the newest frame, or the pre-roll before it, on. Throws `Failure`: BAD_OPTION
   * (also where a take is running), FILE_UNWRITABLE, DISK_FULL (less room than `keep_free_bytes` and ten seconds).
   */
  void start(const TakeOptions &options);
  /** These four do nothing, and `add_marker` returns 0, where no take is running. */
  void pause();
  void resume();
  /** At the newest frame; returns its time in the take, seconds. */
  double add_marker(const std::string &label);
  /** At the newest frame. Returns at once; `on_ended` says when all files are closed. */
  void stop();
  /** Waits until no take is running. */
  void wait_until_ended();
  bool is_recording() const;

  /** Facts for the take's journal, as they become known; also between takes. */
  void set_drift(std::size_t track, double ppm);
  /** Deadlines that the session missed since its start, as a running total. */
  void set_missed_deadlines(std::uint64_t total);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sounddesk
